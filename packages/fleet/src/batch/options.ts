import type { SkipCounts } from '@webpith/sources';
import type { Include, ModelFile } from 'webpith';
import type { ArticleColumn } from '../output/row.js';
import type { Format, OpenFile } from '../output/shard.js';
import type { PageFilter } from '../workers/page-filter.js';
import type { BatchPlace } from './manifest.js';

/** What a batch is told. */
export interface BatchOptions {
  /** Files, folders and addresses, in order. */
  readonly inputs: readonly string[];
  /** Folder of the shards and the manifest. */
  readonly out: string;
  /** Default: `ndjson.zst`. */
  readonly format?: Format;
  /** Columns of the article. Default: all. */
  readonly columns?: readonly ArticleColumn[];
  readonly include?: Include;
  /** What decides instead of the default. */
  readonly model?: ModelFile;
  /** Pages that it does not want are counted, and give no row. */
  readonly filter?: PageFilter;
  /** Threads. Default: one a core. */
  readonly workers?: number;
  /** Rows of a shard: what a stop at the worst moment costs. Default: 5,000. */
  readonly shardRows?: number;
  /** Largest page in bytes. Default: 20 MB. */
  readonly maxSize?: number;
  /** Milliseconds that a page may take. */
  readonly timeLimit?: number;
  /** Megabytes of heap that a thread may take. */
  readonly memoryLimit?: number;
  readonly allowPrivate?: boolean;
  /** Stops after the rows that are done are in a shard. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: BatchProgress) => void;
  /** Module whose `extract` takes the place of the library's; for tests. */
  readonly extractor?: string;
  /** Opens the files of shards; tests make it fail. */
  readonly openFile?: OpenFile;
}

/** How far a batch has come. */
export interface BatchProgress {
  /** Pages that are done, in earlier runs too. */
  readonly pages: number;
  /** Pages that earlier runs did. */
  readonly before: number;
  /** Of this run. */
  readonly seconds: number;
  /** Share of the inputs that is done, where that can be known. */
  readonly share: number | undefined;
  readonly place: BatchPlace;
}

/** What a batch came to, over all its runs; times are those of this one. */
export interface BatchSummary extends SkipCounts {
  readonly pages: number;
  /** Pages that earlier runs did. */
  readonly before: number;
  readonly errors: number;
  readonly shards: number;
  /** Of all shards. */
  readonly bytes: number;
  readonly seconds: number;
  readonly pagesPerSecond: number;
  /** Threads that pages cost. */
  readonly replaced: number;
}

/** Rows of a shard when nothing else is said. */
export const SHARD_ROWS = 5000;
/** A shard of long pages ends here, in bytes before packing. */
export const SHARD_BYTES = 1 << 30;
