/**
 * Measures the costs of a page and a job, simulates the queue, and writes docs/guides/scale.md.
 *
 *   npx tsx bench/scale.ts                                   two minutes
 *   npx tsx bench/scale.ts --cores 500 --price-core-hour 0.02    with other assumptions
 *   npx tsx bench/scale.ts --print                           prints the figures instead of writing them
 *
 * Uses the built packages and corpus pages; without corpora it only prints.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '@webpith/learn';
import { partsOf, writeMarked } from '../packages/lab/dist/report/markdown.js';
import { ROOT, say } from './figures.js';
import { measureQueue } from './queue.js';
import { measurePages } from './scale-pages.js';
import { type Lines, type Simulated, scaleParts } from './scale-report.js';
import { type FleetModel, simulateFleet } from './simulation/fleet.js';
import type { Assumptions, Measured } from './simulation/scale.js';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '3000000000' },
    'pages-per-job': { type: 'string', default: '100' },
    cores: { type: 'string', default: '1000' },
    efficiency: { type: 'string', default: '0.9' },
    'price-core-hour': { type: 'string', default: '0.03' },
    'price-gigabyte-month': { type: 'string', default: '0.023' },
    'price-thousand-requests': { type: 'string', default: '0.005' },
    'store-gigabits': { type: 'string', default: '100' },
    'worker-gigabits': { type: 'string', default: '1' },
    'round-trip-ms': { type: 'string', default: '0.5' },
    'lifetime-hours': { type: 'string', default: '24' },
    print: { type: 'boolean', default: false },
  },
});

const number = (name: Exclude<keyof typeof values, 'print'>) => {
  const value = Number(values[name]);
  if (value > 0) return value;
  throw new Error(`expected a number above 0 for --${name}, got ${values[name]}`);
};

const assumed: Assumptions = {
  pages: number('pages'),
  pagesPerJob: number('pages-per-job'),
  cores: number('cores'),
  efficiency: number('efficiency'),
  pricePerCoreHour: number('price-core-hour'),
  pricePerGigabyteMonth: number('price-gigabyte-month'),
  pricePerThousandRequests: number('price-thousand-requests'),
};
const lines: Lines = {
  store: (number('store-gigabits') * 1e9) / 8,
  worker: (number('worker-gigabits') * 1e9) / 8,
  roundTrip: number('round-trip-ms') / 1000,
  lifetime: number('lifetime-hours') * 3600,
};

say('pages');
const pages = await measurePages();
say('queue');
const queue = await measureQueue();
const measured: Measured = { ...pages, ...queue };
say('simulation');
const parts = scaleParts({ pages, queue, measured, assumed, lines, simulated: simulations() });

if (values.print || !pages.isReal) process.stdout.write(`${Object.values(parts).join('\n\n')}\n`);
else {
  await writeMarked(join(ROOT, 'docs/guides/scale.md'), partsOf('scale', parts));
  say('written to docs/guides/scale.md');
}

function simulations(): Simulated[] {
  const cases = [10, 100, 1000, 10_000].flatMap(workers =>
    [1, 10, 100, 1000].map(pagesPerJob => ({ workers, pagesPerJob })),
  );
  return cases.map(change => ({ ...change, use: simulateFleet(modelOf(change), seededRandom(1), 12) }));
}

function modelOf({ workers, pagesPerJob }: { workers: number; pagesPerJob: number }): FleetModel {
  return {
    workers,
    pagesPerJob,
    pageTime: 1 / pages.pagesPerSecond,
    pageSpread: pages.spread,
    inputBytes: pages.inputBytes,
    outputBytes: pages.outputBytes,
    jobTime: queue.redisTimePerJob,
    renewTime: queue.redisTimePerJob / 2,
    renewEvery: 15,
    overheadTime: Math.max(queue.emptyJob - queue.redisTimePerJob, 0),
    roundTrip: lines.roundTrip,
    storeBandwidth: lines.store,
    workerBandwidth: lines.worker,
    lifetime: lines.lifetime,
    restartTime: 30,
    stallTime: 45,
  };
}
