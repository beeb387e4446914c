import { setTimeout as sleep } from 'node:timers/promises';
import type { PageRecord } from '../records/record.js';
import type { ExtractionPool, Rows } from './pool.js';

/** Rows of some pages, and the pages they are of. */
export interface RowBatch<T extends PageRecord> extends Rows {
  readonly records: readonly T[];
}

/** Pages and bytes of a batch: enough that messages cost nothing, few enough that a thread's death costs little. */
const MOST_PAGES = 16;
const MOST_BYTES = 1 << 20;
/** A batch that is not full goes off after so many milliseconds: whoever writes a line may be waiting for its answer. */
const PATIENCE = 5;
/** Batches that are on their way, for each thread, and bytes of all of them. */
const BATCHES_AHEAD = 4;
const BYTES_AHEAD = 64 << 20;

/**
 * The rows of pages in the order of the pages, however the threads finish. Reads no further ahead than the threads can
 * keep up with, so memory does not grow with the input.
 */
export async function* rowsInOrder<T extends PageRecord>(
  records: AsyncIterable<T>,
  pool: ExtractionPool,
): AsyncGenerator<RowBatch<T>> {
  const batches = batchesOf(records);
  const under: { readonly rows: Promise<RowBatch<T>>; readonly bytes: number }[] = [];
  let bytes = 0;
  let pull: Promise<IteratorResult<T[], void>> | undefined;
  let isOver = false;
  try {
    while (!isOver || under.length > 0) {
      const hasRoom = under.length < pool.workers * BATCHES_AHEAD && bytes < BYTES_AHEAD;
      if (!isOver && hasRoom) pull ??= batches.next();
      const [first] = under;
      const step = await Promise.race([
        ...(pull === undefined ? [] : [pull]),
        ...(first === undefined ? [] : [first.rows]),
      ]);
      if ('rows' in step) {
        bytes -= first!.bytes;
        under.shift();
        yield step;
        continue;
      }
      pull = undefined;
      if (step.done) isOver = true;
      else {
        const size = sizeOf(step.value);
        bytes += size;
        under.push({ rows: extracted(step.value, pool), bytes: size });
      }
    }
  } finally {
    for (const { rows } of under) rows.catch(() => {});
    await batches.return();
  }
}

async function extracted<T extends PageRecord>(
  records: readonly T[],
  pool: ExtractionPool,
): Promise<RowBatch<T>> {
  return { ...(await pool.extractAll(records)), records };
}

function sizeOf(records: readonly PageRecord[]): number {
  return records.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

/** Pages in batches, full ones as long as pages come fast. */
async function* batchesOf<T extends PageRecord>(records: AsyncIterable<T>): AsyncGenerator<T[], void> {
  const pages = records[Symbol.asyncIterator]();
  let batch: T[] = [];
  let bytes = 0;
  let pull = pages.next();
  let patience: Promise<void> | undefined;
  try {
    for (;;) {
      const step = await (patience === undefined ? pull : Promise.race([pull, patience]));
      const isFull = batch.length >= MOST_PAGES || bytes >= MOST_BYTES;
      if (step === undefined || isFull || step.done) {
        if (batch.length > 0) yield batch;
        batch = [];
        bytes = 0;
        patience = undefined;
        if (step?.done) return;
        if (step === undefined) continue;
      }
      batch.push(step.value);
      bytes += step.value.bytes.length;
      patience ??= sleep(PATIENCE);
      pull = pages.next();
    }
  } finally {
    pull.catch(() => {});
    await pages.return?.();
  }
}
