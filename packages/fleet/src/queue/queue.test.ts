import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isFullDisk } from '../errors.js';
import { deadLetters, putAllBack, putBack } from './dead-letters.js';
import { enqueue, jobsFromUrls } from './enqueue.js';
import { checkedJobData, describeJob, type JobSpec, jobId } from './jobs.js';
import { folderStore } from './object-store.js';
import { politeness } from './pages-from-job.js';
import { connectRedis, type FleetQueue, fleetKey, keyPrefix, openQueue, untilReachable } from './queue.js';
import { countJob, fleetStatus, metricsText } from './status.js';
import { freePort, hasRedisServer, startTestRedis, type TestRedis } from './testing/redis-server.js';
import { until } from './testing/until.js';

let server: TestRedis;
let redis: Redis;
let queue: FleetQueue;

beforeAll(async () => {
  if (!hasRedisServer) return;
  server = await startTestRedis();
  redis = connectRedis(server.url);
});

beforeEach(async () => {
  if (!hasRedisServer) return;
  await redis.flushall();
  queue = openQueue(redis, 'test');
});

afterAll(async () => {
  redis?.disconnect();
  await server?.remove();
});

const range = (offset: number): JobSpec => ({ kind: 'warc', key: 'a/b.warc.gz', offset, length: 10 });

/** Runs `process` for every job until the queue is empty. */
async function workOff(process: (spec: JobSpec) => void, options = {}): Promise<void> {
  const worker = new Worker('test', async job => process(job.data.spec), {
    connection: redis,
    prefix: keyPrefix,
    ...options,
  });
  worker.on('error', () => {});
  const open = async () => {
    const counts = await queue.jobs.getJobCounts('waiting', 'prioritized', 'delayed', 'active');
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
  };
  await until(async () => (await open()) === 0, 'an empty queue');
  await worker.close();
}

describe('jobId', () => {
  it('is equal only for the same work', () => {
    expect(jobId(range(1))).toBe(jobId({ length: 10, offset: 1, kind: 'warc', key: 'a/b.warc.gz' }));
    const ids = [
      range(1),
      range(2),
      { ...range(1), only: '3' },
      { kind: 'objects', keys: ['a/b.warc.gz'] } as const,
    ].map(jobId);
    expect(new Set(ids).size).toBe(4);
  });
});

describe('checkedJobData', () => {
  it.each([
    null,
    7,
    {},
    { spec: { kind: 'warc', key: 'a' } },
    { spec: { kind: 'urls', urls: [] } },
    { spec: { kind: 'shell' } },
  ])('rejects %j', data => {
    expect(() => checkedJobData(data)).toThrow(/expected a job of the kind/);
  });
});

describe.skipIf(!hasRedisServer)('enqueue', () => {
  it('queues the same work once', async () => {
    expect(await enqueue(queue, [range(1), range(2)])).toEqual({ added: 2, known: 0 });
    expect(await enqueue(queue, [range(2), range(3)])).toEqual({ added: 1, known: 1 });
    expect((await fleetStatus(queue)).jobs.waiting).toBe(3);
  });

  it('runs urgent jobs first', async () => {
    await enqueue(queue, [range(1), range(2)]);
    await enqueue(queue, [range(3)], { priority: 1 });
    const order: number[] = [];
    await workOff(spec => order.push((spec as { offset: number }).offset));
    expect(order).toEqual([3, 1, 2]);
  });
});

describe('jobsFromUrls', () => {
  it('makes jobs with one host each', async () => {
    const urls = ['http://a.test/1', 'http://b.test/1', 'http://a.test/2', 'http://a.test/3', 'nonsense'];
    const jobs: string[] = [];
    for await (const job of jobsFromUrls(urls, 2)) jobs.push(describeJob(job));
    expect(jobs).toEqual(['http://a.test/1 and 1 more', 'http://b.test/1', 'http://a.test/3', 'nonsense']);
  });
});

describe.skipIf(!hasRedisServer)('dead letters', () => {
  it('contain jobs that used up their attempts, and can be put back', async () => {
    await enqueue(queue, [range(1), range(2)], { attempts: 2, backoff: 1 });
    let tries = 0;
    await workOff(spec => {
      if ((spec as { offset: number }).offset === 2) return;
      tries++;
      throw new Error('no such file');
    });
    expect(tries).toBe(2);
    const [letter, ...others] = await deadLetters(queue);
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ id: jobId(range(1)), reason: 'no such file', tries: 2 });
    expect(letter!.about).toBe('a/b.warc.gz from 1, 10 bytes');
    expect(await putBack(queue, [letter!.id, 'warc-unknown'])).toEqual([letter!.id]);
    await workOff(() => {});
    expect(await deadLetters(queue)).toEqual([]);
  });

  it('can be put back all at once', async () => {
    await enqueue(
      queue,
      Array.from({ length: 130 }, (_, i) => range(i)),
    );
    await workOff(() => {
      throw new UnrecoverableError('hopeless');
    });
    expect((await fleetStatus(queue)).jobs.dead).toBe(130);
    expect(await putAllBack(queue)).toHaveLength(130);
    expect((await fleetStatus(queue)).jobs).toMatchObject({ dead: 0, waiting: 130 });
  });
});

