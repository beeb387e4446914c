import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeServers, html, serve } from '@webpith/fetch/testing';
import { rowsOfShard } from '@webpith/fleet';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  freePort,
  hasRedisServer,
  startTestRedis,
  type TestRedis,
} from '../../../fleet/src/queue/testing/redis-server.js';

const COMMAND = fileURLToPath(new URL('../../bin/pith.js', import.meta.url));

/** Exit codes of commands stopped by a signal. Both signals share one handler, so each command is tried with one of them. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

let dir: string;
const running = new Set<ChildProcess>();
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pith-signals-'));
});
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  closeServers();
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** A command in its own process, with its standard error. */
function start(...args: string[]) {
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  running.add(child);
  let stderr = '';
  child.stderr.on('data', piece => {
    stderr += String(piece);
  });
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
  return { child, stderr: () => stderr, ended };
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise(done => setTimeout(done, 20));
}

/** A server that responds to some pages and leaves all other requests open. */
async function silentServer(answered: Readonly<Record<string, string>>) {
  const requests: string[] = [];
  let isSilent = true;
  const site = await serve((request, response) => {
    requests.push(request.url!);
    const page = answered[request.url!];
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else if (page !== undefined) html(page)(request, response);
    else if (!isSilent) html(pageOf(request.url!))(request, response);
  });
  const respond = () => {
    isSilent = false;
  };
  return { site, requests, respond };
}

const pageOf = (name: string) =>
  `<title>${name}</title><h1>${name}</h1><p>The tide comes in twice a day at ${name}, and the boats wait for it before they leave the harbour for the open sea.</p>`;

async function rowsIn(folder: string) {
  const rows = [];
  for (const name of (await readdir(folder)).sort()) {
    if (/^shard-\d+\./.test(name)) for await (const row of rowsOfShard(join(folder, name))) rows.push(row);
  }
  return rows;
}

/** Names of files that are neither whole shards nor state for resuming. */
const leftovers = async (folder: string) =>
  (await readdir(folder, { recursive: true })).filter(name => /\.tmp$|\.part$|(?:^|\/)\.lock/.test(name));

