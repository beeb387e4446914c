import type { Place, SkipCounts, WarcRange } from '@webpith/sources';
import type { ExtractOptions, ModelFile } from 'webpith';
import type { Packing } from '../output/compression.js';
import type { ArticleColumn, RecordHead } from '../output/row.js';
import type { PageFilter } from './page-filter.js';
import type { Rows } from './rows.js';

export interface WorkerSettings {
  readonly packing: Packing;
  readonly columns: readonly ArticleColumn[];
  readonly extract: Pick<ExtractOptions, 'include' | 'lean'>;
  /** Replaces the default model; loaded once per thread. */
  readonly model?: ModelFile | undefined;
  readonly filter?: PageFilter | undefined;
  /** Module whose `extract` replaces the library's; for tests. */
  readonly extractor?: string | undefined;
}

/** Part of a WARC file that a thread reads itself, bypassing the main thread. */
export interface FileRange extends WarcRange {
  readonly file: string;
  readonly from: number;
  readonly to: number;
  readonly isExact: boolean;
  readonly maxSize: number;
  /** Allow private addresses for remote files. */
  readonly allowPrivate: boolean;
  /** Resume after this place. */
  readonly after?: Place;
}

/** Pages with their bytes concatenated. */
export interface PagesTask {
  readonly heads: readonly RecordHead[];
  /** Bytes per page. */
  readonly lengths: readonly number[];
  readonly bytes: ArrayBuffer;
}

export interface RangeTask {
  readonly range: FileRange;
  /** Pages at its start whose rows were received. */
  readonly done: number;
  /** Reasons by page number in the range, for pages that cost a thread. */
  readonly condemned: Readonly<Record<number, string>>;
  /** Send each row at once: a thread died between pages. */
  readonly isCareful: boolean;
}

export interface RowsOfRange extends Rows {
  readonly range: RangeRows;
}

export interface RangeRows {
  /** Actual start of the range and, once it is read, start of the next record. */
  readonly begun: number;
  readonly ended?: number;
  /** First and last page; absent if there is none. */
  readonly first?: Place;
  readonly last?: Place;
  /** Skips before the last page, and after it once the range is read. */
  readonly before: SkipCounts;
  readonly behind: SkipCounts;
}
