import { availableParallelism } from 'node:os';
import { packageVersion, workspaceVersion } from '../packages/lab/dist/versions.js';
import { median } from './rounds.js';

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
  /** `pith batch` with two threads. */
  readonly batch: Cost;
  /** The batch's pages a second over those of each, and its processor time over that of all columns: medians of rounds. */
  readonly over: { readonly text: number; readonly columns: number; readonly oneCore: number };
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

/** The figures as Markdown, for the terminal and for docs/results/fleet.md alike. */
export function fleetReport({ sets, pipe }: FleetFigures): string {
  return [
    '# Fleet',
    '',
    'Written by `npx tsx bench/fleet.ts`; no figure here is set by hand.',
    '',
    `pith ${workspaceVersion('webpith')}, warcio ${packageVersion('warcio')}; Node ${process.versions.node}; a machine of ${availableParallelism()} cores. Costs are the best of rounds that take turns, ratios the medians over the rounds.`,
    '',
    '## `pith batch` on two threads',
    '',
    'Beside `extract()` alone in one thread, on pages in memory. What an article holds is made when it is read, so there are',
    'two ways to count: with its text read, and with everything read that a row holds. The collector and the compiler of',
    'Node have threads of their own: `extract()` in one thread takes more than one core when a second is idle, which a batch',
    'on two cores does not have. So it is timed held to one core too; two processes held to a core each are the most that two',
    'cores can give.',
    '',
    'A batch reads and unpacks WARC.gz, takes digests, makes lines of rows, packs them with zstd and writes them. Processor',
    'time is of all threads. Nothing is warmed up.',
    '',
    '| pages | | pages/s | processor ms/page |',
    '| --- | --- | --: | --: |',
    ...sets.flatMap(({ name, pages, text, columns, oneCore, twoCores, batch }) => [
      costRow(`${name} (${pages})`, '`extract()`, text', text),
      costRow('', '`extract()`, all columns', columns),
      costRow('', '`extract()`, all columns, held to one core', oneCore),
      costRow('', 'two such processes at once, a core each', twoCores),
      costRow('', '`pith batch`, two threads', batch),
    ]),
    '',
    'The batch over `extract()`: pages a second, and processor time less one, which is what a batch adds.',
    '',
    '| pages | over text | over all columns | over all columns on one core | processor time added to all columns |',
    '| --- | --: | --: | --: | --: |',
    ...sets.map(({ name, over, cpuOver }) => {
      const ratios = [over.text, over.columns, over.oneCore].map(ratio => `${ratio.toFixed(2)} ×`);
      return `| ${name} | ${ratios.join(' | ')} | ${(100 * (cpuOver - 1)).toFixed(1)} % |`;
    }),
    '',
    '## Where the time of a thread goes',
    '',
    'One thread of a batch, held to one core; milliseconds a page. Reading is finding and unpacking a record, undoing its',
    'codings and taking its digest; a line is JSON in UTF-8; packing is zstd.',
    '',
    '| pages | reading | extraction | lines | packing | beyond extraction |',
    '| --- | --: | --: | --: | --: | --: |',
    ...sets.map(({ name, thread: { pages, reading, extraction, lines, packing } }) => {
      const times = [reading, extraction, lines, packing].map(time => time.toFixed(2));
      const beyond = (100 * (reading + lines + packing)) / extraction;
      return `| ${name} (${pages}) | ${times.join(' | ')} | ${beyond.toFixed(1)} % |`;
    }),
    '',
    '## Memory of the batch',
    '',
    'Megabytes of the whole process: the most, and the median of each quarter of its time.',
    '',
    '| pages | most | first | second | third | last |',
    '| --- | --: | --: | --: | --: | --: |',
    ...sets.map(
      ({ name, memory }) =>
        `| ${name} | ${Math.max(...memory).toFixed(0)} | ${quarters(memory)
          .map(value => value.toFixed(0))
          .join(' | ')} |`,
    ),
    '',
    '## `pith pipe` on one core',
    '',
    'Both held to one core, over the same lines.',
    '',
    '| batch, pages/s | pipe, pages/s | pipe over batch |',
    '| --: | --: | --: |',
    `| ${pipe.batch.toFixed(1)} | ${pipe.pipe.toFixed(1)} | ${pipe.ratio.toFixed(2)} |`,
    '',
  ].join('\n');
}

function costRow(pages: string, what: string, { rate, cpu }: Cost): string {
  return `| ${pages} | ${what} | ${rate.toFixed(1)} | ${cpu.toFixed(2)} |`;
}

function quarters(values: readonly number[]): number[] {
  const at = (share: number) => Math.floor(values.length * share);
  return [0, 0.25, 0.5, 0.75].map(start =>
    median(values.slice(at(start), Math.max(at(start + 0.25), at(start) + 1))),
  );
}
