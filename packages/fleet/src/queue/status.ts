import type { FleetQueue } from './queue.js';
import { readTotals, type Totals } from './totals.js';

export interface JobCounts {
  readonly waiting: number;
  /** Waiting for a retry or their host. */
  readonly delayed: number;
  readonly active: number;
  /** Finished jobs that the queue still stores. */
  readonly completed: number;
  /** Failed for good. */
  readonly dead: number;
}

export interface WorkerInfo {
  readonly name: string;
  readonly address: string;
}

export interface FleetStatus {
  readonly queue: string;
  readonly jobs: JobCounts;
  readonly workers: readonly WorkerInfo[];
  readonly totals: Totals;
  /** Jobs finished in each of the last minutes, latest first. */
  readonly perMinute: readonly number[];
  /** Seconds until the queue is empty at the current rate, if known. */
  readonly secondsLeft?: number;
  readonly redis: { readonly version: string; readonly memory: number; readonly persistent: boolean };
}

const minutesShown = 15;

export async function fleetStatus(queue: FleetQueue): Promise<FleetStatus> {
  const [jobs, workers, totals, perMinute, info] = await Promise.all([
    jobCounts(queue),
    queue.jobs.getWorkers(),
    readTotals(queue),
    finishedPerMinute(queue),
    queue.redis.info(),
  ]);
  const left = secondsLeft(jobs.waiting + jobs.delayed + jobs.active, perMinute);
  return {
    queue: queue.name,
    jobs,
    workers: workers.map(worker => ({ name: workerName(worker.rawname), address: worker.addr ?? '' })),
    totals,
    perMinute,
    ...(left === undefined ? {} : { secondsLeft: left }),
    redis: {
      version: infoField(info, 'redis_version'),
      memory: Number(infoField(info, 'used_memory')),
      persistent: infoField(info, 'aof_enabled') === '1',
    },
  };
}

async function jobCounts({ jobs }: FleetQueue): Promise<JobCounts> {
  const counts = await jobs.getJobCounts(
    'waiting',
    'prioritized',
    'delayed',
    'active',
    'completed',
    'failed',
  );
  const of = (state: string) => counts[state] ?? 0;
  return {
    waiting: of('waiting') + of('prioritized'),
    delayed: of('delayed'),
    active: of('active'),
    completed: of('completed'),
    dead: of('failed'),
  };
}

async function finishedPerMinute({ jobs }: FleetQueue): Promise<number[]> {
  const { data } = await jobs.getMetrics('completed', 0, minutesShown - 1);
  return data.map(Number);
}

function secondsLeft(jobs: number, perMinute: readonly number[]): number | undefined {
  const finished = perMinute.reduce((sum, count) => sum + count, 0);
  return finished === 0 ? undefined : Math.round((jobs * perMinute.length * 60) / finished);
}

/** BullMQ names connections `prefix:queue:w:worker`. */
function workerName(connection: string | undefined): string {
  return /:w:(.*)$/.exec(connection ?? '')?.[1] ?? '';
}

function infoField(info: string, field: string): string {
  return (
    info
      .split('\r\n')
      .find(line => line.startsWith(`${field}:`))
      ?.slice(field.length + 1) ?? ''
  );
}
