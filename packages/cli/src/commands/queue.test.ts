import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  freePort,
  hasRedisServer,
  startTestRedis,
  type TestRedis,
} from '../../../fleet/src/queue/testing/redis-server.js';
import { main } from '../main.js';
import { memoryIo } from '../testing/memory-io.js';

let redis: TestRedis;
let folder: string;

beforeAll(async () => {
  if (hasRedisServer) redis = await startTestRedis();
  folder = await mkdtemp(join(tmpdir(), 'pith-queue-'));
});

afterAll(async () => {
  await redis?.remove();
  await rm(folder, { recursive: true, force: true });
});

async function pith(...args: string[]) {
  const io = memoryIo();
  const code = await main([...args, ...(redis === undefined ? [] : ['--redis', redis.url])], io);
  return { code, out: io.out(), err: io.err() };
}

const page = (title: string) =>
  `<!doctype html><title>${title}</title><article><h1>${title}</h1><p>The tide comes in twice a day, and the boats wait for it.</p></article>`;

describe.skipIf(!hasRedisServer)('the queue on the command line', () => {
  it('processes pages from a folder to shards, and reports progress', async () => {
    for (const title of ['One', 'Two']) await writeFile(join(folder, `${title}.html`), page(title));
    const queued = await pith('enqueue', folder, '--root', folder, '--per-job', '1', '--json');
    expect(JSON.parse(queued.out)).toEqual({ added: 2, known: 0 });
    expect((await pith('enqueue', folder, '--root', folder, '--per-job', '1')).err).toContain(
      '0 jobs queued, 2 already queued',
    );
    expect((await pith('fleet', 'status')).out).toMatch(/jobs +waiting 2, delayed 0, active 0/);
    const out = join(folder, 'out');
    const done = await pith(
      'work',
      '--root',
      folder,
      '--out',
      out,
      '--workers',
      '1',
      '--until-empty',
      '--json',
    );
    expect(JSON.parse(done.out)).toEqual({ jobs: 2, rows: 2, errors: 0, failures: 0 });
    const status = JSON.parse((await pith('fleet', 'status', '--json')).out);
    expect(status.totals).toMatchObject({ jobs: 2, rows: 2 });
    expect((await pith('fleet', 'metrics')).out).toContain('pith_pages_total{queue="pages"} 2\n');
  });

  it('lists failed jobs and puts them back', async () => {
    const lost = join(folder, 'lost.html');
    const queue = ['--queue', 'lost'];
    await writeFile(lost, page('Lost'));
    expect((await pith('enqueue', lost, '--root', folder, '--attempts', '1', ...queue)).code).toBe(0);
    await rm(lost);
    const work = ['work', '--root', folder, '--out', join(folder, 'out'), '--workers', '1', '--until-empty'];
    expect((await pith(...work, ...queue)).err).toContain('lost.html is not in');
    const letter = JSON.parse((await pith('fleet', 'dead', '--json', ...queue)).out);
    expect(letter).toMatchObject({ about: 'lost.html', tries: 1 });
    expect((await pith('fleet', 'dead', ...queue)).out).toContain(letter.id);
    await writeFile(lost, page('Lost'));
    expect((await pith('fleet', 'retry', letter.id, ...queue)).err).toContain('1 job returned to the queue');
    expect((await pith(...work, ...queue)).err).toContain('1 job, 1 page, 0 errors, 0 failed attempts');
    const again = await pith('fleet', 'retry', letter.id, ...queue);
    expect(again.code).toBe(1);
    expect(again.err).toContain('no failed jobs with these ids');
    expect((await pith('fleet', 'dead', ...queue)).err).toContain('no failed jobs');
  });

  it('rejects inputs that workers cannot read', async () => {
    const outside = await pith('enqueue', folder, '--root', join(folder, 'out'));
    expect(outside.code).toBe(1);
    expect(outside.err).toContain('is not below');
  });
});

describe('a command without Redis', () => {
  it('reports a timeout', async () => {
    const io = memoryIo();
    const url = `redis://127.0.0.1:${await freePort()}`;
    expect(await main(['fleet', 'status', '--redis', url, '--timeout', '0.2'], io)).toBe(1);
    expect(io.err()).toMatch(/Redis at 127\.0\.0\.1:\d+ did not respond/);
  });

  it('rejects an invalid Redis URL', async () => {
    const io = memoryIo();
    expect(await main(['fleet', 'status', '--redis', 'localhost'], io)).toBe(1);
    expect(io.err()).toContain('expected the address of Redis as redis://HOST:PORT');
  });

  it('requires job ids or --all to retry', async () => {
    const io = memoryIo();
    expect(await main(['fleet', 'retry'], io)).toBe(2);
    expect(io.err()).toContain('give job ids or --all');
  });
});
