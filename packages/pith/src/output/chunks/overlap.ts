import { nextStart, SENTENCE, type Span, unitAt, WORD } from './boundaries.js';
import type { Piece } from './pieces.js';
import { PARTS, type WeighedText } from './tokens.js';

/**
 * Start of a chunk including its overlap: at a sentence if possible, else at a word, within the same section. `first`
 * is the piece in which its own text starts, `before` the previous chunk.
 */
export function frontOf(
  weighed: WeighedText,
  core: Span,
  before: Span | undefined,
  pieces: readonly Piece[],
  first: number,
  overlap: number,
): number {
  if (before === undefined || (pieces[first]!.opens && pieces[first]!.start >= core.start)) return core.start;
  const earliest = Math.max(before.start, headingBefore(pieces, first, before.start));
  let start = core.start;
  while (start > earliest && weighed.weight(start - 1, core.start) <= overlap * PARTS) start--;
  if (start === earliest) return start;
  for (const level of [SENTENCE, WORD]) {
    const { end } = unitAt(weighed.text, start, core.start, level);
    const next = outside(pieces, first, nextStart(weighed.text, end, core.start, level));
    if (next < before.end) return next;
  }
  return core.start;
}

function headingBefore(pieces: readonly Piece[], from: number, limit: number): number {
  for (let i = from; i >= 0 && pieces[i]!.end > limit; i--) if (pieces[i]!.opens) return pieces[i]!.start;
  return limit;
}

/** Moves an offset inside an indivisible piece to the next piece; `from` is a piece at or after it. */
function outside(pieces: readonly Piece[], from: number, offset: number): number {
  let at = from;
  while (at > 0 && pieces[at]!.start > offset) at--;
  const { start, end, indivisible } = pieces[at]!;
  return indivisible && offset > start && offset < end ? (pieces[at + 1]?.start ?? end) : offset;
}
