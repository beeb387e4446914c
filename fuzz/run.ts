/**
 * Fuzzes everything that takes untrusted input (`targets/table.ts`), each target for an equal share of the time.
 *
 *   npm run fuzz -- --minutes 10                                  all targets
 *   npm run fuzz -- --only markdown --inputs 100000 --report      a number of inputs of one target; --resume continues
 *
 * Findings are written to `out/fuzz/<target>/`; once fixed, they go to `cases/<target>/`, which the tests read. `--report`
 * updates the rows of these targets in docs/results/fuzz-targets.md.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, say } from '../bench/figures.js';
import { type TargetResult, writeTargetReport } from './report.js';
import { TARGETS } from './targets/table.js';
import type { Target } from './targets/target.js';
import { watchForHangs } from './watch.js';

/** Milliseconds of CPU time after which an input is a finding, independent of other load. */
const SLOW = 10_000;
const MAX_FINDINGS = 20;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    inputs: { type: 'string' },
    only: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Date.now() / 1000) % 1_000_000) },
    resume: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
});
const chosen = TARGETS.filter(
  ({ name }) => values.only === undefined || values.only.split(',').includes(name),
);
if (chosen.length === 0) {
  throw new Error(`expected --only ${TARGETS.map(({ name }) => name).join(', ')}, got ${values.only}`);
}
const inputs = values.inputs === undefined ? Number.POSITIVE_INFINITY : Number(values.inputs);
const seconds =
  values.inputs === undefined ? (60 * Number(values.minutes)) / chosen.length : Number.POSITIVE_INFINITY;

const watch = watchForHangs();
const results: TargetResult[] = [];
for (const target of chosen) results.push(await run(target));
watch.end();
if (values.report) await writeTargetReport(results);
process.exitCode = results.every(({ findings }) => findings === 0) ? 0 : 1;

async function run(target: Target): Promise<TargetResult> {
  const before = values.resume ? readProgress(target.name) : undefined;
  const seed = before?.seed ?? Number(values.seed);
  await target.open?.();
  const begun = performance.now();
  const elapsed = () => (performance.now() - begun) / 1000;
  let { tried = 0, findings = 0, slowest = 0 } = before ?? {};
  let reported = 0;
  const result = (): TargetResult => {
    const seconds = elapsed() + (before?.seconds ?? 0);
    return { name: target.name, about: target.about, seed, tried, findings, seconds, slowest };
  };
  for (; tried < inputs && elapsed() < seconds && findings < MAX_FINDINGS; tried++) {
    const input = target.make(seed, tried);
    watch.begin(target.name, seed, tried);
    const start = process.cpuUsage();
    const fault = await target.check(input);
    const { user, system } = process.cpuUsage(start);
    const ms = (user + system) / 1000;
    slowest = Math.max(slowest, ms);
    const problem = fault ?? (ms > (target.slow ?? SLOW) ? `took ${Math.round(ms)} ms` : undefined);
    if (problem !== undefined) {
      findings++;
      saveFinding(target, `${seed}-${tried}`, input, problem);
    }
    if (elapsed() - reported > 30) {
      reported = elapsed();
      say(`${target.name}: ${tried + 1} inputs, ${findings} findings`);
      writeProgress({ ...result(), tried: tried + 1 });
    }
  }
  await target.close?.();
  writeProgress(result());
  say(`${target.name}: ${tried} inputs in ${result().seconds.toFixed(0)} s, ${findings} findings`);
  return result();
}

function progressOf(name: string): string {
  return join(ROOT, 'out/fuzz', `${name}.json`);
}

function readProgress(name: string): TargetResult | undefined {
  const file = progressOf(name);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TargetResult) : undefined;
}

function writeProgress(result: TargetResult): void {
  mkdirSync(join(ROOT, 'out/fuzz'), { recursive: true });
  writeFileSync(progressOf(result.name), JSON.stringify(result));
}

function saveFinding(target: Target, name: string, input: Uint8Array, problem: string): void {
  const folder = join(ROOT, 'out/fuzz', target.name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), input);
  say(`${target.name}, seed and number ${name}: ${problem.slice(0, 2000)}`);
}
