import { type FleetQueue, type JobResult, keyBeside } from './queue.js';

/** Totals over all workers of a queue. */
export interface Totals {
  readonly jobs: number;
  readonly rows: number;
  /** Rows with an error. */
  readonly errors: number;
  readonly bytes: number;
  /** Milliseconds spent on jobs. */
  readonly ms: number;
  /** Jobs whose shard existed. */
  readonly repeated: number;
}

const fields = [
  'jobs',
  'rows',
  'errors',
  'bytes',
  'ms',
  'repeated',
] as const satisfies readonly (keyof Totals)[];

/**
 * Adds a finished job to the totals, which are informative: a worker that dies in between leaves them one job short.
 */
export async function countJob({ redis, name }: FleetQueue, result: JobResult): Promise<void> {
  const key = keyBeside(name, 'totals');
  const amounts: Totals = result.repeated
    ? { jobs: 1, rows: 0, errors: 0, bytes: 0, ms: Math.round(result.ms), repeated: 1 }
    : { ...result, jobs: 1, ms: Math.round(result.ms), repeated: 0 };
  const pipeline = redis.pipeline();
  for (const field of fields) if (amounts[field] !== 0) pipeline.hincrby(key, field, amounts[field]);
  await pipeline.exec();
}

export async function readTotals({ redis, name }: FleetQueue): Promise<Totals> {
  const found = await redis.hgetall(keyBeside(name, 'totals'));
  const entries = fields.map(field => [field, Number(found[field] ?? 0)]);
  return Object.fromEntries(entries) as unknown as Totals;
}
