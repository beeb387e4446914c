import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { closeServers, serve } from '@webpith/fetch/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rowsIn } from '../packages/fleet/src/crawl/testing/rows.js';
import { hasRedisServer } from '../packages/fleet/src/queue/testing/redis-server.js';
import { setStage } from '../packages/fleet/src/queue/testing/stage.js';
import { until } from '../packages/fleet/src/queue/testing/until.js';
import { slowPages } from '../packages/fleet/src/queue/testing/warc-file.js';
import { openTokenAdmin } from '../packages/server/src/auth/tokens.js';
import { operation, send } from '../packages/server/src/testing/annotation.js';

/** Programs whose wall clock is set forward and back while they run; their monotonic clock is correct, as in reality. */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LIBRARY = readdirSync('/usr/lib')
  .map(name => `/usr/lib/${name}/faketime/libfaketimeMT.so.1`)
  .find(existsSync);
if (LIBRARY === undefined)
  process.stderr.write(
    'clock changes are not tested: no libfaketime (on Debian: apt-get install libfaketime)\n',
  );

const HOUR_BACK = '-3600';
const DAY_FORWARD = '+86400';

describe.skipIf(LIBRARY === undefined)('when the clock is set forward and back', () => {
  let folder: string;
  let setClock: (offset: string) => void;
  let env: Record<string, string>;
  const running: ChildProcess[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pith-clock-'));
    const file = join(folder, 'offset');
    setClock = offset => writeFileSync(file, `${offset}\n`);
    setClock('+0');
    env = {
      LD_PRELOAD: LIBRARY!,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    };
  });
  afterEach(async () => {
    for (const child of running.splice(0)) child.kill('SIGKILL');
    closeServers();
    await rm(folder, { recursive: true, force: true });
  });

  const start = (args: readonly string[]) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running.push(child);
    return child;
  };
  const startServer = async (options: object) => {
    const file = join(ROOT, 'packages/server/dist/testing/server-process.js');
    const child = start([file, JSON.stringify({ port: 0, threads: 1, ...options })]);
    const [address] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
    return address;
  };

  it('programs have the time that is set', async () => {
    setClock(DAY_FORWARD);
    const child = start(['-e', 'process.stdout.write(String(Date.now()))']);
    const [written] = (await once(child.stdout!, 'data')) as [Buffer];
    expect(Number(written) - Date.now()).toBeGreaterThan(86_000_000);
  });

  it('limits of requests last a minute', async () => {
    const store = join(folder, 'store.sqlite');
    const tokens = await openTokenAdmin(store);
    const { secret } = await tokens.add({ name: 'ann', role: 'reader' });
    await tokens.close();
    const address = await startServer({ store, tokens: true, rate: 5 });
    const request = async () => {
      const answer = await fetch(`${address}/v1/methods`, { headers: { authorization: `Bearer ${secret}` } });
      const { remedy = '' } = (await answer.json()) as { remedy?: string };
      return { status: answer.status, seconds: Number(/Wait (\d+) seconds/.exec(remedy)?.[1] ?? 0) };
    };
    for (let sent = 0; sent < 5; sent++) expect((await request()).status).toBe(200);
    for (const offset of ['+0', HOUR_BACK, DAY_FORWARD, HOUR_BACK]) {
      setClock(offset);
      const { status, seconds } = await request();
      expect({ offset, status }).toEqual({ offset, status: 429 });
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
    }
    await expect.poll(async () => (await request()).status, { timeout: 90_000, interval: 1000 }).toBe(200);
  });

  it('every save of labels is kept', async () => {
    const address = await startServer({ store: join(folder, 'store.sqlite'), rate: 0 });
    await send(address, '/v1/corpora', { body: { name: 'clock' } });
    const html = `<p>${'word '.repeat(2000)}</p>`;
    const { id } = (await send(address, '/v1/corpora/clock/pages', { body: { html } })).json;
    const offsets = ['+0', HOUR_BACK, DAY_FORWARD];
    for (let save = 0; save < 30; save++) {
      setClock(offsets[save % offsets.length]!);
      const operations = [operation(2, String(save), { start: save, end: save + 1 })];
      const { status } = await send(address, `/v1/pages/${id}/labels`, { as: 'ann', body: { operations } });
      expect(status).toBe(200);
    }
    const { labels } = (await send(address, `/v1/pages/${id}/labels`, { as: 'ann' })).json;
    expect(labels).toHaveLength(30);
  });

  it('a crawl keeps its pauses, retries a failed page, and ends', async () => {
    const words = 'The keeper wrote down every vessel that passed inside the rocks before the tide turned. ';
    const page = (name: string, more = '') =>
      `<html lang=en><title>${name}</title><article><h1>${name}</h1><p>${`${name}: ${words}`.repeat(8)}</p></article>${more}`;
    const names = Array.from({ length: 8 }, (_, i) => `/story-${i}-of-the-keeper`);
    const links = names.map(name => `<p><a href="${name}">${name}</a></p>`).join('');
    const times: number[] = [];
    const failed = new Set<string>();
    const site = await serve((request, response) => {
      times.push(performance.now());
      if (times.length === 4 || times.length === 9) setClock(HOUR_BACK);
      if (times.length === 7) setClock(DAY_FORWARD);
      const path = request.url ?? '/';
      if (path === '/robots.txt') return response.writeHead(404).end();
      if ((path === names[2] || path === names[5]) && !failed.has(path)) {
        failed.add(path);
        return response.writeHead(503).end();
      }
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(path === '/' ? page('All stories', links) : page(`Story ${path.slice(7)}`));
    });
    const out = join(folder, 'out');
    const options = { allowPrivate: true, delay: 300, retries: 2, retryDelay: 500, follow: 'all' };
    const script = `import { crawl } from '@webpith/fleet'; await crawl(['${site}/'], ${JSON.stringify(out)}, ${JSON.stringify(options)}); process.exit(0)`;
    const child = start(['--input-type=module', '-e', script]);
    expect(await Promise.race([once(child, 'exit'), lateAfter(60_000)])).toEqual([0, null]);
    const rows = await rowsIn(out);
    expect(rows.filter(row => row.error !== undefined)).toEqual([]);
    const paths = rows.map(row => new URL(row.url!).pathname).filter(path => path !== '/');
    expect(paths.sort()).toEqual([...names].sort());
    const pauses = times.slice(1).map((time, i) => time - times[i]!);
    expect(Math.min(...pauses)).toBeGreaterThan(250);
  });

  it('an assistant reads a page from the cache', async () => {
    let hits = 0;
    const site = await serve((_request, response) => {
      hits++;
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          '<title>Tides</title><article><p>The tide table hangs beside the door of the harbour office.</p></article>',
        );
    });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [join(ROOT, 'packages/cli/bin/pith.js'), 'mcp', '--allow-private'],
      env: { ...(process.env as Record<string, string>), ...env },
    });
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(transport);
    try {
      for (const offset of ['+0', DAY_FORWARD, HOUR_BACK]) {
        setClock(offset);
        const { content } = await client.callTool({ name: 'read_page', arguments: { source: `${site}/` } });
        expect(JSON.stringify(content)).toContain('harbour office');
      }
      expect(hits).toBe(1);
    } finally {
      await client.close();
    }
  });

  describe.skipIf(!hasRedisServer)('in a queue', () => {
    const stage = setStage();
    it('workers write every page once', async () => {
      const fleet = await stage.fleet('clock');
      // Redis itself cannot be run with another clock: its allocator does not start with libfaketime.
      for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
      const digests = await fleet.enqueuePages(slowPages(60), 6);
      const workers = [fleet.startWorker(), fleet.startWorker()];
      await until(async () => (await fleet.count('completed')) > 0, 'a finished job');
      setClock(DAY_FORWARD);
      await until(async () => (await fleet.count('completed')) > 2, 'more finished jobs');
      setClock(HOUR_BACK);
      await fleet.untilEmpty();
      expect(await Promise.all(workers.map(worker => worker.ended()))).toEqual([0, 0]);
      expect(await fleet.digests()).toEqual([...digests].sort());
    });
  });
});

async function lateAfter(milliseconds: number): Promise<string> {
  await new Promise(resolve => setTimeout(resolve, milliseconds).unref());
  return 'did not end';
}
