import { cpus } from 'node:os';
import { markdownTable, percent } from '@webpith/lab/internals';
import type { QueueFigures } from './queue.js';
import { LEAN, type PageFigures } from './scale-pages.js';
import type { FleetUse } from './simulation/fleet.js';
import { type Assumptions, coresOfLine, coresOfRedis, type Measured, scaleOf } from './simulation/scale.js';

/** Assumed bandwidths, latencies and lifetimes, in seconds and bytes per second. */
export interface Lines {
  readonly store: number;
  readonly worker: number;
  readonly roundTrip: number;
  readonly lifetime: number;
}

export interface Simulated {
  readonly workers: number;
  readonly pagesPerJob: number;
  readonly use: FleetUse;
}

export interface ScaleFigures {
  readonly pages: PageFigures;
  readonly queue: QueueFigures;
  readonly measured: Measured;
  readonly assumed: Assumptions;
  readonly lines: Lines;
  readonly simulated: readonly Simulated[];
}

/** The figures for docs/guides/scale.md. */
export function scaleParts(figures: ScaleFigures): Record<string, string> {
  return {
    machine: machineLine(figures),
    measured: measuredTable(figures),
    overhead: overheadLine(figures),
    assumed: assumedTable(figures),
    crawl: crawlTable(figures),
    first: firstLine(figures),
    jobs: jobsTable(figures),
    simulation: simulationTable(figures),
  };
}

function machineLine({ pages }: ScaleFigures): string {
  return `Measured on ${cpus()[0]?.model ?? 'an unknown processor'}, Node ${process.versions.node}, one thread, on ${pages.pages} pages (${pages.origin}; digest ${pages.digest}).`;
}

function measuredTable({ pages, queue }: ScaleFigures): string {
  const rows = [
    ['pages per second per core, from WARC.gz to shard, all columns', round(pages.pagesPerSecond)],
    [`the same with ${LEAN.length} columns (${LEAN.join(', ')})`, round(pages.leanPagesPerSecond)],
    ['bytes of a page as HTML', count(pages.htmlBytes)],
    ['in a WARC.gz', count(pages.inputBytes)],
    ['of its row in a shard (ndjson.zst), all columns', count(pages.outputBytes)],
    [`with ${LEAN.length} columns`, count(pages.leanOutputBytes)],
    [`overhead of the queue for a job of ${queue.pagesPerJob} pages (wall time)`, ms(queue.overhead)],
    ["of the worker's processor", ms(queue.overheadCpu)],
    ['taking, finishing and counting a job without pages', ms(queue.emptyJob)],
    ['putting a job into the queue', ms(queue.enqueue)],
    ["Redis' own time per job, in and out", ms(queue.redisTimePerJob)],
    ['commands that a worker sends per job', queue.commandsPerJob.toFixed(1)],
    [
      `queue commands per page, at ${queue.pagesPerJob} pages per job`,
      (queue.commandsPerJob / queue.pagesPerJob).toFixed(3),
    ],
    ['memory of Redis per waiting job', `${count(queue.redisBytesPerJob)} bytes`],
  ];
  return markdownTable(['figure', ''], rows);
}

function overheadLine({ queue }: ScaleFigures): string {
  return `The overhead is the median of ${queue.overheads.length} alternating rounds over ${queue.jobs} jobs (${ms(queue.direct)} each without the queue); the rounds gave ${ms(Math.min(...queue.overheads))} to ${ms(Math.max(...queue.overheads))}. Redis ${queue.redisVersion}.`;
}

function assumedTable({ assumed, lines }: ScaleFigures): string {
  const rows = [
    ['pages', 'pages', count(assumed.pages)],
    ['pages per job', 'pages-per-job', assumed.pagesPerJob],
    ['cores', 'cores', count(assumed.cores)],
    ['share of their time that is work', 'efficiency', assumed.efficiency],
    ['dollars per core-hour', 'price-core-hour', assumed.pricePerCoreHour],
    ['dollars per gigabyte and month stored', 'price-gigabyte-month', assumed.pricePerGigabyteMonth],
    [
      'dollars per thousand requests to the store',
      'price-thousand-requests',
      assumed.pricePerThousandRequests,
    ],
    ['line of the store, Gbit/s', 'store-gigabits', (lines.store * 8) / 1e9],
    ['line of a worker, Gbit/s', 'worker-gigabits', (lines.worker * 8) / 1e9],
    ['to Redis and back, ms', 'round-trip-ms', lines.roundTrip * 1000],
    ['hours until a worker dies', 'lifetime-hours', lines.lifetime / 3600],
  ] as const;
  return markdownTable(
    ['assumption', 'option', ''],
    rows.map(([name, option, value]) => [name, `\`--${option}\``, value]),
  );
}

