import { cpus } from 'node:os';
import type { FleetUse } from '../packages/fleet/dist/simulation/fleet.js';
import {
  type Assumptions,
  coresOfLine,
  coresOfRedis,
  type Measured,
  scaleOf,
} from '../packages/fleet/dist/simulation/scale.js';
import type { QueueFigures } from './queue.js';
import { LEAN, type PageFigures } from './scale-pages.js';

/** Lines, distances and lives that are taken for granted; seconds, and bytes a second. */
export interface Lines {
  readonly store: number;
  readonly worker: number;
  readonly roundTrip: number;
  readonly lifetime: number;
}

/** A simulated fleet. */
export interface Simulated {
  readonly workers: number;
  readonly pagesPerJob: number;
  readonly use: FleetUse;
}

/** All that the guide speaks of. */
export interface ScaleFigures {
  readonly pages: PageFigures;
  readonly queue: QueueFigures;
  readonly measured: Measured;
  readonly assumed: Assumptions;
  readonly lines: Lines;
  readonly simulated: readonly Simulated[];
}

/** The guide, with its figures. */
export function scaleGuide(figures: ScaleFigures): string {
  return [
    head(figures),
    measuredTable(figures),
    assumedTable(figures),
    crawl(figures),
    bottleneck(figures),
    simulation(figures),
  ].join('\n');
}

function head({ pages }: ScaleFigures): string {
  return `# Scale

What a crawl of ${count(3e9)} pages (a month of Common Crawl) takes in cores, hours, network, storage and money, and what gives
way first. Written by \`npx tsx bench/scale.ts\`, which measures a page and a job on the machine it runs on, computes the rest,
and simulates the queue. All assumptions are options of that command.
[The queue](queue.md) says how to run such a fleet.

Measured on ${cpus()[0]?.model ?? 'an unknown processor'}, Node ${process.versions.node}, one thread, on ${pages.pages} pages (${pages.origin}; digest
${pages.digest}). Pages a second are pages over processor time, so that other work on the machine does not count; memory
bandwidth that others use does.
`;
}

function measuredTable({ pages, queue }: ScaleFigures): string {
  return `## Measured

| figure | |
| --- | --: |
| pages a second a core, from WARC.gz to shard, all columns | ${round(pages.pagesPerSecond)} |
| the same with ${LEAN.length} columns (${LEAN.join(', ')}) | ${round(pages.leanPagesPerSecond)} |
| bytes of a page as HTML | ${count(pages.htmlBytes)} |
| in a WARC.gz | ${count(pages.inputBytes)} |
| of its row in a shard (ndjson.zst), all columns | ${count(pages.outputBytes)} |
| with ${LEAN.length} columns | ${count(pages.leanOutputBytes)} |
| overhead of the queue for a job of ${queue.pagesPerJob} pages, on the clock | ${ms(queue.overhead)} |
| of the worker's processor | ${ms(queue.overheadCpu)} |
| taking, finishing and counting a job without pages | ${ms(queue.emptyJob)} |
| putting a job into the queue | ${ms(queue.enqueue)} |
| Redis' own time a job, in and out | ${ms(queue.redisTimePerJob)} |
| commands that a worker sends a job | ${queue.commandsPerJob.toFixed(1)} |
| queue commands a page, at ${queue.pagesPerJob} pages a job | ${(queue.commandsPerJob / queue.pagesPerJob).toFixed(3)} |
| memory of Redis a waiting job | ${count(queue.redisBytesPerJob)} bytes |

The overhead is the time of a job by the queue less that of the same job without it: reading ${queue.pagesPerJob} pages and writing their
rows, but no extraction, which is the same for both and would drown the difference. It is the median of ${queue.overheads.length} rounds in turn
over ${queue.jobs} jobs (${ms(queue.direct)} each without the queue); the rounds gave ${ms(Math.min(...queue.overheads))} to ${ms(Math.max(...queue.overheads))}, which says how busy the
machine was with other things. Redis ${queue.redisVersion} with appendonly ran on the same machine; its own time is of its main thread, over
jobs without pages.
`;
}

function assumedTable({ assumed, lines }: ScaleFigures): string {
  return `## Assumed

| assumption | option | |
| --- | --- | --: |
| pages | \`--pages\` | ${count(assumed.pages)} |
| pages a job | \`--pages-per-job\` | ${assumed.pagesPerJob} |
| cores | \`--cores\` | ${count(assumed.cores)} |
| share of their time that is work | \`--efficiency\` | ${assumed.efficiency} |
| dollars a core-hour | \`--price-core-hour\` | ${assumed.pricePerCoreHour} |
| dollars a gigabyte and month kept | \`--price-gigabyte-month\` | ${assumed.pricePerGigabyteMonth} |
| dollars a thousand requests to the store | \`--price-thousand-requests\` | ${assumed.pricePerThousandRequests} |
| line of the store, Gbit/s | \`--store-gigabits\` | ${(lines.store * 8) / 1e9} |
| line of a worker, Gbit/s | \`--worker-gigabits\` | ${(lines.worker * 8) / 1e9} |
| to Redis and back, ms | \`--round-trip-ms\` | ${lines.roundTrip * 1000} |
| hours until a worker dies | \`--lifetime-hours\` | ${lines.lifetime / 3600} |

Reading is taken to cost nothing beside the requests, as it does inside the region of a cloud that holds the crawl.
`;
}

