import { type FleetQueue, fleetKey, type JobResult } from './queue.js';

export interface JobCounts {
  readonly waiting: number;
  /** Waiting for a retry or their host. */
  readonly delayed: number;
  readonly active: number;
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
  readonly secondsLeft: number | undefined;
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
  return {
    queue: queue.name,
    jobs,
    workers: workers.map(worker => ({ name: workerName(worker.rawname), address: worker.addr ?? '' })),
    totals,
    perMinute,
    secondsLeft: secondsLeft(jobs.waiting + jobs.delayed + jobs.active, perMinute),
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

/** Totals over all workers of a queue. */
export interface Totals {
  readonly jobs: number;
  readonly rows: number;
  readonly errors: number;
  readonly bytes: number;
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
  const key = fleetKey(name, 'totals');
  const amounts: Totals = result.repeated
    ? { jobs: 1, rows: 0, errors: 0, bytes: 0, ms: Math.round(result.ms), repeated: 1 }
    : { ...result, jobs: 1, ms: Math.round(result.ms), repeated: 0 };
  const pipeline = redis.pipeline();
  for (const field of fields) if (amounts[field] !== 0) pipeline.hincrby(key, field, amounts[field]);
  await pipeline.exec();
}

export async function readTotals({ redis, name }: FleetQueue): Promise<Totals> {
  const found = await redis.hgetall(fleetKey(name, 'totals'));
  const entries = fields.map(field => [field, Number(found[field] ?? 0)]);
  return Object.fromEntries(entries) as unknown as Totals;
}

interface Metric {
  readonly name: string;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  readonly samples: (status: FleetStatus) => readonly (readonly [labels: string, value: number])[];
}

const one = (value: number): readonly (readonly [string, number])[] => [['', value]];

const metrics: readonly Metric[] = [
  {
    name: 'pith_jobs',
    type: 'gauge',
    help: 'Jobs in the queue by state.',
    samples: ({ jobs }) => Object.entries(jobs).map(([state, count]) => [`,state="${state}"`, count]),
  },
  {
    name: 'pith_workers',
    type: 'gauge',
    help: 'Connected worker processes.',
    samples: ({ workers }) => one(workers.length),
  },
  {
    name: 'pith_jobs_finished_total',
    type: 'counter',
    help: 'Finished jobs.',
    samples: ({ totals }) => one(totals.jobs),
  },
  {
    name: 'pith_jobs_repeated_total',
    type: 'counter',
    help: 'Jobs delivered again after their output was written.',
    samples: ({ totals }) => one(totals.repeated),
  },
  {
    name: 'pith_pages_total',
    type: 'counter',
    help: 'Rows written.',
    samples: ({ totals }) => one(totals.rows),
  },
  {
    name: 'pith_page_errors_total',
    type: 'counter',
    help: 'Rows with an error.',
    samples: ({ totals }) => one(totals.errors),
  },
  {
    name: 'pith_output_bytes_total',
    type: 'counter',
    help: 'Bytes of shards written.',
    samples: ({ totals }) => one(totals.bytes),
  },
  {
    name: 'pith_job_seconds_total',
    type: 'counter',
    help: 'Seconds that workers spent on jobs.',
    samples: ({ totals }) => one(totals.ms / 1000),
  },
  {
    name: 'pith_redis_memory_bytes',
    type: 'gauge',
    help: 'Memory used by Redis.',
    samples: ({ redis }) => one(redis.memory),
  },
];

export function metricsText(status: FleetStatus): string {
  const lines = metrics.flatMap(({ name, type, help, samples }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples(status).map(([labels, value]) => `${name}{queue="${status.queue}"${labels}} ${value}`),
  ]);
  return `${lines.join('\n')}\n`;
}
