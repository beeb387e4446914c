import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Worker as QueueWorker } from 'bullmq';
import { FORMATS } from '../packages/fleet/dist/output/shard.js';
import { enqueue } from '../packages/fleet/dist/queue/enqueue.js';
import type { JobSpec, WarcJob } from '../packages/fleet/dist/queue/jobs.js';
import { folderStore } from '../packages/fleet/dist/queue/object-store.js';
import { connectRedis, keyPrefix, openQueue } from '../packages/fleet/dist/queue/queue.js';
import { countJob } from '../packages/fleet/dist/queue/status.js';
import { startTestRedis } from '../packages/fleet/dist/queue/testing/redis-server.js';
import { work } from '../packages/fleet/dist/queue/work.js';
import { rowsInOrder } from '../packages/fleet/dist/workers/in-order.js';
import { ExtractionPool } from '../packages/fleet/dist/workers/pool.js';
import { recordsOfWarc } from '../packages/sources/dist/warc/read.js';
import { gzipMembers, warcRecord } from '../packages/sources/src/testing/warc.js';
import { median } from './figures.js';
import { generatedPage } from './generated-pages.js';

/** Overhead of a job besides its pages. Times in seconds, sizes in bytes. */
export interface QueueFigures {
  readonly pagesPerJob: number;
  readonly jobs: number;
  /** Wall time of a job with the queue minus without: median and all rounds. */
  readonly overhead: number;
  readonly overheads: readonly number[];
  /** CPU time of the worker, likewise. */
  readonly overheadCpu: number;
  /** A job without the queue, for comparison. */
  readonly direct: number;
  /** Adding a job to the queue. */
  readonly enqueue: number;
  /** A job without pages: taken, finished and counted by one worker. */
  readonly emptyJob: number;
  /** CPU time of Redis' main thread for a job without pages; long jobs would include its housekeeping. */
  readonly redisTimePerJob: number;
  /** Commands sent by a worker. */
  readonly commandsPerJob: number;
  readonly redisBytesPerJob: number;
  readonly redisVersion: string;
}

const PAGES = 100;
const PAGE_SIZE = 700;
const JOBS = 40;
const ROUNDS = 10;
const WAITING = 5000;
const EMPTY = 3000;

/** Pages are read and written but not extracted: extraction does not depend on the queue and would dominate. */
const IDLE = {
  workers: 1,
  columns: ['title'] as const,
  extractor: new URL('../packages/fleet/dist/queue/testing/idle-extractor.js', import.meta.url).href,
};

/** Time per job over many consecutive jobs. */
interface Pace {
  readonly seconds: number;
  readonly cpu: number;
}

/** Measures the queue on its own Redis: jobs of a hundred pages, with and without the queue, alternating. */
export async function measureQueue(): Promise<QueueFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'pith-queue-'));
  const server = await startTestRedis();
  const redis = connectRedis(server.url);
  try {
    const specs = await jobsOf(folder);
    const direct: Pace[] = [];
    const queued: (Pace & { enqueue: number; commands: number })[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      direct.push(await withoutQueue(folder, specs, round));
      queued.push(await byQueue(redis, folder, specs, round));
    }
    // The first round is a warm-up.
    const later = <T>(values: readonly T[]) => values.slice(1);
    const pairs = later(queued).map((pace, i) => [pace, later(direct)[i]!] as const);
    return {
      pagesPerJob: PAGES,
      jobs: JOBS * (ROUNDS - 1),
      overhead: median(pairs.map(([a, b]) => a.seconds - b.seconds)),
      overheads: pairs.map(([a, b]) => a.seconds - b.seconds),
      overheadCpu: median(pairs.map(([a, b]) => a.cpu - b.cpu)),
      direct: median(later(direct).map(({ seconds }) => seconds)),
      enqueue: median(later(queued).map(each => each.enqueue)),
      ...(await emptyJobs(redis)),
      commandsPerJob: median(later(queued).map(each => each.commands)),
      redisBytesPerJob: await bytesPerJob(redis),
      redisVersion: field(await redis.info('server'), 'redis_version'),
    };
  } finally {
    redis.disconnect();
    await server.remove();
    await rm(folder, { recursive: true });
  }
}

type Redis = ReturnType<typeof connectRedis>;

async function jobsOf(folder: string): Promise<WarcJob[]> {
  const specs: WarcJob[] = [];
  for (let job = 0; job < JOBS; job++) {
    const key = `${job}.warc.gz`;
    const pages = Array.from({ length: PAGES }, (_, i) => generatedPage(PAGE_SIZE, job * PAGES + i + 1));
    await writeFile(join(folder, key), gzipMembers(pages.map(body => warcRecord({ body }))));
    specs.push({ kind: 'warc', key, offset: 0, length: (await stat(join(folder, key))).size });
  }
  return specs;
}

