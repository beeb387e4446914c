import type { Redis } from 'ioredis';
import type { Format } from '../output/shard.js';
import type { PoolOptions } from '../workers/pool.js';
import type { ObjectStore } from './object-store.js';
import type { JobResult } from './queue.js';

export interface WorkOptions {
  /** Closed by the caller. */
  readonly redis: Redis;
  readonly queue?: string;
  /** Store of the WARC files and objects. */
  readonly input: ObjectStore;
  /** Store of the shards. */
  readonly output: ObjectStore;
  /** Default: `ndjson.zst`. */
  readonly format?: Format;
  readonly pool?: Omit<PoolOptions, 'packing'>;
  /** Concurrent jobs; a second one keeps the threads busy while the first ends. Default: 2. */
  readonly jobs?: number;
  /** Milliseconds between requests to a host, over all workers. Default: 1,000. */
  readonly hostDelay?: number;
  readonly allowPrivate?: boolean;
  /** Milliseconds per fetch. Default: 20,000. */
  readonly timeout?: number;
  /** Bytes per page. Default: 20 MB. */
  readonly maxSize?: number;
  /** Milliseconds without a heartbeat after which a worker counts as dead. Default: 30,000. */
  readonly lock?: number;
  /** Finishes current jobs, then stops. */
  readonly signal?: AbortSignal;
  /** Milliseconds for finishing; other jobs go back to the queue. Default: 1,000. */
  readonly drain?: number;
  /** Stop when the queue is empty. */
  readonly untilEmpty?: boolean;
  readonly onJob?: (id: string, result: JobResult) => void;
  /** Called for failed jobs and errors of the queue. */
  readonly onTrouble?: (message: string) => void;
}

export interface WorkSummary {
  readonly jobs: number;
  readonly rows: number;
  readonly errors: number;
  /** Failed attempts of this worker. */
  readonly failures: number;
}

export const workDefaults = {
  jobs: 2,
  hostDelay: 1000,
  timeout: 20_000,
  maxSize: 20_000_000,
  lock: 30_000,
  drain: 1000,
} as const;

export type WorkSettings = WorkOptions & { readonly [name in keyof typeof workDefaults]: number };
