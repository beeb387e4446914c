import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { FleetError } from '../errors.js';
import type { JobData } from './jobs.js';

export interface JobResult {
  readonly rows: number;
  readonly errors: number;
  readonly bytes: number;
  readonly ms: number;
  /** True if the shard existed: the job was delivered twice. */
  readonly repeated: boolean;
}

export interface FleetQueue {
  readonly name: string;
  readonly redis: Redis;
  readonly jobs: Queue<JobData, JobResult, string>;
}

export const keyPrefix = 'pith';

const defaultQueueName = 'pages';

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
    `expected a queue's name of letters, digits, dots, hyphens and underscores, got ${JSON.stringify(name)}`,
  );
}

/** Prefixed, so that it cannot clash with keys of BullMQ. */
export function fleetKey(queue: string, ...parts: readonly string[]): string {
  return [`${keyPrefix}-fleet`, queue, ...parts].join(':');
}

export interface ConnectionOptions {
  /** Called when Redis does not respond, once a minute while it does not, and when it is back. */
  readonly onTrouble?: ((message: string) => void) | undefined;
  /** Longest delay between attempts in milliseconds. Default: 10,000. */
  readonly longestWait?: number | undefined;
}

const REMIND_EVERY = 60_000;

export const defaultRedisUrl = 'redis://127.0.0.1:6379';

/** A connection that never gives up: commands wait for the reconnection, and pending ones are sent again. */
export function connectRedis(url: string, options: ConnectionOptions = {}): Redis {
  const place = checkedAddress(url);
  const trouble = troubleReporter(place, options);
  const redis: Redis = new Redis(url, {
    maxRetriesPerRequest: null, // commands wait for the reconnection
    // BullMQ copies the connection with its options: once this one is closed, the copies must stop retrying.
    retryStrategy: tries =>
      redis.status === 'end' ? null : trouble.retryDelay(tries, options.longestWait ?? 10_000),
    reconnectOnError: error => error.message.startsWith('READONLY'), // a replica that took over
  });
  redis.on('error', error => trouble.remember(error));
  redis.on('ready', () => trouble.over());
  return redis;
}

function checkedAddress(url: string): string {
  if (!URL.canParse(url) || !/^rediss?:$/.test(new URL(url).protocol)) {
    throw new FleetError(
      'bad-option',
      `expected the address of Redis as redis://HOST:PORT, got ${JSON.stringify(withoutPassword(url))}`,
    );
  }
  const { hostname, port } = new URL(url);
  return `${hostname || '127.0.0.1'}:${port || '6379'}`;
}

function withoutPassword(url: string): string {
  return url.replace(/\/\/[^@/]{0,500}@/, '//…@');
}

function troubleReporter(place: string, { onTrouble }: ConnectionOptions) {
  let last = 'it closed the connection';
  let silentUntil = 0;
  let isLost = false;
  return {
    remember(error: Error): void {
      last = error.message || (error as NodeJS.ErrnoException).code || last;
    },
    retryDelay(tries: number, longest: number): number {
      const wait = Math.min(100 * 2 ** Math.min(tries - 1, 20), longest);
      isLost = true;
      const now = Date.now();
      if (now >= silentUntil) {
        silentUntil = now + REMIND_EVERY;
        onTrouble?.(
          `Redis at ${place} does not respond (${last}). Retrying until it does; no data is lost. Start it, or choose another with --redis`,
        );
      }
      return wait;
    },
    over(): void {
      if (isLost) onTrouble?.(`Redis at ${place} is back`);
      isLost = false;
      silentUntil = 0;
    },
  };
}

export async function untilReachable(redis: Redis, timeout?: number): Promise<void> {
  if (timeout === undefined) {
    await redis.ping();
    return;
  }
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unreachable(redis, timeout)), timeout);
  });
  try {
    await Promise.race([redis.ping(), late]);
  } finally {
    clearTimeout(timer);
  }
}

function unreachable(redis: Redis, timeout: number): FleetError {
  const { host, port } = redis.options;
  return new FleetError(
    'queue',
    `Redis at ${host}:${port} did not respond within ${timeout / 1000} s; start it or choose another with --redis`,
  );
}
