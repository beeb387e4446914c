import type { PageRecord } from '@webpith/records';
import { batchesOf, sizeOf } from './batches.js';
import type { ExtractionPool } from './pool.js';
import type { Rows } from './rows.js';

/** Rows of some pages, and the pages they are of. */
export interface RowBatch<T extends PageRecord> extends Rows {
  readonly records: readonly T[];
}

/** Something under way: what comes of it, piece by piece, and the bytes that it holds meanwhile. */
export interface UnderWay<R> {
  readonly results: AsyncIterator<R, unknown>;
  readonly bytes: number;
}

/** Tasks that are on their way, for each thread, and bytes of all of them. */
const TASKS_AHEAD = 4;
const BYTES_AHEAD = 64 << 20;

/**
 * The rows of pages in the order of the pages, however the threads finish. Reads no further ahead than the threads can
 * keep up with, so memory does not grow with the input.
 */
export async function* rowsInOrder<T extends PageRecord>(
  records: AsyncIterable<T>,
  pool: ExtractionPool,
): AsyncGenerator<RowBatch<T>> {
  const isPage = (_: T): _ is T => true;
  yield* inOrder(batchesOf(records, isPage), pool.workers, batch => {
    const pages = batch as readonly T[];
    const rows = pool.extractAll(pages);
    rows.catch(() => {});
    return { results: onlyResult(rows, pages), bytes: sizeOf(pages) };
  });
}

async function* onlyResult<T extends PageRecord>(
  rows: Promise<Rows>,
  records: readonly T[],
): AsyncGenerator<RowBatch<T>> {
  yield { ...(await rows), records };
}

/** Begins tasks as they come, a few ahead, and gives their results in the order of the tasks. */
export async function* inOrder<T, R>(
  tasks: AsyncGenerator<T, unknown>,
  threads: number,
  begin: (task: T) => UnderWay<R>,
): AsyncGenerator<R> {
  const under: UnderWay<R>[] = [];
  let bytes = 0;
  let pull: Promise<Step<T, R>> | undefined;
  let result: Promise<Step<T, R>> | undefined;
  let isOver = false;
  try {
    while (!isOver || under.length > 0) {
      const hasRoom = under.length < threads * TASKS_AHEAD && bytes < BYTES_AHEAD;
      if (!isOver && hasRoom) pull ??= tasks.next().then(task => ({ task }));
      const [first] = under;
      if (first !== undefined) result ??= first.results.next().then(done => ({ result: done }));
      const step = await Promise.race([pull, result].filter(each => each !== undefined));
      if ('result' in step) {
        result = undefined;
        if (!step.result.done) yield step.result.value;
        else bytes -= under.shift()!.bytes;
      } else {
        pull = undefined;
        if (step.task.done) isOver = true;
        else {
          const begun = begin(step.task.value);
          bytes += begun.bytes;
          under.push(begun);
        }
      }
    }
  } finally {
    result?.catch(() => {});
    await tasks.return(undefined);
  }
}

/** What happened first: a task came, or the first of those under way gave a result. */
type Step<T, R> =
  | { readonly task: IteratorResult<T, unknown> }
  | { readonly result: IteratorResult<R, unknown> };
