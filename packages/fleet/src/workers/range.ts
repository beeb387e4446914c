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

/** What a thread does its ranges with. */
export interface RangeTools {
  readonly packer: LinePacker;
  /** Makes the row of a page, or none where it is not wanted; `page` is its number in the range, `reason` why it must not be extracted. */
  rowOf(record: PageRecord, page: number, reason: string | undefined): Row | undefined;
  /** Told when the row is a line: what lies in it may have been made only then. */
  packed(): void;
}

/** Reads a range and gives its rows in the order of its pages. */
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
