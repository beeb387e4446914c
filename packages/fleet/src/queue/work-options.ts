import type { Redis } from 'ioredis';
import type { Format } from '../output/shard.js';
import type { PoolOptions } from '../workers/pool.js';
import type { ObjectStore } from './object-store.js';
import type { JobResult } from './queue.js';

/** What a worker works with; what is left out takes the default. */
export interface WorkOptions {
  /** Stays the caller's to close. */
  readonly redis: Redis;
  readonly queue?: string;
  /** Where WARC files and objects are. */
  readonly input: ObjectStore;
  /** Where shards go. */
  readonly output: ObjectStore;
  /** Of the shards. Default: `ndjson.zst`. */
  readonly format?: Format;
  readonly pool?: Omit<PoolOptions, 'packing'>;
  /** Jobs in hand at once: a second one keeps the threads busy while the first ends. Default: 2. */
  readonly jobs?: number;
  /** Milliseconds between two requests to a host, counted over all workers. Default: 1,000. */
  readonly hostDelay?: number;
  readonly allowPrivate?: boolean;
  /** Milliseconds for a fetch. Default: 20,000. */
  readonly timeout?: number;
  /** Most bytes of a page. Default: 20 MB. */
  readonly maxSize?: number;
  /** Milliseconds without a sign of life after which a worker counts as dead. Default: 30,000. */
  readonly lock?: number;
  /** Asks the worker to finish what it has in hand and to end. */
  readonly signal?: AbortSignal;
  /** Milliseconds for that; what is not finished then goes back to the queue. Default: 1,000. */
  readonly drain?: number;
  /** End when nothing is left to do. */
  readonly untilEmpty?: boolean;
  /** Told of every finished job. */
  readonly onJob?: (id: string, result: JobResult) => void;
  /** Told of jobs that failed and of what the queue complains of. */
  readonly onTrouble?: (message: string) => void;
}

/** What a worker did. */
export interface WorkSummary {
  readonly jobs: number;
  readonly rows: number;
  readonly errors: number;
  /** Jobs whose tries failed here. */
  readonly failures: number;
}

/** How a worker works when nothing else is said. */
export const workDefaults = {
  jobs: 2,
  hostDelay: 1000,
  timeout: 20_000,
  maxSize: 20_000_000,
  lock: 30_000,
  drain: 1000,
} as const;

/** Options with the defaults filled in. */
export type WorkSettings = WorkOptions & { readonly [name in keyof typeof workDefaults]: number };
