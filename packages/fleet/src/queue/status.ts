import { type FleetQueue, fleetKey, type JobResult } from './queue.js';

export interface JobCounts {
  readonly waiting: number;
  /** Waiting for a retry, or until their host may be requested again. */
  readonly delayed: number;
  readonly active: number;
  readonly completed: number;
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
  const states = ['waiting', 'prioritized', 'delayed', 'active', 'completed', 'failed'] as const;
  const counts = await jobs.getJobCounts(...states);
  const { waiting = 0, prioritized = 0, delayed = 0, active = 0, completed = 0, failed: dead = 0 } = counts;
  return { waiting: waiting + prioritized, delayed, active, completed, dead };
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
  const line = info.split('\r\n').find(each => each.startsWith(`${field}:`));
  return line?.slice(field.length + 1) ?? '';
}

export interface Totals {
  readonly jobs: number;
  readonly rows: number;
  readonly errors: number;
  readonly bytes: number;
  readonly ms: number;
  /** Jobs whose shard existed already. */
  readonly repeated: number;
}

/** Adds a job to the totals. They miss a job if its worker dies before this call. */
export async function countJob({ redis, name }: FleetQueue, result: JobResult): Promise<void> {
  const key = fleetKey(name, 'totals');
  const ms = Math.round(result.ms);
  const { rows, errors, bytes } = result;
  const amounts = result.repeated ? { jobs: 1, ms, repeated: 1 } : { jobs: 1, rows, errors, bytes, ms };
  const pipeline = redis.pipeline();
  for (const [field, amount] of Object.entries(amounts)) pipeline.hincrby(key, field, amount);
  await pipeline.exec();
}

async function readTotals({ redis, name }: FleetQueue): Promise<Totals> {
  const found = await redis.hgetall(fleetKey(name, 'totals'));
  const of = (field: keyof Totals) => Number(found[field] ?? 0);
  return {
    jobs: of('jobs'),
    rows: of('rows'),
    errors: of('errors'),
    bytes: of('bytes'),
    ms: of('ms'),
    repeated: of('repeated'),
  };
}

export function metricsText({ queue, jobs, workers, totals, redis }: FleetStatus): string {
  const lines = ['# HELP pith_jobs Jobs in the queue by state.', '# TYPE pith_jobs gauge'];
  for (const [state, count] of Object.entries(jobs))
    lines.push(`pith_jobs{queue="${queue}",state="${state}"} ${count}`);
  const add = (name: string, type: 'gauge' | 'counter', value: number, help: string) =>
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, `${name}{queue="${queue}"} ${value}`);
  add('pith_workers', 'gauge', workers.length, 'Connected worker processes.');
  add('pith_jobs_finished_total', 'counter', totals.jobs, 'Finished jobs.');
  add('pith_jobs_repeated_total', 'counter', totals.repeated, 'Jobs that were processed again.');
  add('pith_pages_total', 'counter', totals.rows, 'Rows written.');
  add('pith_page_errors_total', 'counter', totals.errors, 'Rows with an error.');
  add('pith_output_bytes_total', 'counter', totals.bytes, 'Bytes of shards written.');
  add('pith_job_seconds_total', 'counter', totals.ms / 1000, 'Seconds that workers spent on jobs.');
  add('pith_redis_memory_bytes', 'gauge', redis.memory, 'Memory used by Redis.');
  return `${lines.join('\n')}\n`;
}
