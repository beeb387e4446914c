import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Redis } from 'ioredis';
import { rowsOfShard } from '../../output/read.js';
import type { Row } from '../../output/row.js';
import { enqueue, jobsFromInputs } from '../enqueue.js';
import { connectRedis, type FleetQueue, openQueue } from '../queue.js';
import { until } from './until.js';
import { testPage, writeTestWarc } from './warc-file.js';
import type { WorkerProcessOptions } from './worker-process.js';

/** Milliseconds without a heartbeat after which the workers of tests count as dead. */
export const testLock = 1500;

/** A worker process of a test and its output. */
export interface TestWorker {
  readonly process: ChildProcess;
  stderr(): string;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Resolves with its exit code or signal. */
  ended(): Promise<number | string>;
}

/** A queue with its own folders and worker processes. */
export class SmallFleet {
  readonly workers: TestWorker[] = [];

  private constructor(
    readonly url: string,
    readonly redis: Redis,
    readonly queue: FleetQueue,
    readonly folder: string,
  ) {}

  static async start(url: string, name: string): Promise<SmallFleet> {
    const folder = await mkdtemp(join(tmpdir(), 'pith-fleet-'));
    const redis = connectRedis(url, { longestWait: 300 });
    return new SmallFleet(url, redis, openQueue(redis, name), folder);
  }

  /** Queues the pages of a WARC file as several jobs; returns the digests of the pages. */
  async enqueuePages(attributes: readonly string[], jobs: number): Promise<string[]> {
    const file = join(this.folder, 'pages.warc.gz');
    const digests = await writeTestWarc(
      file,
      attributes.map((attribute, number) => testPage(number, attribute)),
    );
    const { length } = await readFile(file);
    const cut = { root: this.folder, rangeSize: Math.ceil(length / jobs) };
    await enqueue(this.queue, jobsFromInputs([file], cut), { backoff: 50 });
    return digests;
  }

  /** Starts a worker process from the build. */
  startWorker(options: Partial<WorkerProcessOptions> = {}): TestWorker {
    const file = fileURLToPath(new URL('../../../dist/queue/testing/worker-process.js', import.meta.url));
    const workerOptions: WorkerProcessOptions = {
      redis: this.url,
      queue: this.queue.name,
      root: this.folder,
      out: this.outFolder,
      lock: testLock,
      ...options,
    };
    const child = spawn(process.execPath, [file, JSON.stringify(workerOptions)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', chunk => {
      stderr += chunk;
    });
    const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
    const worker: TestWorker = {
      process: child,
      stderr: () => stderr,
      ended: () => ended,
      async kill() {
        child.kill('SIGKILL');
        await ended;
      },
    };
    this.workers.push(worker);
    return worker;
  }

  get outFolder(): string {
    return join(this.folder, 'out');
  }

  async count(...states: Parameters<FleetQueue['jobs']['getJobCounts']>): Promise<number> {
    const counts = await this.queue.jobs.getJobCounts(...states);
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
  }

  async untilEmpty(limit = 120_000): Promise<void> {
    const open = () => this.count('waiting', 'prioritized', 'delayed', 'active');
    await until(async () => (await open()) === 0, 'an empty queue', limit);
  }

  /** All output rows. */
  async rows(): Promise<Row[]> {
    const names = await readdir(this.outFolder, { recursive: true });
    const rows: Row[] = [];
    for (const name of names.filter(each => each.endsWith('.ndjson.zst'))) {
      for await (const row of rowsOfShard(join(this.outFolder, name))) rows.push(row);
    }
    return rows;
  }

  /** Digests of all pages in the output, sorted. */
  async digests(): Promise<string[]> {
    return (await this.rows()).flatMap(({ digest }) => digest ?? []).sort();
  }

  async remove(): Promise<void> {
    await Promise.all(this.workers.map(worker => worker.kill()));
    this.redis.disconnect();
    await rm(this.folder, { recursive: true, force: true });
  }
}
