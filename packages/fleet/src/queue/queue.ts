import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { FleetError } from '../errors.js';
import type { JobData } from './jobs.js';

export interface JobResult {
  readonly rows: number;
  /** Rows with an error. */
  readonly errors: number;
  /** Size of the shard. */
  readonly bytes: number;
  /** Milliseconds from taking the job to the finished shard. */
  readonly ms: number;
  /** True if the shard existed: the job was delivered twice. */
  readonly repeated: boolean;
}

export interface FleetQueue {
  readonly name: string;
  readonly redis: Redis;
  readonly jobs: Queue<JobData, JobResult, string>;
}

/** Prefix of all keys in Redis. */
export const keyPrefix = 'pith';

const defaultQueueName = 'pages';

/** Opens a queue; the caller closes the connection. */
export function openQueue(redis: Redis, name: string = defaultQueueName): FleetQueue {
  const jobs = new Queue<JobData, JobResult, string>(checkedName(name), {
    connection: redis,
    prefix: keyPrefix,
  });
  // The connection reports errors itself; an unhandled error event would end the process.
  jobs.on('error', () => {});
  return { name, redis, jobs };
}

function checkedName(name: string): string {
  if (/^[\w.-]{1,100}$/.test(name)) return name;
  throw new FleetError(
    'bad-option',
    `expected a queue's name of letters, digits, dots, hyphens and underscores, got ${JSON.stringify(name)}; rename it`,
  );
}

/** A Redis key outside BullMQ's own keys. */
export function keyBeside(queue: string, ...parts: readonly string[]): string {
  return [`${keyPrefix}-fleet`, queue, ...parts].join(':');
}
