import type { ExtractOptions } from 'pith';
import type { Packing } from '../output/compression.js';
import type { ArticleColumn, RecordHead } from '../output/row.js';

/** What an extraction thread is told when it starts. */
export interface WorkerSettings {
  readonly packing: Packing;
  readonly columns: readonly ArticleColumn[];
  readonly extract: Pick<ExtractOptions, 'include' | 'lean'>;
  /** Module whose `extract` takes the place of the library's; for tests. */
  readonly extractor?: string;
  /** Which batch (0) and which page of it (1) the thread is at; page -1 between batches. */
  readonly progress: Int32Array;
}

/** Pages sent to a thread: heads, and their bytes one after another. */
export interface BatchMessage {
  readonly batch: number;
  readonly heads: readonly RecordHead[];
  /** Bytes of each page. */
  readonly lengths: readonly number[];
  readonly bytes: ArrayBuffer;
}

/** What comes back: the rows of a batch in its order, as packed lines. */
export interface RowsMessage {
  readonly batch: number;
  readonly bytes: Uint8Array;
  /** Bytes before packing. */
  readonly unpacked: number;
  /** Pages of the batch that failed. */
  readonly errors: number;
  /** Milliseconds spent in extraction, and in all. */
  readonly extracting: number;
  readonly busy: number;
}
