import type { Place, SkipCounts, WarcRange } from '@webpith/sources';
import type { ExtractOptions, ModelFile } from 'webpith';
import type { Packing } from '../output/compression.js';
import type { ArticleColumn, RecordHead } from '../output/row.js';
import type { PageFilter } from './page-filter.js';
import type { Rows } from './rows.js';

/** What an extraction thread is told when it starts. */
export interface WorkerSettings {
  readonly packing: Packing;
  readonly columns: readonly ArticleColumn[];
  readonly extract: Pick<ExtractOptions, 'include' | 'lean'>;
  /** What decides instead of the default; a thread makes a model of it once. */
  readonly model?: ModelFile | undefined;
  /** Pages that it does not want give no row. */
  readonly filter?: PageFilter | undefined;
  /** Module whose `extract` takes the place of the library's; for tests. */
  readonly extractor?: string | undefined;
}

/** A part of a WARC file whose pages a thread reads itself: nothing of them passes through the main thread. */
export interface FileRange extends WarcRange {
  readonly file: string;
  readonly from: number;
  readonly to: number;
  readonly isExact: boolean;
  readonly maxSize: number;
  /** Where the file is on another machine: whether that may be a private one. */
  readonly allowPrivate: boolean;
  /** Begin behind this place instead. */
  readonly after?: Place;
}

/** Pages sent to a thread: heads, and their bytes one after another. */
export interface PagesTask {
  readonly heads: readonly RecordHead[];
  /** Bytes of each page. */
  readonly lengths: readonly number[];
  readonly bytes: ArrayBuffer;
}

/** A range sent to a thread. */
export interface RangeTask {
  readonly range: FileRange;
  /** Pages at its start whose rows have come already. */
  readonly done: number;
  /** Pages, by their number in the range, that cost a thread, and how. */
  readonly condemned: Readonly<Record<number, string>>;
  /** Whether each row goes back at once: a thread died here, and not of the page it was at. */
  readonly isCareful: boolean;
}

/** Rows of a range, as they come. */
export interface RowsOfRange extends Rows {
  readonly range: RangeRows;
}

/** What rows of a range hold. */
export interface RangeRows {
  /** Where the range turned out to begin, and once it is read where the next record begins. */
  readonly begun: number;
  readonly ended?: number;
  /** The first and last page; absent where there is none. */
  readonly first?: Place;
  readonly last?: Place;
  /** What was skipped before the last page, and behind it where the range is read. */
  readonly before: SkipCounts;
  readonly behind: SkipCounts;
}
