import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { FleetError } from '../errors.js';
import type { JobData } from './jobs.js';

/** What finished jobs leave behind: what came out of them. */
export interface JobResult {
  /** Rows in the shard. */
  readonly rows: number;
  /** Rows that say what went wrong with their page. */
  readonly errors: number;
  /** Bytes of the shard. */
  readonly bytes: number;
  /** Milliseconds from taking the job to the finished shard. */
  readonly ms: number;
  /** Whether the shard was there already: the job was delivered twice. */
  readonly repeated: boolean;
}

/** A queue of jobs of the fleet, and the connection it is on. */
export interface FleetQueue {
  readonly name: string;
  readonly redis: Redis;
  readonly jobs: Queue<JobData, JobResult, string>;
}

/** All keys in Redis start with it. */
export const keyPrefix = 'pith';

/** The queue's name when nothing else is said. */
const defaultQueueName = 'pages';

/** Opens a queue on a connection, which stays the caller's to close. */
export function openQueue(redis: Redis, name: string = defaultQueueName): FleetQueue {
  const jobs = new Queue<JobData, JobResult, string>(checkedName(name), {
    connection: redis,
    prefix: keyPrefix,
  });
  // The connection tells of its troubles itself; an event that nobody hears would end the process.
  jobs.on('error', () => {});
  return { name, redis, jobs };
}

/** A queue's name as BullMQ allows it. */
function checkedName(name: string): string {
  if (/^[\w.-]{1,100}$/.test(name)) return name;
  throw new FleetError(
    'bad-option',
    `expected a queue's name of letters, digits, dots, hyphens and underscores, got ${JSON.stringify(name)}; rename it`,
  );
}

/** The key of something of ours beside a queue's own keys. */
export function keyBeside(queue: string, ...parts: readonly string[]): string {
  return [`${keyPrefix}-fleet`, queue, ...parts].join(':');
}