function crawlTable({ pages, measured, assumed }: ScaleFigures): string {
  const lean: Measured = {
    ...measured,
    pagesPerSecond: pages.leanPagesPerSecond,
    outputBytes: pages.leanOutputBytes,
  };
  const [all, few] = [scaleOf(measured, assumed), scaleOf(lean, assumed)];
  const rows: [string, (scale: typeof all) => string][] = [
    ['core-hours', scale => count(scale.coreHours)],
    [`hours on ${count(assumed.cores)} cores`, scale => round(scale.hours)],
    ['pages per second', scale => count(scale.pagesPerSecond)],
    ['read', scale => `${terabytes(scale.inputBytes)} TB`],
    ['read per second', scale => `${gigabits(scale.readRate)} Gbit/s`],
    ['written', scale => `${terabytes(scale.outputBytes)} TB`],
    ['written per second', scale => `${gigabits(scale.writeRate)} Gbit/s`],
    ['jobs', scale => count(scale.jobs)],
    ['commands to Redis per second', scale => count(scale.redisCommandsPerSecond)],
    ['Redis busy', scale => percent(scale.redisUse)],
    ['memory of Redis if all jobs wait', scale => `${round(scale.redisBytes / 1e9)} GB`],
    ['cores', scale => dollars(scale.computeCost)],
    ['requests', scale => dollars(scale.requestCost)],
    ['storage per month', scale => dollars(scale.storageCostPerMonth)],
  ];
  return markdownTable(
    [`${count(assumed.pages)} pages`, 'all columns', `${LEAN.length} columns`],
    rows.map(([name, show]) => [name, show(all), show(few)]),
  );
}

function firstLine({ measured, assumed, lines, simulated }: ScaleFigures): string {
  const store = coresOfLine(measured, lines.store);
  const redis = coresOfRedis(measured, assumed.pagesPerJob);
  const [name, cores] = redis < store ? ['Redis', redis] : ['the line to the store', store];
  const at = simulated.find(
    ({ workers, pagesPerJob }) => workers === 1000 && pagesPerJob === assumed.pagesPerJob,
  );
  const says =
    at &&
    ` In the simulation 1,000 workers process ${count(at.use.pagesPerSecond)} pages per second, Redis is busy ${percent(at.use.redis.utilisation)} of the time, the line ${percent(at.use.store.utilisation)}.`;
  return `With ${assumed.pagesPerJob} pages per job, ${name} is saturated first, at about ${count(cores)} cores: Redis at ${count(redis)}, a line of ${(lines.store * 8) / 1e9} Gbit/s between the store and all workers at ${count(store)}.${says ?? ''}`;
}

function jobsTable({ measured, assumed }: ScaleFigures): string {
  const rows = [1, 10, 100, 1000, 10_000].map(size => {
    const scale = scaleOf(measured, { ...assumed, pagesPerJob: size });
    return [
      count(size),
      count(coresOfRedis(measured, size)),
      `${round(scale.redisBytes / 1e9)} GB`,
      dollars(scale.requestCost),
      `${round((size * 0.5) / measured.pagesPerSecond)} s`,
    ];
  });
  const heading = ['pages per job', 'cores that fill Redis', 'its memory if all wait', 'requests'];
  return markdownTable([...heading, 'lost by a death, on average'], rows);
}

function simulationTable({ simulated }: ScaleFigures): string {
  const rows = simulated.map(({ workers, pagesPerJob, use }) => [
    count(workers),
    count(pagesPerJob),
    count(use.pagesPerSecond),
    percent(use.workerUse),
    percent(use.redis.utilisation),
    ms(use.redis.meanWait),
    percent(use.store.utilisation),
    `${round(use.jobSeconds)} s`,
  ]);
  const busy = ['workers busy', 'Redis busy', 'wait at Redis', 'line busy'];
  return markdownTable(['workers', 'pages per job', 'pages per second', ...busy, 'time per job'], rows);
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en-GB');
}

function round(value: number): string {
  const size = Math.abs(value);
  return size >= 100 ? count(value) : size >= 10 ? value.toFixed(1) : value.toFixed(2);
}

const ms = (seconds: number) => `${round(seconds * 1000)} ms`;
const terabytes = (bytes: number) => round(bytes / 1e12);
const gigabits = (bytes: number) => round((bytes * 8) / 1e9);
const dollars = (value: number) => `$${count(value)}`;
