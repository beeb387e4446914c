import type { PageRecord } from '@webpith/sources';
import { inOrder, single } from '@webpith/threads';
import { batchesOf, sizeOf } from './batches.js';
import type { ExtractionPool } from './pool.js';
import type { Rows } from './rows.js';

export interface RowBatch<T extends PageRecord> extends Rows {
  readonly records: readonly T[];
}

/** Tasks in flight per thread. */
export const TASKS_AHEAD = 4;

/** Extracts pages concurrently and yields their rows in order. */
export function rowsInOrder<T extends PageRecord>(
  records: AsyncIterable<T>,
  pool: ExtractionPool,
): AsyncGenerator<RowBatch<T>> {
  const isPage = (_: T): _ is T => true;
  return inOrder(batchesOf(records, isPage), pool.workers * TASKS_AHEAD, batch => {
    const pages = batch as readonly T[];
    const rows = pool.extractAll(pages).then(all => ({ ...all, records: pages }));
    return single(rows, sizeOf(pages));
  });
}
