import * as Plot from '@observablehq/plot';
import { markdownTable, packageVersion, percent, workspaceVersion } from '@webpith/lab/internals';
import { drawStandalone, PLOT_COLOURS } from '../packages/lab/dist/report/plot.js';
import { machine, quarters } from './figures.js';
import type { BatchCosts } from './fleet-machine.js';
import type { MachineUse } from './simulation/batch.js';

/** Pages per second and CPU milliseconds per page, each the best of all rounds. */
export interface Cost {
  readonly rate: number;
  readonly cpu: number;
}

/** Milliseconds per page of one batch thread by activity. */
export interface ThreadTimes {
  readonly pages: number;
  readonly reading: number;
  readonly extraction: number;
  readonly lines: number;
  readonly packing: number;
  /** Bytes of each page in the file, and milliseconds since the previous page. */
  readonly costs: readonly (readonly [bytes: number, milliseconds: number])[];
}

export interface SetFigures {
  readonly name: string;
  readonly pages: number;
  /** `extract()` in one thread: text only; all columns; all columns on one core. */
  readonly text: Cost;
  readonly columns: Cost;
  readonly oneCore: Cost;
  /** Two such processes, each pinned to a core. */
  readonly twoCores: Cost;
  /** Two processes that also read and write, each pinned to a core. */
  readonly bare: Cost;
  /** `pith batch` with two threads. */
  readonly batch: Cost;
  /** Batch throughput over each of these, and its CPU time over that of all columns: medians of rounds. */
  readonly over: Readonly<Record<'text' | 'columns' | 'oneCore' | 'twoCores' | 'bare', number>>;
  readonly cpuOver: number;
  readonly thread: ThreadTimes;
  /** Megabytes over one batch. */
  readonly memory: readonly number[];
  /** Share of time in which the main thread is busy. */
  readonly mainUse: number;
  /** Input and result of the simulation by number of cores. */
  readonly costs: BatchCosts;
  readonly simulated: readonly (MachineUse & { readonly cores: number })[];
}

export interface FleetFigures {
  readonly sets: readonly SetFigures[];
  /** Pages per second of `pith batch` and `pith pipe` on one core. */
  readonly pipe: { readonly batch: number; readonly pipe: number; readonly ratio: number };
}

/** Cores used for measuring. */
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
    cores: `${coresTable(sets)}\n\n![Pages per second of a batch over those of bare processes, by cores](images/fleet-cores.svg)`,
    pipe: markdownTable(
      ['batch, pages/s', 'pipe, pages/s', 'pipe over batch'],
      [[pipe.batch.toFixed(1), pipe.pipe.toFixed(1), pipe.ratio.toFixed(2)]],
    ),
  };
}

/** Input of the simulation of one machine. */
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

/** Target ratio. */
const GOAL = 0.95;

/** Batch over bare processes by number of cores: lines are simulated, rings measured. */
export function coresPlot(sets: readonly SetFigures[]): string {
  const points = sets.flatMap(({ name, simulated }) =>
    simulated.map(({ cores, ratio }) => ({ name, cores, ratio })),
  );
  const measured = sets.map(({ name, over }) => ({ name, cores: MEASURED_CORES, ratio: over.bare }));
  const ends = points.filter(({ cores }) => cores === Math.max(...points.map(point => point.cores)));
  const most = Math.max(...[...points, ...measured].map(({ ratio }) => ratio), 1.1);
  return drawStandalone({
    width: 700,
    height: 320,
    marginLeft: 60,
    x: { label: 'cores', ticks: [...new Set(points.map(({ cores }) => cores))], tickFormat: 'd' },
    y: { label: 'batch over bare processes', domain: [0.5, most] },
    color: { legend: false, range: [PLOT_COLOURS.own, PLOT_COLOURS.others[0]] },
    marks: [
      Plot.ruleY([GOAL], { stroke: PLOT_COLOURS.ink, strokeDasharray: '4 4' }),
      Plot.line(points, { x: 'cores', y: 'ratio', stroke: 'name' }),
      Plot.dot(points, { x: 'cores', y: 'ratio', fill: 'name' }),
      Plot.dot(measured, { x: 'cores', y: 'ratio', stroke: 'name', r: 6 }),
      Plot.text(ends, { x: 'cores', y: 'ratio', text: 'name', fill: 'name', dy: -12, textAnchor: 'end' }),
    ],
  });
}