function crawl({ pages, measured, assumed }: ScaleFigures): string {
  const lean: Measured = {
    ...measured,
    pagesPerSecond: pages.leanPagesPerSecond,
    outputBytes: pages.leanOutputBytes,
  };
  const [all, few] = [scaleOf(measured, assumed), scaleOf(lean, assumed)];
  const rows: [string, (scale: typeof all) => string][] = [
    ['core-hours', scale => count(scale.coreHours)],
    [`hours on ${count(assumed.cores)} cores`, scale => round(scale.hours)],
    ['pages a second', scale => count(scale.pagesPerSecond)],
    ['read', scale => `${terabytes(scale.inputBytes)} TB`],
    ['read a second', scale => `${gigabits(scale.readRate)} Gbit/s`],
    ['written', scale => `${terabytes(scale.outputBytes)} TB`],
    ['written a second', scale => `${gigabits(scale.writeRate)} Gbit/s`],
    ['jobs', scale => count(scale.jobs)],
    ['commands to Redis a second', scale => count(scale.redisCommandsPerSecond)],
    ['Redis busy', scale => percent(scale.redisUse)],
    ['memory of Redis if all jobs wait', scale => `${round(scale.redisBytes / 1e9)} GB`],
    ['cores', scale => dollars(scale.computeCost)],
    ['requests', scale => dollars(scale.requestCost)],
    ['storage a month', scale => dollars(scale.storageCostPerMonth)],
  ];
  const lines = rows.map(([name, show]) => `| ${name} | ${show(all)} | ${show(few)} |`);
  return `## A crawl of ${count(assumed.pages)} pages

| | all columns | ${LEAN.length} columns |
| --- | --: | --: |
${lines.join('\n')}
`;
}

function bottleneck({ measured, assumed, lines, simulated }: ScaleFigures): string {
  const sizes = [1, 10, 100, 1000, 10_000];
  const rows = sizes.map(size => {
    const scale = scaleOf(measured, { ...assumed, pagesPerJob: size });
    const lost = (size * 0.5) / measured.pagesPerSecond;
    return `| ${count(size)} | ${count(coresOfRedis(measured, size))} | ${round(scale.redisBytes / 1e9)} GB | ${dollars(scale.requestCost)} | ${round(lost)} s |`;
  });
  const store = coresOfLine(measured, lines.store);
  const redis = coresOfRedis(measured, assumed.pagesPerJob);
  const [name, cores] = redis < store ? ['Redis', redis] : ['the line to the store', store];
  const at = simulated.find(
    ({ workers, pagesPerJob }) => workers === 1000 && pagesPerJob === assumed.pagesPerJob,
  );
  const says =
    at === undefined
      ? ''
      : ` In the simulation 1,000 workers bring ${count(at.use.pagesPerSecond)} pages a second, Redis is busy ${percent(at.use.redis.utilisation)} of
the time, the line ${percent(at.use.store.utilisation)}.`;
  return `## What gives way first

With ${assumed.pagesPerJob} pages a job, ${name} is full first, at about ${count(cores)} cores: Redis at ${count(redis)}, a line of ${(lines.store * 8) / 1e9} Gbit/s
between the store and all workers at ${count(store)}.${says}

Before either, the memory of Redis: it holds all jobs that wait. Larger jobs need less of it and of Redis' time, and cost
more when a worker dies. Enqueue a crawl in parts, or in larger jobs (\`--range-size\`).

| pages a job | cores that fill Redis | its memory if all wait | requests | lost by a death, on average |
| --: | --: | --: | --: | --: |
${rows.join('\n')}
`;
}

function simulation({ simulated }: ScaleFigures): string {
  const rows = simulated.map(({ workers, pagesPerJob, use }) => {
    const { pagesPerSecond, workerUse, redis, store, jobSeconds } = use;
    return `| ${count(workers)} | ${count(pagesPerJob)} | ${count(pagesPerSecond)} | ${percent(workerUse)} | ${percent(redis.utilisation)} | ${ms(redis.meanWait)} | ${percent(store.utilisation)} | ${round(jobSeconds)} s |`;
  });
  return `## Simulation

Workers, Redis (one after another, in order of arrival), the line to the store, lock renewals and deaths as discrete events,
with the times above and a fixed seed (\`packages/fleet/src/simulation\`; its tests hold it against queueing theory). A worker is
one core. Pages differ as their sizes do; a renewal of a lock is taken to cost Redis half a job. The check for dead workers,
which looks at all jobs in hand twice a minute, is left out.

| workers | pages a job | pages a second | workers busy | Redis busy | wait at Redis | line busy | a job |
| --: | --: | --: | --: | --: | --: | --: | --: |
${rows.join('\n')}
`;
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en-GB');
}

function round(value: number): string {
  const size = Math.abs(value);
  return size >= 100 ? count(value) : size >= 10 ? value.toFixed(1) : value.toFixed(2);
}

const ms = (seconds: number) => `${round(seconds * 1000)} ms`;
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const terabytes = (bytes: number) => round(bytes / 1e12);
const gigabits = (bytes: number) => round((bytes * 8) / 1e9);
const dollars = (value: number) => `$${count(value)}`;
