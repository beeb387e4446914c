import {
  NO_SKIPS,
  type PageRecord,
  type Place,
  type RangeBounds,
  recordsOfWarc,
  type SkipCounts,
  sumOfSkips,
  withSkip,
} from '@webpith/sources';
import type { Row } from '../output/row.js';
import type { LinePacker } from './line-packer.js';
import type { RangeRows, RangeTask, RowsOfRange } from './protocol.js';

export interface RangeTools {
  readonly packer: LinePacker;
  /**
   * The row of a page, or undefined if filtered; `page` is its number in the range, `reason` is set if it must not be
   * extracted.
   */
  rowOf(record: PageRecord, page: number, reason: string | undefined): Row | undefined;
  /** Called after the row was serialised, which may have computed lazy fields. */
  packed(): void;
}

/** Extracts the pages of a range in order. */
export async function* rowsOfRange(
  { range, done, condemned, isCareful }: RangeTask,
  { packer, rowOf, packed }: RangeTools,
): AsyncGenerator<RowsOfRange> {
  const { file, from, to, isExact, maxSize, allowPrivate, after } = range;
  const edges: Partial<RangeBounds> = {};
  let span = emptySpan;
  let behind = NO_SKIPS;
  const taken = (isLast: boolean): RowsOfRange => {
    const ended = isLast && edges.ended !== undefined ? { ended: edges.ended } : {};
    const left = isLast ? behind : NO_SKIPS;
    const message = {
      ...packer.take(),
      range: { ...span, begun: edges.begun!, ...ended, behind: left },
    };
    span = emptySpan;
    return message;
  };
  const reading = {
    maxSize,
    allowPrivate,
    ...(after === undefined ? {} : { after }),
    onSkipped: (skipped: Parameters<typeof withSkip>[1]) => {
      behind = withSkip(behind, skipped);
    },
  };
  let page = 0;
  for await (const record of recordsOfWarc(file, { from, to, isExact }, reading, edges)) {
    const isDone = page < done;
    if (!isDone) {
      packer.add(rowOf(record, page, condemned[page]));
      packed();
      span = withPage(span, record.source, behind);
    }
    behind = NO_SKIPS;
    page++;
    if (!isDone && (isCareful || packer.isFull)) yield taken(false);
  }
  yield taken(true);
}

type Span = Pick<RangeRows, 'first' | 'last' | 'before'>;
const emptySpan: Span = { before: NO_SKIPS };

function withPage({ first, before }: Span, place: Place, skipped: SkipCounts): Span {
  return {
    first: first ?? place,
    last: place,
    before: skipped === NO_SKIPS ? before : sumOfSkips([before, skipped]),
  };
}