/** The same reading, extraction and writing, one job after another. */
async function withoutQueue(folder: string, specs: readonly WarcJob[], round: number): Promise<Pace> {
  const pool = new ExtractionPool({ ...IDLE, packing: FORMATS['ndjson.zst'].packing });
  const store = folderStore(join(folder, `direct-${round}`));
  const paces = pacer();
  async function* rowsOf(spec: WarcJob) {
    const pages = recordsOfWarc(join(folder, spec.key), { from: 0, to: spec.length });
    for await (const { bytes } of rowsInOrder(pages, pool)) yield bytes;
  }
  for (const spec of specs) {
    await store.put(spec.key, rowsOf(spec));
    paces.tick();
  }
  await pool.close();
  return paces.pace();
}

async function byQueue(redis: Redis, folder: string, specs: readonly JobSpec[], round: number) {
  const name = `round-${round}`;
  const queue = openQueue(redis, name);
  const begun = performance.now();
  await enqueue(queue, specs);
  const enqueued = (performance.now() - begun) / 1000 / specs.length;
  const sent = countCommands(redis);
  const paces = pacer();
  const stop = new AbortController();
  let left = specs.length;
  await work({
    redis,
    queue: name,
    input: folderStore(folder),
    output: folderStore(join(folder, name)),
    pool: IDLE,
    jobs: 1,
    signal: stop.signal, // instead of `untilEmpty`, whose queries would be counted
    onJob: () => {
      paces.tick();
      if (--left === 0) stop.abort();
    },
  });
  return {
    ...paces.pace(),
    enqueue: enqueued,
    commands: sent() / specs.length,
  };
}

function pacer() {
  let ticks = 0;
  let first = { at: 0, cpu: 0 };
  let last = first;
  return {
    tick() {
      const { user, system } = process.cpuUsage();
      last = { at: performance.now(), cpu: user + system };
      if (ticks++ === 0) first = last;
    },
    pace: (): Pace => ({
      seconds: (last.at - first.at) / 1000 / (ticks - 1),
      cpu: (last.cpu - first.cpu) / 1e6 / (ticks - 1),
    }),
  };
}

/** The queue alone: many consecutive jobs without pages. */
async function emptyJobs(redis: Redis): Promise<{ emptyJob: number; redisTimePerJob: number }> {
  const queue = openQueue(redis, 'empty');
  const result = { rows: PAGES, errors: 1, bytes: 1, ms: 1, repeated: false };
  const before = await mainThread(redis);
  await enqueue(
    queue,
    Array.from({ length: EMPTY }, (_, i) => ({ kind: 'warc', key: 'a', offset: i, length: 1 }) as const),
  );
  let left = EMPTY;
  const begun = performance.now();
  await new Promise<void>((resolve, reject) => {
    const options = { connection: redis, prefix: keyPrefix, metrics: { maxDataPoints: 60 } };
    const worker = new QueueWorker(
      queue.name,
      async () => {
        void countJob(queue, result);
        return result;
      },
      options,
    );
    worker.on('error', reject);
    worker.on('completed', () => {
      if (--left === 0) worker.close().then(resolve, reject);
    });
  });
  const emptyJob = (performance.now() - begun) / 1000 / EMPTY;
  return { emptyJob, redisTimePerJob: ((await mainThread(redis)) - before) / EMPTY };
}

function countCommands(redis: Redis): () => number {
  let count = 0;
  const send = redis.sendCommand;
  redis.sendCommand = function (this: Redis, ...args: Parameters<typeof send>) {
    count++;
    return send.apply(this, args);
  } as typeof send;
  return () => {
    redis.sendCommand = send;
    return count;
  };
}

/** CPU seconds of the thread that runs all commands. */
async function mainThread(redis: Redis): Promise<number> {
  const info = await redis.info('cpu');
  return Number(field(info, 'used_cpu_user_main_thread')) + Number(field(info, 'used_cpu_sys_main_thread'));
}

async function bytesPerJob(redis: Redis): Promise<number> {
  const memory = async () => Number(field(await redis.info('memory'), 'used_memory'));
  const key =
    'crawl-data/CC-MAIN-2026-01/segments/1700000000000.00/warc/CC-MAIN-20260101000000-20260101030000-00000.warc.gz';
  const before = await memory();
  const jobs = Array.from(
    { length: WAITING },
    (_, i) => ({ kind: 'warc', key, offset: i * 4_000_000, length: 4_000_000 }) as const,
  );
  await enqueue(openQueue(redis, 'waiting'), jobs);
  return ((await memory()) - before) / WAITING;
}

function field(info: string, name: string): string {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
}
