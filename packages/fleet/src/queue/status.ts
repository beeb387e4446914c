import { type FleetQueue, fleetKey, type JobResult } from './queue.js';

export interface JobCounts {
  readonly waiting: number;
  /** Waiting for a retry, or until their host may be requested again. */
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
  /** Jobs whose shard existed already. */
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

type Metric = readonly [
  name: string,
  type: 'gauge' | 'counter',
  help: string,
  value: (status: FleetStatus) => number,
];

const METRICS: readonly Metric[] = [
  ['pith_workers', 'gauge', 'Connected worker processes.', ({ workers }) => workers.length],
  ['pith_jobs_finished_total', 'counter', 'Finished jobs.', ({ totals }) => totals.jobs],
  [
    'pith_jobs_repeated_total',
    'counter',
    'Jobs delivered again after their output was written.',
    ({ totals }) => totals.repeated,
  ],
  ['pith_pages_total', 'counter', 'Rows written.', ({ totals }) => totals.rows],
  ['pith_page_errors_total', 'counter', 'Rows with an error.', ({ totals }) => totals.errors],
  ['pith_output_bytes_total', 'counter', 'Bytes of shards written.', ({ totals }) => totals.bytes],
  [
    'pith_job_seconds_total',
    'counter',
    'Seconds that workers spent on jobs.',
    ({ totals }) => totals.ms / 1000,
  ],
  ['pith_redis_memory_bytes', 'gauge', 'Memory used by Redis.', ({ redis }) => redis.memory],
];

/** The status in the text format of Prometheus. */
export function metricsText(status: FleetStatus): string {
  const { queue, jobs } = status;
  const states = Object.entries(jobs).map(
    ([state, count]) => `pith_jobs{queue="${queue}",state="${state}"} ${count}`,
  );
  const lines = METRICS.flatMap(([name, type, help, value]) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    `${name}{queue="${queue}"} ${value(status)}`,
  ]);
  return `${['# HELP pith_jobs Jobs in the queue by state.', '# TYPE pith_jobs gauge', ...states, ...lines].join('\n')}\n`;
}
