import type { Place, SkipCounts, WarcRange } from '@webpith/sources';
import type { ExtractOptions, ModelFile } from 'webpith';
import type { Packing } from '../output/compression.js';
import type { ArticleColumn, RecordHead } from '../output/row.js';
import type { PageFilter } from './extract-row.js';

export interface RowOptions {
  /** Compression of the rows. Default: none. */
  readonly packing?: Packing | undefined;
  readonly columns?: readonly ArticleColumn[] | undefined;
  readonly extract?: Pick<ExtractOptions, 'include' | 'markdown' | 'lean'> | undefined;
  /** Replaces the default model; loaded once per thread. */
  readonly model?: ModelFile | undefined;
  /** URL of a module that exports `methods`, for models of methods that the library does not include. */
  readonly methods?: string | undefined;
  /** Pages that do not match have no row. */
  readonly filter?: PageFilter | undefined;
  readonly sites?: string | undefined;
  /** Module whose `extract` replaces the library's; for tests. */
  readonly extractor?: string | undefined;
}

export interface WorkerSettings extends RowOptions {
  readonly threads: number;
  readonly packing: Packing;
  readonly columns: readonly ArticleColumn[];
}

/** Part of a WARC file that a thread reads itself, bypassing the main thread. */
export interface FileRange extends WarcRange {
  readonly file: string;
  readonly from: number;
  readonly to: number;
  readonly isExact: boolean;
  readonly maxSize: number;
  readonly allowPrivate: boolean;
  readonly after?: Place | undefined;
}

export interface PagesTask {
  readonly heads: readonly RecordHead[];
  readonly lengths: readonly number[];
  readonly bytes: ArrayBuffer;
}

export interface RangeTask {
  readonly range: FileRange;
  /** Number of pages at the start of the range whose rows were received. */
  readonly done: number;
  /** Pages during which a thread died: number in the range → reason. */
  readonly condemned: Readonly<Record<number, string>>;
  /** Send each row at once, because a thread died between two pages. */
  readonly isCareful: boolean;
}

export interface RowsOfRange extends Rows {
  readonly range: RangeRows;
}

export interface RangeRows {
  /** Actual start of the range and, once it is read, start of the next record. */
  readonly begun: number;
  readonly ended?: number | undefined;
  readonly first?: Place;
  readonly last?: Place;
  /** Skipped parts before the last page, and after it once the range is read. */
  readonly before: SkipCounts;
  readonly behind: SkipCounts;
}

export interface Rows {
  /** NDJSON, compressed in one or more frames. */
  readonly bytes: Uint8Array;
  readonly unpacked: number;
  readonly rows: number;
  readonly errors: number;
  readonly filtered: number;
  readonly busy: number;
}

export const NO_ROWS: Rows = {
  bytes: new Uint8Array(),
  unpacked: 0,
  rows: 0,
  errors: 0,
  filtered: 0,
  busy: 0,
};

export function joinedRows(parts: readonly Rows[]): Rows {
  const sum = (of: (part: Rows) => number) => parts.reduce((total, part) => total + of(part), 0);
  return {
    bytes: Buffer.concat(parts.map(({ bytes }) => bytes)),
    unpacked: sum(part => part.unpacked),
    rows: sum(part => part.rows),
    errors: sum(part => part.errors),
    filtered: sum(part => part.filtered),
    busy: sum(part => part.busy),
  };
}
