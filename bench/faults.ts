/**
 * Injects faults and checks that nothing is lost. Writes docs/results/faults.md; rows of other trials are kept.
 *
 *   npm run faults                              all faults at full size: half an hour
 *   npm run faults -- --only clock,redis        some of them
 *   npm run faults -- --small                   fewer pages and rounds, 30 seconds of load instead of 600
 *   npm run faults -- --seconds 60              another duration of the load
 */
import { parseArgs } from 'node:util';
import { markdownTable } from '@webpith/lab/internals';
import { halfWarc, zipOfZips } from './faults/archives.js';
import { clock } from './faults/clock.js';
import { fullDisk, readOnlyDisk } from './faults/disk.js';
import type { Fault, FaultSize } from './faults/fault.js';
import { hostileLoad } from './faults/hostile-load.js';
import { killedBatch, killedServer, killedWriters } from './faults/kills.js';
import { postgresAway, redisAway } from './faults/services.js';
import { twoServers } from './faults/stores.js';
import { publishRows, say } from './figures.js';

const HEADING = ['fault', 'test', 'outcome', 'lost', 'date, Node'];

const FAULTS: readonly Fault[] = [
  killedBatch,
  killedWriters,
  killedServer,
  fullDisk,
  readOnlyDisk,
  clock,
  redisAway,
  postgresAway,
  twoServers,
  halfWarc,
  zipOfZips,
  hostileLoad,
];

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    small: { type: 'boolean', default: false },
    seconds: { type: 'string' },
  },
});
const whole: FaultSize = values.small
  ? { pages: 120, rounds: 6, seconds: 30 }
  : { pages: 4000, rounds: 20, seconds: 600 };
const size = values.seconds === undefined ? whole : { ...whole, seconds: Number(values.seconds) };
const chosen = FAULTS.filter(
  ({ name }) => values.only === undefined || values.only.split(',').includes(name),
);
if (chosen.length === 0) {
  throw new Error(`expected --only ${FAULTS.map(({ name }) => name).join(', ')}, got ${values.only}`);
}

for (const { name, title, run } of chosen) {
  const begun = performance.now();
  const { test, outcome, lost } = await run(size);
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  say(`${name} (${seconds} s): ${test}; ${outcome}; lost: ${lost.join(', ') || 'nothing'}`);
  if (lost.length > 0) process.exitCode = 1;
  const date = `${new Date().toISOString().slice(0, 10)}, ${process.version}`;
  const cells = [title, test, outcome, lost.slice(0, 5).join('; ') || 'nothing', date];
  const row = cells.map(cell => cell.replaceAll('|', '\\|').replace(/\s+/g, ' '));
  await publishRows('faults', markdownTable(HEADING, [row]));
}
