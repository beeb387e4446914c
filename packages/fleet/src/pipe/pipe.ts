import { setTimeout as sleep } from 'node:timers/promises';
import { recordsOfLines } from '@webpith/sources';
import type { Include, ModelFile } from 'webpith';
import type { ArticleColumn } from '../output/row.js';
import { unlessStopped, untilStopped } from '../stop.js';
import { rowsInOrder } from '../workers/in-order.js';
import { ExtractionPool } from '../workers/pool.js';

/** What a pipe is told. */
export interface PipeOptions {
  /** Lines of JSON, in chunks of any size. */
  readonly input: AsyncIterable<Uint8Array | string>;
  /** Takes whole lines; the next are made while it waits. */
  readonly write: (lines: Uint8Array) => Promise<void>;
  readonly columns?: readonly ArticleColumn[];
  readonly include?: Include;
  /** What decides instead of the default. */
  readonly model?: ModelFile;
  /** Threads that extract. Default: one. */
  readonly workers?: number;
  readonly maxSize?: number;
  readonly timeLimit?: number;
  readonly memoryLimit?: number;
  readonly signal?: AbortSignal;
  /** Module whose `extract` takes the place of the library's; for tests. */
  readonly extractor?: string;
}

/** What a pipe came to. */
export interface PipeSummary {
  readonly pages: number;
  readonly errors: number;
  readonly seconds: number;
}

/** How lines are named in rows, which have no file. */
const STANDARD_INPUT = '-';

/** Turns lines with pages into lines with rows, one for one and in order, holding a few of them at a time. */
export async function runPipe(options: PipeOptions): Promise<PipeSummary> {
  const { input, write, include, maxSize, signal, workers = 1, ...rest } = options;
  const begun = performance.now();
  const pool = new ExtractionPool({ ...rest, workers, extract: include === undefined ? {} : { include } });
  let pages = 0;
  let errors = 0;
  try {
    const records = recordsOfLines(input, STANDARD_INPUT, maxSize === undefined ? {} : { maxSize });
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

/** Milliseconds that whoever reads has to take the last lines once the pipe is stopped: half a line is of no use. */
const GRACE = 500;

/** Waits until lines are taken; a pipe that is stopped and that nobody reads from does not wait for long. */
async function taken(written: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  try {
    await unlessStopped(written, signal);
  } catch (error) {
    if (!signal?.aborted) throw error;
    await Promise.race([written, sleep(GRACE)]);
  }
}
