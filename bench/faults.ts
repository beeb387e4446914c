/**
 * Does to Pith what a bad day does, and looks whether anything is lost. Writes docs/results/faults.md; trials that were
 * not run keep the rows they had.
 *
 *   npm run faults                              all of it at full size: half an hour
 *   npm run faults -- --only clock,redis        some of it
 *   npm run faults -- --small                   shorter: fewer pages and rounds, 30 seconds of load instead of 600
 *   npm run faults -- --seconds 60              another time for the load
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { halfWarc, zipOfZips } from './faults/archives.js';
import { clock } from './faults/clock.js';
import { fullDisk, readOnlyDisk } from './faults/disk.js';
import type { Fault, FaultResult, FaultSize } from './faults/fault.js';
import { hostileLoad } from './faults/hostile-load.js';
import { postgresAway, redisAway } from './faults/services.js';
import { twoServers } from './faults/stores.js';

const FAULTS: readonly Fault[] = [
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

type Kept = Record<string, FaultResult & { readonly at: string; readonly node: string }>;
const KEPT = fileURLToPath(new URL('../out/faults.json', import.meta.url));
const REPORT = fileURLToPath(new URL('../docs/results/faults.md', import.meta.url));
const kept: Kept = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : {};

for (const { name, run } of chosen) {
  const begun = performance.now();
  const result = await run(size);
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  process.stderr.write(
    `${name} (${seconds} s): ${result.done}; ${result.came}; lost: ${result.lost.join(', ') || 'nothing'}\n`,
  );
  if (result.lost.length > 0) process.exitCode = 1;
  kept[name] = { ...result, at: new Date().toISOString().slice(0, 10), node: process.version };
  mkdirSync(fileURLToPath(new URL('../out', import.meta.url)), { recursive: true });
  writeFileSync(KEPT, JSON.stringify(kept));
  writeFileSync(REPORT, reportOf(kept));
}

function reportOf(results: Kept): string {
  const rows = FAULTS.flatMap(({ name, title }) => {
    const result = results[name];
    if (result === undefined)
      return [`| ${title} | not done yet: \`npm run faults -- --only ${name}\` | | | |`];
    const { done, came, lost, at, node } = result;
    const cells = [
      title,
      done,
      came,
      lost.length === 0 ? 'nothing' : lost.slice(0, 5).join('; '),
      `${at}, ${node}`,
    ];
    return [`| ${cells.map(cell => cell.replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |`];
  });
  return [
    '# Faults',
    '',
    'Written by `npm run faults`; no figure here is set by hand. What is killed in the middle of its work: [reliability](reliability.md).',
    '',
    '| what went wrong | what was done | what came of it | lost | when, Node |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