describe.skipIf(!hasRedisServer)('politeness', () => {
  it('gives successive turns across connections', async () => {
    const other = connectRedis(server.url);
    const polite = [politeness(redis, 'test', 60_000), politeness(other, 'test', 60_000)];
    const waits: number[] = [];
    for (let i = 0; i < 4; i++) waits.push((await polite[i % 2]!.turn('a.test', 1e9)).wait);
    other.disconnect();
    const gaps = waits.slice(1).map((wait, i) => Math.round((wait - waits[i]!) / 60_000));
    expect(gaps).toEqual([1, 1, 1]);
    expect((await polite[0]!.turn('b.test', 0)).wait).toBe(0);
  });

  it('does not take a turn that is too far in the future', async () => {
    const polite = politeness(redis, 'test', 60_000);
    expect((await polite.turn('a.test', 0)).taken).toBe(true);
    const late = await polite.turn('a.test', 1000);
    expect(late.taken).toBe(false);
    expect(late.wait).toBeGreaterThan(50_000);
    expect((await polite.turn('a.test', 1e9)).wait).toBeLessThanOrEqual(late.wait);
  });

  it('does not wait for the old time if the clock of Redis was set back', async () => {
    const hourAhead = Date.now() + 3_600_000;
    await redis.set(fleetKey('test', 'host', 'c.test'), `${hourAhead + 60_000}:${hourAhead}`);
    expect((await politeness(redis, 'test', 60_000).turn('c.test', 1e9)).wait).toBe(60_000);
  });
});

describe.skipIf(!hasRedisServer)('status and metrics', () => {
  it('report the output of workers', async () => {
    await enqueue(queue, [range(1)]);
    await countJob(queue, { rows: 100, errors: 2, bytes: 5000, ms: 1500.4, repeated: false });
    await countJob(queue, { rows: 100, errors: 2, bytes: 5000, ms: 20, repeated: true });
    const status = await fleetStatus(queue);
    expect(status.totals).toEqual({ jobs: 2, rows: 100, errors: 2, bytes: 5000, ms: 1520, repeated: 1 });
    expect(status.redis.persistent).toBe(true);
    const text = metricsText(status);
    expect(text).toContain('pith_jobs{queue="test",state="waiting"} 1\n');
    expect(text).toContain('# TYPE pith_pages_total counter\npith_pages_total{queue="test"} 100\n');
    expect(text.split('\n').filter(line => line !== '' && !/^(#|\w+\{[^}]*\} [\d.e+]+$)/.test(line))).toEqual(
      [],
    );
  });
});

describe('connectRedis', () => {
  it('waits for a Redis that is not running yet, and reports it', async () => {
    const port = await freePort();
    const messages: string[] = [];
    const waiting = connectRedis(`redis://user:secret@127.0.0.1:${port}`, {
      onTrouble: text => messages.push(text),
    });
    await expect(untilReachable(waiting, 150)).rejects.toThrow(/Redis at 127\.0\.0\.1:\d+ did not respond/);
    waiting.disconnect();
    expect(messages[0]).toMatch(/does not respond .*retrying/i);
    expect(messages.join()).not.toContain('secret');
  });

  it('rejects a URL that is not for Redis without printing its password', () => {
    expect(() => connectRedis('http://user:secret@host')).toThrow(/expected the address of Redis/);
    expect(() => connectRedis('http://user:secret@host')).not.toThrow(/secret/);
  });
});

async function* bytesOf(text: string, error?: Error) {
  yield Buffer.from(text);
  if (error !== undefined) throw error;
}

describe('folderStore', () => {
  it('leaves no file behind if writing fails', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pith-store-'));
    await expect(folderStore(folder).put('key', bytesOf('half', new Error('cut')))).rejects.toThrow('cut');
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it('keeps the first of two values with the same key', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pith-store-'));
    const store = folderStore(join(folder, 'out'));
    expect(await store.has('deep/key')).toBe(false);
    expect(await store.put('deep/key', bytesOf('one'))).toBe(true);
    expect(await store.put('deep/key', bytesOf('two'))).toBe(false);
    expect(await readFile(await store.get('deep/key'), 'utf8')).toBe('one');
    expect(await readdir(join(folder, 'out/deep'))).toEqual(['key']);
    await expect(store.get('deep/other')).rejects.toThrow(/deep\/other is not in/);
    await rm(folder, { recursive: true });
  });

  it.each(['../x', '/etc/passwd', 'a/../../x', '', 'a//b', 'a\\..\\b', './a', 'a\0b'])(
    'rejects the key %j',
    async key => {
      await expect((async () => folderStore('.').get(key))()).rejects.toThrow(/expected a key such as/);
    },
  );

  it('recognises a full disk in a wrapped error', () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    expect(isFullDisk(new Error('cannot write', { cause: full }))).toBe(true);
    expect(isFullDisk(new Error('other'))).toBe(false);
  });
});
