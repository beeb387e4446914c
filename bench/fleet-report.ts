import { markdownTable, packageVersion, percent, workspaceVersion } from '@webpith/lab/internals';
import { machine, quarters } from './figures.js';
import type { BatchCosts } from './fleet-machine.js';
import type { MachineUse } from './simulation/batch.js';

/** Pages a second, and milliseconds of processor time a page; each the best of the rounds. */
export interface Cost {
  readonly rate: number;
  readonly cpu: number;
}

/** Milliseconds a page that one thread of a batch spends on each part of its work. */
export interface ThreadTimes {
  readonly pages: number;
  readonly reading: number;
  readonly extraction: number;
  readonly lines: number;
  readonly packing: number;
  /** Bytes of each page in the file, and milliseconds from the page before to it. */
  readonly costs: readonly (readonly [bytes: number, milliseconds: number])[];
}

/** What was measured on one set of pages. */
export interface SetFigures {
  readonly name: string;
  readonly pages: number;
  /** `extract()` in one thread with the text read; with all that a row holds; and that on one core. */
  readonly text: Cost;
  readonly columns: Cost;
  readonly oneCore: Cost;
  /** Two processes of that at once, each on a core of its own. */
  readonly twoCores: Cost;
  /** Two processes that read and write as well, each on a core of its own. */
  readonly bare: Cost;
  /** `pith batch` with two threads. */
  readonly batch: Cost;
  /** The batch's pages a second over those of each, and its processor time over that of all columns: medians of rounds. */
  readonly over: Readonly<Record<'text' | 'columns' | 'oneCore' | 'twoCores' | 'bare', number>>;
  readonly cpuOver: number;
  readonly thread: ThreadTimes;
  /** Megabytes over the time of one batch. */
  readonly memory: readonly number[];
  /** Share of the batch's time in which its main thread was busy. */
  readonly mainUse: number;
  /** What the simulation is fed, and what it gives for so many cores. */
  readonly costs: BatchCosts;
  readonly simulated: readonly (MachineUse & { readonly cores: number })[];
}

/** All that a run measured. */
export interface FleetFigures {
  readonly sets: readonly SetFigures[];
  /** Of one core. */
  readonly pipe: { readonly batch: number; readonly pipe: number; readonly ratio: number };
}

/** Cores that batch and bare processes are measured on. */
export const MEASURED_CORES = 2;

/** The figures for docs/results/fleet.md. */
export function fleetParts({ sets, pipe }: FleetFigures): Record<string, string> {
  return {
    versions: `pith ${workspaceVersion('webpith')}, warcio ${packageVersion('warcio')}; ${machine()}.`,
    costs: costTable(sets),
    over: markdownTable(
      [
        'pages',
        'over text',
        'over all columns',
        'over all columns on one core',
        'over two such processes',
        'over two that read and write',
        'processor time added to all columns',
      ],
      sets.map(({ name, over, cpuOver }) => [
        name,
        ...[over.text, over.columns, over.oneCore, over.twoCores, over.bare].map(
          ratio => `${ratio.toFixed(2)} ×`,
        ),
        percent(cpuOver - 1),
      ]),
    ),
    thread: markdownTable(
      ['pages', 'reading', 'extraction', 'lines', 'packing', 'beyond extraction'],
      sets.map(({ name, thread: { pages, reading, extraction, lines, packing } }) => [
        `${name} (${pages})`,
        ...[reading, extraction, lines, packing].map(time => time.toFixed(2)),
        percent((reading + lines + packing) / extraction),
      ]),
    ),
    memory: markdownTable(
      ['pages', 'most', 'first', 'second', 'third', 'last'],
      sets.map(({ name, memory }) => [
        name,
        ...[Math.max(...memory), ...quarters(memory)].map(value => value.toFixed(0)),
      ]),
    ),
    fed: fedTable(sets),
    cores: `${coresTable(sets)}\n\n![Pages a second of a batch over those of bare processes, by cores](images/fleet-cores.svg)`,
    pipe: markdownTable(
      ['batch, pages/s', 'pipe, pages/s', 'pipe over batch'],
      [[pipe.batch.toFixed(1), pipe.pipe.toFixed(1), pipe.ratio.toFixed(2)]],
    ),
  };
}

/** What the simulation of one machine is fed. */
function fedTable(sets: readonly SetFigures[]): string {
  const rows: [string, (costs: BatchCosts) => number][] = [
    ['a batch of no page with one thread, from start to end', costs => costs.batch.start],
    ['of which the main thread is busy', costs => costs.batch.mainStart],
    ['what each further thread adds to that', costs => costs.batch.startOfThread],
    ['a page in a thread of the batch, with what helps it', costs => costs.batch.page],
    ['a page in the main thread', costs => costs.batch.mainPage],
    ['a shard to the disk', costs => costs.batch.sync],
    ['a bare process of no page, from start to end', costs => costs.bare.start],
    ['a page in a bare process, with what helps it', costs => costs.bare.page],
  ];
  return markdownTable(
    ['milliseconds', ...sets.map(({ name }) => name)],
    rows.map(([what, of]) => [what, ...sets.map(({ costs }) => (1000 * of(costs)).toFixed(2))]),
  );
}

function coresTable(sets: readonly SetFigures[]): string {
  const rows = sets.flatMap(({ name, over, mainUse, simulated }) =>
    simulated.map((use, row) => [
      row === 0 ? name : '',
      use.cores,
      use.batchRate.toFixed(0),
      use.bareRate.toFixed(0),
      use.ratio.toFixed(2),
      use.cores === MEASURED_CORES ? over.bare.toFixed(2) : '',
      percent(use.mainUse),
      use.cores === MEASURED_CORES ? percent(mainUse) : '',
    ]),
  );
  const heading = ['pages', 'cores', 'batch, pages/s', 'bare, pages/s', 'batch over bare', 'measured'];
  return markdownTable([...heading, 'main thread busy', 'measured'], rows);
}

function costTable(sets: readonly SetFigures[]): string {
  const rows = sets.flatMap(({ name, pages, text, columns, oneCore, twoCores, bare, batch }) => [
    costRow(`${name} (${pages})`, '`extract()`, text', text),
    costRow('', '`extract()`, all columns', columns),
    costRow('', '`extract()`, all columns, held to one core', oneCore),
    costRow('', 'two such processes at once, a core each', twoCores),
    costRow('', 'two processes that read and write as well, a core each', bare),
    costRow('', '`pith batch`, two threads', batch),
  ]);
  return markdownTable(['pages', '', 'pages/s', 'processor ms/page'], rows);
}

function costRow(pages: string, what: string, { rate, cpu }: Cost): string[] {
  return [pages, what, rate.toFixed(1), cpu.toFixed(2)];
}
