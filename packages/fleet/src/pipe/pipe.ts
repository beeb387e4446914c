import { setTimeout as sleep } from 'node:timers/promises';
import { recordsOfLines } from '@webpith/sources';
import { unlessStopped, untilStopped } from '../stop.js';
import { rowsInOrder } from '../workers/in-order.js';
import { ExtractionPool, type PoolOptions } from '../workers/pool.js';

export { ALL_COLUMNS, ARTICLE_COLUMNS } from '../output/row.js';

/** The default number of threads is 1. */
export interface PipeOptions extends Omit<PoolOptions, 'packing'> {
  readonly input: AsyncIterable<Uint8Array | string>;
  /** Receives whole lines; extraction continues while it is pending. */
  readonly write: (lines: Uint8Array) => Promise<void>;
  readonly maxSize?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface PipeSummary {
  readonly pages: number;
  readonly errors: number;
  readonly seconds: number;
}

const STANDARD_INPUT = '-';

/** Extracts NDJSON pages into NDJSON rows, one for one and in order, in bounded memory. */
export async function runPipe(options: PipeOptions): Promise<PipeSummary> {
  const { input, write, maxSize, signal, workers = 1, ...settings } = options;
  const begun = performance.now();
  const pool = new ExtractionPool({ ...settings, workers });
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

/** Milliseconds after a stop to write the last lines, so that no line is truncated. */
const GRACE = 500;

/** Waits until lines are written, but at most `GRACE` after a stop. */
async function taken(written: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  try {
    await unlessStopped(written, signal);
  } catch (error) {
    if (!signal?.aborted) throw error;
    await Promise.race([written, sleep(GRACE)]);
  }
}
