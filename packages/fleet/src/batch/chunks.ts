import { EventEmitter, on } from 'node:events';
import { NO_SKIPS, type SkipCounts, sumOfSkips } from '@webpith/sources';
import { type InFlight, inOrder, single } from '@webpith/threads';
import { batchesOf, sizeOf, TASKS_AHEAD } from '../workers/in-order.js';
import type { ExtractionPool } from '../workers/pool.js';
import { NO_ROWS, type Rows, type RowsOfRange } from '../workers/protocol.js';
import type { BatchPlace } from './manifest.js';
import type { BatchPage, BatchRange, Unit } from './units.js';

export interface BatchChunk extends Rows {
  readonly first?: BatchPlace | undefined;
  readonly last?: BatchPlace | undefined;
  /** Parts of the input skipped before and after the last page. */
  readonly before: SkipCounts;
  readonly behind: SkipCounts;
}

export function chunksInOrder(units: AsyncIterable<Unit>, pool: ExtractionPool): AsyncGenerator<BatchChunk> {
  const ranges = new RangesInFlight(pool);
  const isPage = (unit: Unit): unit is BatchPage => 'bytes' in unit;
  return inOrder(batchesOf(units, isPage, pool), pool.workers * TASKS_AHEAD, task => {
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
 * Extracts ranges of WARC files at the same time. Each range is read from the first position that looks like the start
 * of a record. As page content may look like one too, a range is extracted again if the previous range turns out to end
 * elsewhere. The result equals that of reading the file from its start.
 */
class RangesInFlight {
  /** Start of the first record after the previous range, and the file it belongs to. */
  #end = { of: '', at: 0 };

  constructor(private readonly pool: ExtractionPool) {}

  begin(task: BatchRange): InFlight<BatchChunk> {
    const { from, to, isExact } = task.range;
    // A range that lies inside a large record contains no start of a record.
    const isInside = !isExact && this.#end.of === fileOf(task) && this.#end.at >= to;
    if (isInside) return { results: nothing(), bytes: 0 };
    return { results: this.#results(task, this.#rows(task.range)), bytes: to - from };
  }

  #rows(range: BatchRange['range']): AsyncIterator<[RowsOfRange]> {
    const arriving = new EventEmitter();
    const rows = on(arriving, 'rows', { close: ['end'] }) as AsyncIterator<[RowsOfRange]>;
    this.pool
      .extractRange(range, some => arriving.emit('rows', some))
      .then(
        () => arriving.emit('end'),
        error => arriving.emit('error', error),
      );
    return rows;
  }

  async *#results(task: BatchRange, begun: AsyncIterator<[RowsOfRange]>): AsyncGenerator<BatchChunk> {
    const { input, range } = task;
    const start = range.isExact ? range.from : this.#end.at;
    if (start >= range.to) return; // a record of an earlier range extends past this range
    let rows = begun;
    let step = await rows.next();
    if (!range.isExact && !step.done && step.value[0].range.begun !== start) {
      rows = this.#rows({ ...range, from: start, isExact: true });
      step = await rows.next();
    }
    for (; !step.done; step = await rows.next()) {
      const [chunk] = step.value;
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

function fileOf({ input, range }: BatchRange): string {
  // Two inputs may contain the same file.
  return `${input} ${range.file}`;
}

async function* nothing(): AsyncGenerator<never> {}
