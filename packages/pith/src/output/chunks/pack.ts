import { LEVELS, nextStart, SENTENCE, type Span, unitAt, WORD } from './boundaries.js';
import type { Piece } from './pieces.js';
import { PARTS, type WeighedText } from './tokens.js';

interface Open {
  start: number;
  end: number;
  /** True if the span contains only headings; a chunk should not end before the text they introduce. */
  headings: boolean;
}

/**
 * Groups pieces into spans of at most `capacity` quarter tokens. A heading starts a new span unless its whole section
 * fits into the current one.
 */
export function packed(
  weighed: WeighedText,
  pieces: readonly Piece[],
  capacity: number,
  begins: (piece: number) => boolean,
): Span[] {
  const packer = new Packer(weighed, capacity);
  for (const [index, piece] of pieces.entries()) {
    if (begins(index)) packer.flush();
    packer.piece(piece);
  }
  return packer.finish();
}

export function cut(weighed: WeighedText, capacity: number): Span[] {
  const packer = new Packer(weighed, capacity);
  packer.span({ start: 0, end: weighed.text.length });
  return packer.finish();
}

class Packer {
  private readonly spans: Span[] = [];
  private open: Open | undefined;

  constructor(
    private readonly weighed: WeighedText,
    private readonly capacity: number,
  ) {}

  piece(piece: Piece): void {
    if (this.weighed.text.slice(piece.start, piece.end).trim() === '') return;
    if (piece.opens && !this.takes(piece.section.end) && !(this.open?.headings && this.takes(piece.end)))
      this.flush();
    // A heading should not be alone: the next piece is cut to follow it, unless that piece should stay whole.
    const cuttable = this.open?.headings === true && !piece.whole;
    if (this.open?.headings === false && !this.takes(piece.end)) this.flush();
    const fresh = this.open === undefined;
    if (piece.indivisible) this.span(piece, LEVELS.length);
    else this.span(piece, -1, cuttable ? SENTENCE : -1);
    if (this.open !== undefined) this.open.headings = piece.opens && (fresh || this.open.headings);
  }

  /**
   * Adds a range to the current span, or else as a span of its own, or else in units of the next level. Above the level
   * `cutTo` it is cut into units even if it fits into a span of its own.
   */
  span(span: Span, level = -1, cutTo = -1): void {
    if (this.open !== undefined && this.takes(span.end)) {
      this.open.end = span.end;
      return;
    }
    const fits = level === LEVELS.length || this.weighed.weight(span.start, span.end) <= this.capacity;
    if (fits && level >= cutTo) {
      this.flush();
      this.open = { start: span.start, end: span.end, headings: false };
      return;
    }
    if (level + 1 < LEVELS.length) this.units(span, level + 1, cutTo);
  }

  private units(span: Span, level: number, cutTo: number): void {
    const { text } = this.weighed;
    let at = nextStart(text, span.start, span.end, level);
    let first = true;
    while (at < span.end) {
      const unit = unitAt(text, at, span.end, level);
      this.span(unit, level, first ? cutTo : -1);
      first = false;
      at = nextStart(text, unit.end, span.end, level);
    }
  }

  finish(): Span[] {
    this.flush();
    return this.spans;
  }

  private takes(end: number): boolean {
    return this.open !== undefined && this.weighed.weight(this.open.start, end) <= this.capacity;
  }

  flush(): void {
    if (this.open !== undefined) this.spans.push({ start: this.open.start, end: this.open.end });
    this.open = undefined;
  }
}

/** The start of a chunk with its overlap, in the same section; its own text starts in piece `first`. */
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