describe('a stop signal', () => {
  it('ends a batch that waits for a server, and the batch resumes', async () => {
    const signal = 'SIGINT';
    const { site, requests, respond } = await silentServer({ '/0': pageOf('/0'), '/1': pageOf('/1') });
    const list = join(dir, `${signal}.txt`);
    // One page per host at a time: without a signal, it would wait for each until the timeout.
    const urls = Array.from({ length: 12 }, (_, number) => `${site}/${number}`);
    await writeFile(list, `${urls.join('\n')}\n`);
    const out = join(dir, `batch-${signal}`);
    const args = ['batch', list, '--out', out, '--workers', '1', '--allow-private', '--format', 'ndjson'];
    const { child, stderr, ended } = start(...args, '--shard-rows', '5');
    await until(() => requests.includes('/2'));
    child.kill(signal);
    expect(await ended).toBe(EXIT_CODES[signal]);
    expect(stderr()).toContain('run the same command again');
    expect(await leftovers(out)).toEqual([]);
    const kept = (await rowsIn(out)).map(row => row.url);
    expect(kept).toEqual(urls.slice(0, kept.length));
    respond();
    const again = start(...args, '--shard-rows', '5');
    expect(await again.ended).toBe(0);
    const rows = await rowsIn(out);
    expect(rows.map(row => [row.url, row.error])).toEqual(urls.map(url => [url, undefined]));
  });

  it('ends a pipe that waits for its next line', async () => {
    const signal = 'SIGTERM';
    const { child, ended } = start('pipe', '--columns', 'title');
    let out = '';
    child.stdout.on('data', piece => {
      out += String(piece);
    });
    child.stdin.write(`${JSON.stringify({ id: 1, html: pageOf('one') })}\n{"id":2,"ht`);
    await until(() => out.endsWith('\n'));
    child.kill(signal);
    expect(await ended).toBe(EXIT_CODES[signal]);
    expect(JSON.parse(out)).toMatchObject({ id: '1', title: 'one' });
  });

  it('ends a pipe whose output is not read', async () => {
    const signal = 'SIGINT';
    const { child, ended } = start('pipe', '--columns', 'text,html');
    child.stdin.on('error', () => {});
    // The first rows are written, and the reader does not take them.
    const begun = once(child.stdout, 'readable');
    const line = `${JSON.stringify({ html: pageOf('x'.repeat(50)).repeat(200) })}\n`;
    let isFull = false;
    for (let count = 0; count < 3000 && !isFull; count++) {
      isFull = !child.stdin.write(line) && child.stdin.writableLength > 4_000_000;
      if (isFull) break;
      await new Promise(done => setImmediate(done));
    }
    await begun;
    // It blocks: the pipe of its output is full.
    let taken = -1;
    await until(async () => {
      const before = taken;
      await new Promise(done => setTimeout(done, 500));
      taken = child.stdin.writableLength;
      return taken === before;
    });
    child.kill(signal);
    expect(await ended).toBe(EXIT_CODES[signal]);
  });

  it('ends a crawl that waits for a server, and the crawl resumes', async () => {
    const signal = 'SIGTERM';
    const links = Array.from(
      { length: 6 },
      (_, number) => `<li><a href="/story-${number}">Story ${number}</a>`,
    );
    const front = `<title>All</title><h1>All stories</h1><ul>${links.join('')}</ul>`;
    const { site, requests, respond } = await silentServer({ '/': front, '/story-0': pageOf('/story-0') });
    const out = join(dir, `crawl-${signal}`);
    const options = ['--delay', '0.01', '--timeout', '600', '--follow', 'all', '--format', 'ndjson'];
    const args = ['crawl', `${site}/`, '--out', out, '--allow-private', '--workers', '1', ...options];
    const { child, ended } = start(...args);
    await until(() => requests.includes('/story-1'));
    child.kill(signal);
    expect(await ended).toBe(EXIT_CODES[signal]);
    expect(await leftovers(out)).toEqual([]);
    respond();
    const again = start(...args);
    expect(await again.ended).toBe(0);
    const stories = (await rowsIn(out)).map(row => row.url).filter(url => url?.includes('/story-'));
    expect(stories.sort()).toEqual(links.map((_, number) => `${site}/story-${number}`));
  });

  it('ends a worker while Redis is unreachable', async () => {
    const signal = 'SIGINT';
    const url = `redis://127.0.0.1:${await freePort()}`;
    for (const more of [[], ['--until-empty']]) {
      const { child, stderr, ended } = start('work', '--out', join(dir, 'away'), '--redis', url, ...more);
      await until(() => stderr().includes('does not respond'));
      child.kill(signal);
      expect(await ended).toBe(EXIT_CODES[signal]);
    }
  });
});

describe.skipIf(!hasRedisServer)('a stop signal, with Redis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startTestRedis();
  });
  afterAll(() => redis?.remove());

  it('ends a worker that waits for a server, and returns its job to the queue', async () => {
    const signal = 'SIGTERM';
    const { site, requests, respond } = await silentServer({});
    const out = join(dir, `work-${signal}`);
    const queue = ['--redis', redis.url, '--queue', signal];
    expect(await start('enqueue', `${site}/one`, ...queue).ended).toBe(0);
    const args = ['work', '--out', out, '--allow-private', '--workers', '1', '--format', 'ndjson', ...queue];
    const { child, ended } = start(...args);
    await until(() => requests.includes('/one'));
    child.kill(signal);
    expect(await ended).toBe(EXIT_CODES[signal]);
    expect(await leftovers(dir)).toEqual([]);
    respond();
    expect(await start(...args, '--until-empty').ended).toBe(0);
    const [shard] = (await readdir(out, { recursive: true })).filter(name => name.endsWith('.ndjson'));
    expect(JSON.parse(await readFile(join(out, shard!), 'utf8'))).toMatchObject({ url: `${site}/one` });
  });

  it('ends a worker that has lost its Redis', async () => {
    const signal = 'SIGINT';
    const own = await startTestRedis();
    try {
      const { site, requests } = await silentServer({});
      const queue = ['--redis', own.url];
      expect(await start('enqueue', `${site}/one`, ...queue).ended).toBe(0);
      const out = join(dir, `gone-${signal}`);
      const { child, stderr, ended } = start('work', '--out', out, '--allow-private', ...queue);
      await until(() => requests.includes('/one'));
      await own.stop('SIGKILL');
      await until(() => stderr().includes('does not respond'));
      child.kill(signal);
      expect(await ended).toBe(EXIT_CODES[signal]);
    } finally {
      await own.remove();
    }
  });
});
