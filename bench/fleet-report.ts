import { markdownTable, packageVersion, percent, workspaceVersion } from '@webpith/lab/internals';
import { machine, quarters } from './figures.js';

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
}

/** All that a run measured. */
export interface FleetFigures {
  readonly sets: readonly SetFigures[];
  /** Of one core. */
  readonly pipe: { readonly batch: number; readonly pipe: number; readonly ratio: number };
}

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
    pipe: markdownTable(
      ['batch, pages/s', 'pipe, pages/s', 'pipe over batch'],
      [[pipe.batch.toFixed(1), pipe.pipe.toFixed(1), pipe.ratio.toFixed(2)]],
    ),
  };
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
