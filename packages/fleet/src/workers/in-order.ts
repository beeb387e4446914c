import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { PageRecord } from '@webpith/sources';
import { inOrder, single } from '@webpith/threads';
import type { ExtractionPool } from './pool.js';
import type { Rows } from './protocol.js';

export interface RowBatch<T extends PageRecord> extends Rows {
  readonly records: readonly T[];
}

export const TASKS_AHEAD = 4;

export function rowsInOrder<T extends PageRecord>(
  records: AsyncIterable<T>,
  pool: ExtractionPool,
): AsyncGenerator<RowBatch<T>> {
  const isPage = (_: T): _ is T => true;
  return inOrder(batchesOf(records, isPage, pool), pool.workers * TASKS_AHEAD, batch => {
    const pages = batch as readonly T[];
    const rows = pool.extractAll(pages).then(all => ({ ...all, records: pages }));
    return single(rows, sizeOf(pages));
  });
}

/** Limits of a batch: high enough to amortise messages, low enough that losing a thread costs little. */
const MOST_PAGES = 16;
const MOST_BYTES = 1 << 20;
const LINGER = 5;

/**
 * Groups pages into batches, which are full while pages arrive faster than they are extracted. If a thread is idle, a
 * batch is sent as soon as no further page is available, because the writer of a pipe may be waiting for the row. Other
 * units are yielded singly, in order.
 */
export async function* batchesOf<T, P extends T & PageRecord>(
  units: AsyncIterable<T>,
  isPage: (unit: T) => unit is P,
  pool: Pick<ExtractionPool, 'isIdle'>,
): AsyncGenerator<P[] | Exclude<T, P>, void> {
  const all = units[Symbol.asyncIterator]();
  let batch: P[] = [];
  let bytes = 0;
  let pull = all.next();
  let linger: Promise<void> | undefined;
  try {
    for (;;) {
      const step = await (linger === undefined ? pull : Promise.race([pull, linger]));
      const isFull = batch.length >= MOST_PAGES || bytes >= MOST_BYTES;
      if (step === undefined || isFull || step.done || !isPage(step.value)) {
        if (batch.length > 0) yield batch;
        batch = [];
        bytes = 0;
        linger = undefined;
        if (step?.done) return;
        if (step === undefined) continue;
      }
      if (isPage(step.value)) {
        batch.push(step.value);
        bytes += step.value.bytes.length;
        linger ??= pool.isIdle ? nextTurn() : sleep(LINGER);
      } else yield step.value as Exclude<T, P>;
      pull = all.next();
    }
  } finally {
    pull.catch(() => {});
    await all.return?.();
  }
}

export function sizeOf(records: readonly PageRecord[]): number {
  return records.reduce((sum, { bytes }) => sum + bytes.length, 0);
}
