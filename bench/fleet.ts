/**
 * Measures `pith batch` and `pith pipe` against `extract()` alone, and writes docs/results/fleet.md.
 *
 *   npm run build && npx tsx bench/fleet.ts                 3000 generated pages and the corpora: ten minutes
 *   npm run build && npx tsx bench/fleet.ts --pages 1000    a quick look; writes nothing
 *
 * Each figure is a process of its own, on the built code. Only ratios within one run mean anything; the machine must
 * have nothing else to do. Files are made once, in the folder that --folder names, and kept.
 */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { giveResults, median, say } from './figures.js';
import { corporaWarc, generatedWarc, ndjsonOf } from './fleet-files.js';
import {
  type ProcessRun,
  timeBare,
  timeBatch,
  timeExtract,
  timePipe,
  timeThread,
} from './fleet-processes.js';
import { type Cost, type FleetFigures, fleetParts, type SetFigures } from './fleet-report.js';

const PAGES = 3000;
const ROUNDS = 3;
/** Pages that `extract()` alone is timed on: enough that its start does not count, as in a batch. */
const ALONE = 1500;
const LINES = 1000;
const CORES = [0, 1] as const;

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
const sets = [await measureSet('generated', generated, count)];
if (real !== undefined) sets.push(await measureSet('the corpora', real, 0));
const figures: FleetFigures = { sets, pipe: await measurePipe(await ndjsonOf(generated, LINES)) };
const isWhole = count >= PAGES && rounds >= ROUNDS && real !== undefined;
await giveResults('fleet', { parts: fleetParts(figures) }, isWhole);

async function measureSet(name: string, warc: string, of: number): Promise<SetFigures> {
  const stride = Math.max(Math.ceil(of / ALONE), 1);
  const text: ProcessRun[] = [];
  const columns: ProcessRun[] = [];
  const oneCore: ProcessRun[] = [];
  const twoCores: ProcessRun[] = [];
  const bare: ProcessRun[] = [];
  const batch: ProcessRun[] = [];
  for (let round = 0; round < rounds; round++) {
    text.push(await timeExtract(warc, stride, 'text'));
    oneCore.push(await timeExtract(warc, stride, 'columns', 0));
    twoCores.push(together(await Promise.all(CORES.map(core => timeExtract(warc, stride, 'columns', core)))));
    columns.push(await timeExtract(warc, stride, 'columns'));
    bare.push(together(await Promise.all(CORES.map(core => timeBare(warc, core, CORES.length)))));
    batch.push(await timeBatch(warc, 2));
    say(`${name}: round ${round + 1} of ${rounds}`);
  }
  const over = (base: readonly ProcessRun[], figure: (run: ProcessRun) => number) =>
    median(batch.map((run, round) => figure(run) / figure(base[round]!)));
  return {
    name,
    pages: batch[0]!.pages,
    text: best(text),
    columns: best(columns),
    oneCore: best(oneCore),
    twoCores: best(twoCores),
    bare: best(bare),
    batch: best(batch),
    over: {
      text: over(text, rate),
      columns: over(columns, rate),
      oneCore: over(oneCore, rate),
      twoCores: over(twoCores, rate),
      bare: over(bare, rate),
    },
    cpuOver: over(columns, processorTime),
    thread: await timeThread(warc, ALONE),
    memory: batch[0]!.memory,
  };
}

/** Processes that ran beside each other as one, and shared the work evenly. */
function together(runs: readonly ProcessRun[]): ProcessRun {
  const sum = (of: (run: ProcessRun) => number) => runs.reduce((total, run) => total + of(run), 0);
  const seconds = sum(run => run.seconds) / runs.length;
  return { pages: sum(run => run.pages), seconds, cpu: sum(run => run.cpu), memory: [] };
}

function best(runs: readonly ProcessRun[]): Cost {
  return {
    rate: Math.max(...runs.map(rate)),
    cpu: Math.min(...runs.map(processorTime)),
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
  return {
    batch: Math.max(...batch),
    pipe: Math.max(...pipe),
    ratio: median(pipe.map((each, round) => each / batch[round]!)),
  };
}

/** Milliseconds a page. */
function processorTime({ pages, cpu }: ProcessRun): number {
  return (1000 * cpu) / pages;
}

function rate({ pages, seconds }: ProcessRun): number {
  return pages / seconds;
}
