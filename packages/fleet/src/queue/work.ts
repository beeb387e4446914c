import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { timedSignal } from '@webpith/fetch';
import { DelayedError, WaitingError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { FleetError, hasCode, isFullDisk } from '../errors.js';
import { FORMATS, type Format } from '../output/shard.js';
import { unlessStopped } from '../stop.js';
import { ExtractionPool, type PoolOptions } from '../workers/pool.js';
import { hostOf } from './enqueue.js';
import type { JobData } from './jobs.js';
import type { ObjectStore } from './object-store.js';
import { politeness } from './pages-from-job.js';
import { type FleetJob, JobStopped, type JobTools, processJob } from './process-job.js';
import { type FleetQueue, type JobResult, keyPrefix, openQueue } from './queue.js';

const minutesRemembered = 24 * 60;

/** BullMQ's limit on stalls of a job, above our own limit (`mostDeaths`), which counts by page. */
const mostStalls = 30;

export async function work(options: WorkOptions): Promise<WorkSummary> {
  const { jobs = 2, hostDelay = 1000, lock = 30_000, drain = 1000, format = 'ndjson.zst' } = options;
  const { timeout = 20_000, maxSize = 20_000_000 } = options;
  const settings = { ...options, jobs, hostDelay, timeout, maxSize, lock, drain };
  const queue = openQueue(options.redis, options.queue);
  const pool = new ExtractionPool({ ...options.pool, packing: FORMATS[format].packing });
  const runner = new JobRunner(settings, queue, pool, format);
  const worker = runner.worker();
  try {
    await runner.untilDone();
  } finally {
    await runner.shutDown(worker);
    await pool.close();
  }
  if (runner.failure !== undefined) throw runner.failure;
  return runner.summary;
}

class JobRunner {
  readonly #done = { jobs: 0, rows: 0, errors: 0, failures: 0 };
  readonly #giveBack = new AbortController();
  readonly #stop = new AbortController();
  readonly #tools: JobTools;
  readonly #running = new Set<Promise<JobResult>>();
  failure: FleetError | undefined;

  constructor(
    private readonly settings: WorkSettings,
    private readonly queue: FleetQueue,
    pool: ExtractionPool,
    format: Format,
  ) {
    const { input, output, redis, hostDelay, allowPrivate = false, timeout, maxSize } = settings;
    const polite = politeness(redis, queue.name, hostDelay);
    const { signal } = this.#giveBack;
    const sources = { input, politeness: polite, allowPrivate, timeout, maxSize, signal };
    this.#tools = { queue, pool, output, format, sources };
  }

  get summary(): WorkSummary {
    return { ...this.#done };
  }

  worker(): Worker<JobData, JobResult, string> {
    const { redis, jobs, lock, onTrouble, onJob } = this.settings;
    const worker = new Worker<JobData, JobResult, string>(
      this.queue.name,
      (job, token) => this.#process(job, token ?? ''),
      {
        connection: redis,
        prefix: keyPrefix,
        name: `${hostname()}-${process.pid}`,
        concurrency: jobs,
        lockDuration: lock,
        stalledInterval: lock / 2,
        maxStalledCount: mostStalls,
        runRetryDelay: Math.min(lock / 2, 15_000),
        drainDelay: 5,
        metrics: { maxDataPoints: minutesRemembered },
      },
    );
    worker.on('completed', (job, result) => {
      this.#done.jobs++;
      this.#done.rows += result.repeated ? 0 : result.rows;
      this.#done.errors += result.repeated ? 0 : result.errors;
      onJob?.(job.id ?? '', result);
    });
    worker.on('failed', (job, error) => {
      this.#done.failures++;
      onTrouble?.(`job ${job?.id} failed: ${error.message}`);
    });
    worker.on('stalled', id => onTrouble?.(`job ${id} lost its worker and is delivered again`));
    // A lost connection is reported by the connection itself.
    worker.on('error', error => {
      if (!isConnectionTrouble(error)) onTrouble?.(error.message);
    });
    return worker;
  }

  async #process(job: FleetJob, token: string): Promise<JobResult> {
    await this.#awaitTurn(job, token);
    const result = processJob(job, this.#tools);
    this.#running.add(result);
    try {
      return await result;
    } catch (error) {
      if (isFullDisk(error) || hasCode(error, READ_ONLY)) this.#end(unwritable(this.settings.output, error));
      else if (!(error instanceof JobStopped) && !this.#giveBack.signal.aborted) throw error;
      await job.moveToWait(token);
      throw new WaitingError();
    } finally {
      this.#running.delete(result);
    }
  }

  async #awaitTurn(job: FleetJob, token: string): Promise<void> {
    const spec = (job.data as Partial<JobData> | undefined)?.spec;
    if (spec?.kind !== 'urls' || job.data.condemned !== undefined) return;
    const { hostDelay } = this.settings;
    const { wait, taken } = await this.#tools.sources.politeness.turn(hostOf(spec.urls?.[0] ?? ''), 0);
    if (taken) return;
    await job.moveToDelayed(Date.now() + Math.max(wait, hostDelay * TURNS_TO_WAIT), token);
    throw new DelayedError();
  }

  #end(failure: FleetError): void {
    this.failure ??= failure;
    this.#giveBack.abort();
    this.#stop.abort();
  }

  async untilDone(): Promise<void> {
    const { signal, untilEmpty = false } = this.settings;
    const { signal: stopped, release } = timedSignal(undefined, this.#stop.signal, signal);
    try {
      while (!stopped.aborted) {
        await sleep(untilEmpty ? POLL_INTERVAL : IDLE_POLL_INTERVAL, undefined, { signal: stopped }).catch(
          () => {},
        );
        if (untilEmpty && !stopped.aborted && (await this.#isEmpty(stopped))) return;
      }
    } finally {
      release();
    }
  }

  async #isEmpty(stopped: AbortSignal): Promise<boolean> {
    const request = this.queue.jobs.getJobCounts('waiting', 'prioritized', 'delayed', 'active');
    const counts = await unlessStopped(request, stopped).catch(error => {
      if (!stopped.aborted) throw error;
    });
    return counts !== undefined && Object.values(counts).every(count => count === 0);
  }

  /** Lets running jobs finish, puts back those that take too long, and does not wait for an unreachable Redis. */
  async shutDown(worker: Worker): Promise<void> {
    const { drain, redis } = this.settings;
    const isAway = redis.status !== 'ready';
    // Jobs cannot be put back while Redis is unreachable; it delivers them again when their locks expire.
    const closed = worker.close(isAway);
    closed.catch(() => {});
    if (!isAway && (await endsWithin(closed, this.#running.size === 0 ? GRACE : drain))) return;
    const winding = Promise.allSettled(this.#running);
    this.#giveBack.abort();
    await endsWithin(winding, GRACE);
    await endsWithin(closed, GRACE);
  }
}

const POLL_INTERVAL = 500;
const IDLE_POLL_INTERVAL = 3_600_000;
const GRACE = 500;
const TURNS_TO_WAIT = 10;

async function endsWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  const late = sleep(ms, false, { signal: timer.signal, ref: true }).catch(() => false);
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    timer.abort();
  }
}

function isConnectionTrouble(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code !== undefined || /connection is closed|connect(?:ion)? (?:lost|refused)/i.test(error.message);
}

const READ_ONLY: ReadonlySet<unknown> = new Set(['EROFS']);

function unwritable({ place }: ObjectStore, cause: unknown): FleetError {
  const [problem, remedy] = isFullDisk(cause)
    ? ['the disk is full', 'make room']
    : ['the disk is read-only', 'choose another place'];
  return new FleetError(
    'disk-full',
    `cannot write shards to ${place}: ${problem}; ${remedy} and start the worker again: its jobs are back in the queue`,
    { cause },
  );
}

export interface WorkOptions {
  readonly redis: Redis;
  readonly queue?: string | undefined;
  readonly input: ObjectStore;
  readonly output: ObjectStore;
  readonly format?: Format;
  readonly pool?: Omit<PoolOptions, 'packing'>;
  /** Concurrent jobs; a second one keeps the threads busy while the first ends. Default: 2. */
  readonly jobs?: number | undefined;
  /** Milliseconds between requests to a host, over all workers. Default: 1,000. */
  readonly hostDelay?: number | undefined;
  readonly allowPrivate?: boolean | undefined;
  readonly timeout?: number | undefined;
  readonly maxSize?: number | undefined;
  /** Milliseconds without a heartbeat after which a worker counts as dead. Default: 30,000. */
  readonly lock?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for running jobs to finish after a stop; unfinished jobs go back to the queue. Default: 1,000. */
  readonly drain?: number | undefined;
  readonly untilEmpty?: boolean | undefined;
  readonly onJob?: (id: string, result: JobResult) => void;
  readonly onTrouble?: (message: string) => void;
}

export interface WorkSummary {
  readonly jobs: number;
  readonly rows: number;
  readonly errors: number;
  readonly failures: number;
}

/** Options that have a default. */
type Numbers = 'jobs' | 'hostDelay' | 'timeout' | 'maxSize' | 'lock' | 'drain';
type WorkSettings = WorkOptions & { readonly [name in Numbers]: number };
