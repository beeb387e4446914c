/**
 * Measures `pith batch` and `pith pipe` against `extract()` alone, and writes docs/results/fleet.md.
 *
 *   npm run build && npx tsx bench/fleet.ts                 3000 generated pages and the corpora: ten minutes
 *   npm run build && npx tsx bench/fleet.ts --pages 1000    a quick run; writes nothing
 *
 * Each figure is measured in its own process, on the built code. Only ratios within one run are meaningful; the machine
 * must be idle. Files are generated once, in the folder given by --folder, and kept.
 */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median, publishResults, say } from './figures.js';
import { corporaWarc, emptyWarc, generatedWarc, ndjsonOf } from './fleet-files.js';
import { costsOf, measureStarts, simulateCores } from './fleet-machine.js';
import {
  type BatchRun,
  type ProcessRun,
  timeBare,
  timeBatch,
  timeExtract,
  timePipe,
  timeThread,
} from './fleet-processes.js';
import {
  type Cost,
  coresPlot,
  type FleetFigures,
  fleetParts,
  MEASURED_CORES,
  type SetFigures,
} from './fleet-report.js';

const PAGES = 3000;
const ROUNDS = 3;
/** Start-up is short, so it is measured more often. */
const STARTS = 7;
/** Pages for `extract()` alone: enough to make start-up negligible, as in a batch. */
const ALONE = 1500;
const LINES = 1000;
const CORES = Array.from({ length: MEASURED_CORES }, (_, core) => core);

const { values } = parseArgs({
  options: { pages: { type: 'string' }, rounds: { type: 'string' }, folder: { type: 'string' } },
});
const count = Number(values.pages ?? PAGES);
const rounds = Number(values.rounds ?? ROUNDS);
const folder = values.folder ?? join(tmpdir(), 'pith-bench-fleet');
mkdirSync(folder, { recursive: true });

const generated = await generatedWarc(folder, count);
// Skipped in quick runs: the corpora take as long as the generated pages.
const real = count < PAGES ? undefined : await corporaWarc(folder);
const starts = await measureStarts(await emptyWarc(folder), STARTS);
const sets = [await measureSet('generated', generated, count)];
if (real !== undefined) sets.push(await measureSet('the corpora', real, 0));
const figures: FleetFigures = { sets, pipe: await measurePipe(await ndjsonOf(generated, LINES)) };
const isWhole = count >= PAGES && rounds >= ROUNDS && real !== undefined;
await publishResults('fleet', { parts: fleetParts(figures), images: { cores: coresPlot(sets) } }, isWhole);

async function measureSet(name: string, warc: string, of: number): Promise<SetFigures> {
  const stride = Math.max(Math.ceil(of / ALONE), 1);
  const text: ProcessRun[] = [];
  const columns: ProcessRun[] = [];
  const oneCore: ProcessRun[] = [];
  const twoCores: ProcessRun[] = [];
  const bare: ProcessRun[] = [];
  const batch: BatchRun[] = [];
  for (let round = 0; round < rounds; round++) {
    text.push(await timeExtract(warc, stride, 'text'));
    oneCore.push(await timeExtract(warc, stride, 'columns', [0]));
    twoCores.push(await timeExtract(warc, stride, 'columns', CORES));
    columns.push(await timeExtract(warc, stride, 'columns'));
    bare.push(await timeBare(warc, CORES));
    batch.push(await timeBatch(warc, CORES.length));
    say(`${name}: round ${round + 1} of ${rounds}`);
  }
  const over = (base: readonly ProcessRun[], figure: (run: ProcessRun) => number) =>
    median(batch.map((run, round) => figure(run) / figure(base[round]!)));
  const thread = await timeThread(warc, ALONE);
  const costs = costsOf(starts, batch, bare);
  const { pages } = batch[0]!;
  return {
    name,
    pages,
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
    thread,
    memory: batch[0]!.memory,
    mainUse: median(batch.map(run => run.mainCpu / run.seconds)),
    costs,
    simulated: simulateCores(costs, thread, pages),
  };
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
    batch.push(rate(await timeBatch(lines, 1, { core: 0 })));
    pipe.push(rate(await timePipe(lines, 0)));
    say(`pipe: round ${round + 1} of ${rounds}`);
  }
  return {
    batch: Math.max(...batch),
    pipe: Math.max(...pipe),
    ratio: median(pipe.map((each, round) => each / batch[round]!)),
  };
}

/** Milliseconds per page. */
function processorTime({ pages, cpu }: ProcessRun): number {
  return (1000 * cpu) / pages;
}

function rate({ pages, seconds }: ProcessRun): number {
  return pages / seconds;
}
