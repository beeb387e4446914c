import { availableParallelism } from 'node:os';
import { packageVersion, workspaceVersion } from '../packages/lab/dist/versions.js';
import { median } from './rounds.js';

/** What was measured on one set of pages; rates are pages a second. */
export interface SetFigures {
  readonly name: string;
  readonly pages: number;
  /** `extract()` in one thread. */
  readonly alone: number;
  /** `pith batch` with two threads. */
  readonly batch: number;
  readonly ratio: number;
  /** Processor time of a batch over that of `extract()`, less one. */
  readonly overhead: number;
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
    `pith ${workspaceVersion('pith')}, warcio ${packageVersion('warcio')}; Node ${process.versions.node}; a machine of ${availableParallelism()} cores. Medians of rounds that take turns.`,
    '',
    '## `pith batch` on two threads',
    '',
    'Beside `extract()` alone in one thread, on pages in memory, with every field of the row read. A batch reads and unpacks WARC.gz,',
    'takes digests, hands pages to threads and rows back, and writes all columns as NDJSON packed with zstd. Overhead is its',
    'processor time over that of `extract()` alone; both are warmed up by nothing.',
    '',
    '| pages | `extract()`, pages/s | batch, pages/s | ratio | overhead |',
    '| --- | --: | --: | --: | --: |',
    ...sets.map(
      ({ name, pages, alone, batch, ratio, overhead }) =>
        `| ${name} (${pages}) | ${alone.toFixed(1)} | ${batch.toFixed(1)} | ${ratio.toFixed(2)} × | ${(100 * overhead).toFixed(1)} % |`,
    ),
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

function quarters(values: readonly number[]): number[] {
  const at = (share: number) => Math.floor(values.length * share);
  return [0, 0.25, 0.5, 0.75].map(start =>
    median(values.slice(at(start), Math.max(at(start + 0.25), at(start) + 1))),
  );
}
