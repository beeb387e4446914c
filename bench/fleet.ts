/**
 * Measures `pith batch` and `pith pipe` against `extract()` alone, and writes docs/results/fleet.md.
 *
 *   npx tsc --build && npx tsx bench/fleet.ts                 20,000 generated pages and the corpora: half an hour
 *   npx tsc --build && npx tsx bench/fleet.ts --pages 1000    a quick look; writes nothing
 *
 * Each figure is a process of its own, on the built code. Only ratios within one run mean anything; the machine must
 * have nothing else to do. Files are made once, in the folder that --folder names, and kept.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { corporaWarc, generatedWarc, ndjsonOf } from './fleet-files.js';
import { type ProcessRun, timeBatch, timeExtract, timePipe } from './fleet-processes.js';
import { type FleetFigures, fleetReport, type SetFigures } from './fleet-report.js';
import { median } from './rounds.js';

const PAGES = 20_000;
const ROUNDS = 3;
/** Pages that `extract()` alone is timed on: they are all held in memory. */
const HELD = 4000;
const LINES = 2000;

const { values } = parseArgs({
  options: { pages: { type: 'string' }, rounds: { type: 'string' }, folder: { type: 'string' } },
});
const count = Number(values.pages ?? PAGES);
const rounds = Number(values.rounds ?? ROUNDS);
const folder = values.folder ?? join(tmpdir(), 'pith-bench-fleet');
mkdirSync(folder, { recursive: true });

const generated = await generatedWarc(folder, count);
// The corpora take as long as the generated pages: not for a quick look.
const real = count < PAGES ? undefined : await corporaWarc(folder);
const sets = [await measureSet(`${count} generated pages`, generated)];
if (real !== undefined) sets.push(await measureSet('the corpora', real));
const figures: FleetFigures = { sets, pipe: await measurePipe(await ndjsonOf(generated, LINES)) };
const report = fleetReport(figures);
process.stdout.write(`\n${report}`);

if (count >= PAGES && rounds >= ROUNDS && real !== undefined) {
  const file = new URL('../docs/results/fleet.md', import.meta.url);
  writeFileSync(file, withRestOf(file, report));
  say('written to docs/results/fleet.md');
} else say('docs/results/fleet.md is left as it is: it takes the whole run');

async function measureSet(name: string, warc: string): Promise<SetFigures> {
  const alone: ProcessRun[] = [];
  const batch: ProcessRun[] = [];
  for (let round = 0; round < rounds; round++) {
    alone.push(await timeExtract(warc, Math.ceil(count / HELD)));
    batch.push(await timeBatch(warc, 2));
    say(`${name}: round ${round + 1} of ${rounds}`);
  }
  const ratio = alone.map((run, round) => rate(batch[round]!) / rate(run));
  const overhead = alone.map((run, round) => cpu(batch[round]!) / cpu(run) - 1);
  return {
    name,
    pages: batch[0]!.pages,
    alone: median(alone.map(rate)),
    batch: median(batch.map(rate)),
    ratio: median(ratio),
    overhead: median(overhead),
    memory: batch[0]!.memory,
  };
}

async function measurePipe(lines: string): Promise<FleetFigures['pipe']> {
  const batch: number[] = [];
  const pipe: number[] = [];
  for (let round = 0; round < rounds; round++) {
    batch.push(rate(await timeBatch(lines, 1, 0)));
    pipe.push(rate(await timePipe(lines, 0)));
    say(`pipe: round ${round + 1} of ${rounds}`);
  }
  const ratio = median(pipe.map((own, round) => own / batch[round]!));
  return { batch: median(batch), pipe: median(pipe), ratio };
}

function rate({ pages, seconds }: ProcessRun): number {
  return pages / seconds;
}

/** Seconds of processor time a page. */
function cpu({ pages, cpu: seconds }: ProcessRun): number {
  return seconds / pages;
}

/** What other measurements have put below a line of their own stays. */
function withRestOf(file: URL, text: string): string {
  try {
    const [, rest] = readFileSync(file, 'utf8').split(/^(?=<!-- more -->$)/m);
    return rest === undefined ? text : `${text}\n${rest}`;
  } catch {
    return text;
  }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
