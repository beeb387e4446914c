import { setTimeout as sleep } from 'node:timers/promises';
import { recordsOfLines } from '@webpith/sources';
import type { Include, MarkdownOptions, ModelFile } from 'webpith';
import type { ArticleColumn } from '../output/row.js';
import { unlessStopped, untilStopped } from '../stop.js';
import { rowsInOrder } from '../workers/in-order.js';
import { ExtractionPool } from '../workers/pool.js';

export { ALL_COLUMNS, ARTICLE_COLUMNS } from '../output/row.js';

export interface PipeOptions {
  readonly input: AsyncIterable<Uint8Array | string>;
  /** Receives whole lines; extraction continues while it is pending. */
  readonly write: (lines: Uint8Array) => Promise<void>;
  readonly columns?: readonly ArticleColumn[] | undefined;
  readonly include?: Include | undefined;
  readonly markdown?: MarkdownOptions | undefined;
  readonly model?: ModelFile | undefined;
  /** URL of a module that exports `methods`, for models of other methods than the library's. */
  readonly methods?: string | undefined;
  /** Threads. Default: 1. */
  readonly workers?: number | undefined;
  readonly maxSize?: number | undefined;
  readonly timeLimit?: number | undefined;
  readonly memoryLimit?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Module whose `extract` replaces the library's; for tests. */
  readonly extractor?: string | undefined;
}

export interface PipeSummary {
  readonly pages: number;
  readonly errors: number;
  readonly seconds: number;
}

const STANDARD_INPUT = '-';

/** Extracts NDJSON pages into NDJSON rows, one for one and in order, in bounded memory. */
export async function runPipe(options: PipeOptions): Promise<PipeSummary> {
  const { input, write, include, markdown, maxSize, signal, workers = 1, ...rest } = options;
  const begun = performance.now();
  const pool = new ExtractionPool({ ...rest, workers, extract: { include, markdown } });
  let pages = 0;
  let errors = 0;
  try {
    const records = recordsOfLines(input, STANDARD_INPUT, { maxSize });
    for await (const rows of untilStopped(rowsInOrder(records, pool), signal)) {
      await taken(write(rows.bytes), signal);
      pages += rows.rows;
      errors += rows.errors;
    }
    signal?.throwIfAborted();
  } finally {
    await pool.close();
  }
  return { pages, errors, seconds: (performance.now() - begun) / 1000 };
}

/** Milliseconds for the reader to take the last lines after a stop, so that no line is cut. */
const GRACE = 500;

/** Waits until lines are written, after a stop only briefly. */
async function taken(written: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  try {
    await unlessStopped(written, signal);
  } catch (error) {
    if (!signal?.aborted) throw error;
    await Promise.race([written, sleep(GRACE)]);
  }
}
