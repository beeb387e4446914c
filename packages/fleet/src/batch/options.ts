import type { PageColumns, SkipCounts } from '@webpith/sources';
import type { Include, MarkdownOptions, ModelFile } from 'webpith';
import type { ArticleColumn } from '../output/row.js';
import type { Format, OpenFile } from '../output/shard.js';
import type { PageFilter } from '../workers/extract-batch.js';
import type { BatchPlace } from './manifest.js';

export interface BatchOptions {
  /** Files, folders and addresses, in order. */
  readonly inputs: readonly string[];
  readonly out: string;
  /** Names of the columns of Parquet inputs. */
  readonly pageColumns?: PageColumns | undefined;
  /** Default: `ndjson.zst`. */
  readonly format?: Format | undefined;
  readonly columns?: readonly ArticleColumn[] | undefined;
  readonly include?: Include | undefined;
  readonly markdown?: MarkdownOptions | undefined;
  readonly model?: ModelFile | undefined;
  /** URL of a module that exports `methods`, for models of other methods than the library's. */
  readonly methods?: string | undefined;
  /** Pages that do not match are counted as skipped and have no row. */
  readonly filter?: PageFilter | undefined;
  /** Read the inputs twice, and extract each page with what the other pages of its site show. Default: false. */
  readonly sites?: boolean | undefined;
  /** Threads. Default: one per core. */
  readonly workers?: number | undefined;
  /** Rows per shard; after a crash at most this many are extracted again. Default: 5,000. */
  readonly shardRows?: number | undefined;
  /** Largest page in bytes. Default: 20 MB. */
  readonly maxSize?: number | undefined;
  /** Milliseconds per page. */
  readonly timeLimit?: number | undefined;
  /** Megabytes of heap per thread. */
  readonly memoryLimit?: number | undefined;
  readonly allowPrivate?: boolean | undefined;
  /** Stops the batch; finished rows are written to a shard first. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: BatchProgress) => void) | undefined;
  /** Module whose `extract` replaces the library's; for tests. */
  readonly extractor?: string | undefined;
  readonly openFile?: OpenFile | undefined;
}

export interface BatchProgress {
  /** Finished pages, including earlier runs. */
  readonly pages: number;
  readonly before: number;
  readonly seconds: number;
  /** Share of the inputs done, if known. */
  readonly share: number | undefined;
  readonly place: BatchPlace;
}

/** Totals over all runs, except `seconds`, `pagesPerSecond` and `replaced`, which cover this run only. */
export interface BatchSummary extends SkipCounts {
  readonly pages: number;
  /** Pages of earlier runs. */
  readonly before: number;
  readonly errors: number;
  readonly shards: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly pagesPerSecond: number;
  /** Threads that had to be replaced. */
  readonly replaced: number;
}

export const SHARD_ROWS = 5000;
/** Uncompressed bytes after which a shard ends. */
export const SHARD_BYTES = 1 << 30;
