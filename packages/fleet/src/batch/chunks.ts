import { NO_SKIPS, type SkipCounts, sumOfSkips } from '@webpith/sources';
import { type InFlight, inOrder, single } from '@webpith/threads';
import { batchesOf, sizeOf, TASKS_AHEAD } from '../workers/in-order.js';
import type { ExtractionPool } from '../workers/pool.js';
import { NO_ROWS, type Rows, type RowsOfRange } from '../workers/protocol.js';
import type { BatchPlace } from './manifest.js';
import type { BatchPage, BatchRange, Unit } from './units.js';

export interface BatchChunk extends Rows {
  /** First and last page; absent if there is none. */
  readonly first?: BatchPlace | undefined;
  readonly last?: BatchPlace | undefined;
  /** Skips before and after the last page. */
  readonly before: SkipCounts;
  readonly behind: SkipCounts;
}

/** Extracts units concurrently and yields their rows in order. */
export function chunksInOrder(units: AsyncIterable<Unit>, pool: ExtractionPool): AsyncGenerator<BatchChunk> {
  const ranges = new RangesInFlight(pool);
  const isPage = (unit: Unit): unit is BatchPage => 'bytes' in unit;
  return inOrder(batchesOf(units, isPage), pool.workers * TASKS_AHEAD, task => {
    if (Array.isArray(task)) return pagesInFlight(task, pool);
    if ('range' in task) return ranges.begin(task);
    return single(Promise.resolve({ ...NO_ROWS, before: NO_SKIPS, behind: task.skips }));
  });
}

function pagesInFlight(pages: readonly BatchPage[], pool: ExtractionPool): InFlight<BatchChunk> {
  const places = { first: placeOf(pages[0]!), last: placeOf(pages.at(-1)!) };
  const before = sumOfSkips(pages.map(page => page.before));
  const rows = pool.extractAll(pages).then(all => ({ ...all, ...places, before, behind: NO_SKIPS }));
  return single(rows, sizeOf(pages));
}

function placeOf({ input, source }: BatchPage): BatchPlace {
  return { input, ...source };
}

/**
 * Extracts ranges of WARC files. A range starts at the first position that looks like a record, before the previous
 * range has been read. Page content may look like a record: once the previous range ends, the start of the next record
 * is known, and a range that started elsewhere is extracted again from there. The result equals reading the file from
 * its start.
 */
class RangesInFlight {
  /** Start of the first record after the previous range, and the file it belongs to. */
  #end = { of: '', at: 0 };

  constructor(private readonly pool: ExtractionPool) {}

  begin(task: BatchRange): InFlight<BatchChunk> {
    const { from, to, isExact } = task.range;
    // A range inside a record of gigabytes contains no record.
    const isInside = !isExact && this.#end.of === fileOf(task) && this.#end.at >= to;
    if (isInside) return { results: nothing(), bytes: 0 };
    return { results: this.#results(task, this.#rows(task.range)), bytes: to - from };
  }

  #rows(range: BatchRange['range']): ResultQueue<RowsOfRange> {
    const coming = new ResultQueue<RowsOfRange>();
    this.pool
      .extractRange(range, rows => coming.add(rows))
      .then(
        () => coming.end(),
        error => coming.fail(error),
      );
    return coming;
  }

  async *#results(task: BatchRange, begun: ResultQueue<RowsOfRange>): AsyncGenerator<BatchChunk> {
    const { input, range } = task;
    const start = range.isExact ? range.from : this.#end.at;
    if (start >= range.to) return; // a record of an earlier range extends past this range
    const isValid = range.isExact || (await begun.first()).range.begun === start;
    const rows = isValid ? begun : this.#rows({ ...range, from: start, isExact: true });
    for await (const chunk of rows.all()) {
      const { ended, first, last, before, behind } = chunk.range;
      if (ended !== undefined) this.#end = { of: fileOf(task), at: ended };
      yield {
        ...chunk,
        first: first && { input, ...first },
        last: last && { input, ...last },
        before,
        behind,
      };
    }
  }
}

/** Includes the input, since a file may be listed twice. */
function fileOf({ input, range }: BatchRange): string {
  return `${input} ${range.file}`;
}

async function* nothing(): AsyncGenerator<never> {}

/** A queue of results that a consumer awaits in order. */
export class ResultQueue<T> {
  readonly #ready: T[] = [];
  #state: 'open' | 'over' | { readonly error: unknown } = 'open';
  #wake: (() => void) | undefined;

  add(rows: T): void {
    this.#ready.push(rows);
    this.#wake?.();
  }

  end(): void {
    this.#state = 'over';
    this.#wake?.();
  }

  fail(error: unknown): void {
    this.#state = { error };
    this.#wake?.();
  }

  async first(): Promise<T> {
    await this.#available();
    return this.#ready[0]!;
  }

  async *all(): AsyncGenerator<T> {
    for (;;) {
      await this.#available();
      const next = this.#ready.shift();
      if (next === undefined) return;
      yield next;
    }
  }

  async #available(): Promise<void> {
    while (this.#ready.length === 0 && this.#state === 'open') {
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
    if (this.#ready.length === 0 && typeof this.#state === 'object') throw this.#state.error;
  }
}
