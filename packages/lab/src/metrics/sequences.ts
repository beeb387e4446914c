import { fromOverlap, type PrecisionRecall } from './overlap.js';
import { singleSpaced } from './words.js';

export interface SymbolPair {
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly alphabet: number;
}

export function symbolPair<T>(a: Iterable<T>, b: Iterable<T>): SymbolPair {
  const numbers = new Map<T, number>();
  const number = (item: T) => {
    let known = numbers.get(item);
    if (known === undefined) {
      known = numbers.size;
      numbers.set(item, known);
    }
    return known;
  };
  const first = Int32Array.from(a, number);
  const second = Int32Array.from(b, number);
  return { a: first, b: second, alphabet: numbers.size };
}

export function characterPair(a: string, b: string): SymbolPair {
  return symbolPair(singleSpaced(a), singleSpaced(b));
}

/** Removes the common prefix and suffix; `shared` is their length. */
export function withoutCommonEnds({ a, b, alphabet }: SymbolPair): SymbolPair & { readonly shared: number } {
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  return {
    a: a.subarray(head, a.length - tail),
    b: b.subarray(head, b.length - tail),
    alphabet,
    shared: head + tail,
  };
}

/** Bit vector of a symbol's positions in the pattern, if it occurs. */
export type MatchVectors = (symbol: number) => Int32Array | undefined;

/**
 * Match vectors of a pattern, `bits` positions per number. Vectors of frequent symbols are cached; others are written
 * to a buffer that is valid until the next call. So memory is linear in the pattern for any alphabet.
 */
export function matchVectors(pattern: Int32Array, alphabet: number, bits: number): MatchVectors {
  const width = Math.ceil(pattern.length / bits);
  const { starts, places } = placesBySymbol(pattern, alphabet);
  const draw = (symbol: number, into: Int32Array) => {
    for (let i = starts[symbol]!; i < starts[symbol + 1]!; i++) {
      const place = places[i]!;
      const cell = (place / bits) | 0;
      into[cell]! |= 1 << (place - cell * bits);
    }
  };
  const kept = new Map<number, Int32Array>();
  const shared = new Int32Array(width);
  let drawn = -1;
  return symbol => {
    const count = starts[symbol + 1]! - starts[symbol]!;
    if (count === 0) return undefined;
    if (count * 8 > width) {
      let vector = kept.get(symbol);
      if (!vector) {
        vector = new Int32Array(width);
        draw(symbol, vector);
        kept.set(symbol, vector);
      }
      return vector;
    }
    if (symbol === drawn) return shared;
    if (drawn >= 0) {
      for (let i = starts[drawn]!; i < starts[drawn + 1]!; i++) shared[(places[i]! / bits) | 0] = 0;
    }
    draw(symbol, shared);
    drawn = symbol;
    return shared;
  };
}

function placesBySymbol(pattern: Int32Array, alphabet: number): { starts: Int32Array; places: Int32Array } {
  const starts = new Int32Array(alphabet + 1);
  for (const symbol of pattern) starts[symbol + 1]!++;
  for (let symbol = 0; symbol < alphabet; symbol++) starts[symbol + 1]! += starts[symbol]!;
  const next = starts.slice();
  const places = new Int32Array(pattern.length);
  pattern.forEach((symbol, place) => {
    places[next[symbol]!++] = place;
  });
  return { starts, places };
}

/** Slack of the first band as a share of the text: most extractions differ from gold by less. */
const FIRST_SLACK = 1 / 16;
const SMALLEST_SLACK = 256;

/**
 * Computes a distance in a band around the diagonal of the table (Ukkonen 1985). An alignment of distance d stays at
 * most (d + excess) / 2 rows ahead of the column and (d − excess) / 2 behind, excess being the difference in length. So
 * the best distance inside a band is the distance if it fits the band; otherwise the band is widened.
 */
export function inWideningBand(
  patternLength: number,
  textLength: number,
  distanceWithin: (behind: number, ahead: number) => number,
): number {
  const excess = patternLength - textLength;
  let bound = excess + Math.max(SMALLEST_SLACK, Math.ceil(textLength * FIRST_SLACK));
  for (;;) {
    const distance = distanceWithin((bound - excess) >> 1, (bound + excess) >> 1);
    if (distance <= bound) return distance;
    bound = Math.min(distance, bound * 4);
  }
}

/** Bits per number: the sum of two 30-bit values and a carry stays a small integer. */
const BITS = 30;
const MASK = (1 << BITS) - 1;

/**
 * Length of the longest common subsequence by the bit-parallel recurrence of Crochemore et al. (2001) in the form of
 * Hyyrö (2004): V ← (V + (V ∧ M)) ∨ (V ∧ ¬M) for each symbol, M its match vector; the number of zeros in V is the
 * length.
 */
export function lcsLength(pair: SymbolPair): number {
  const { a, b, alphabet, shared } = withoutCommonEnds(pair);
  const [pattern, text] = a.length >= b.length ? [a, b] : [b, a];
  if (text.length === 0) return shared;
  const matches = matchVectors(pattern, alphabet, BITS);
  const both = pattern.length + text.length;
  const distance = inWideningBand(
    pattern.length,
    text.length,
    (behind, ahead) => both - 2 * lengthInBand(pattern.length, text, matches, behind, ahead),
  );
  return shared + (both - distance) / 2;
}

/**
 * The same in a band, which is extended to whole numbers of BITS rows. Outside the band M counts as 0: numbers before
 * it do not change and pass no carry; those after it are all ones, which a carry does not change.
 */
function lengthInBand(
  rows: number,
  text: Int32Array,
  matches: MatchVectors,
  behind: number,
  ahead: number,
): number {
  const state = new Int32Array(Math.ceil(rows / BITS)).fill(MASK);
  for (let column = 0; column < text.length; column++) {
    const match = matches(text[column]!);
    if (!match) continue;
    const first = column <= behind ? 0 : ((column - behind) / BITS) | 0;
    const last = Math.min(state.length - 1, ((column + ahead) / BITS) | 0);
    step(state, match, first, last);
  }
  return zeros(state);
}

function step(state: Int32Array, match: Int32Array, first: number, last: number): void {
  let carry = 0;
  for (let i = first; i <= last; i++) {
    const v = state[i]!;
    const m = match[i]!;
    const sum = (v + (v & m) + carry) | 0;
    carry = sum >>> BITS;
    state[i] = (sum & MASK) | (v & ~m);
  }
}

/** Bits beyond the pattern never match, so they stay 1. */
function zeros(state: Int32Array): number {
  let count = 0;
  for (const value of state) {
    for (let rest = ~value & MASK; rest !== 0; rest &= rest - 1) count++;
  }
  return count;
}

/** Paper 003, eq. 5.2: r = |c| / |g| and p = |c| / |e|, c the common subsequence. White space is collapsed. */
export function characterLcs(gold: string, extracted: string): PrecisionRecall {
  const pair = characterPair(gold, extracted);
  return fromOverlap(lcsLength(pair), pair.a.length, pair.b.length);
}

const ROWS = 32;

/** Edit distance by the bit-parallel algorithm of Myers (1999) in blocks of 32 rows, in the form of Hyyrö (2003). */
export function editDistance(pair: SymbolPair): number {
  const { a, b, alphabet } = withoutCommonEnds(pair);
  const [pattern, text] = a.length >= b.length ? [a, b] : [b, a];
  if (text.length === 0) return pattern.length;
  const matches = matchVectors(pattern, alphabet, ROWS);
  return inWideningBand(pattern.length, text.length, (behind, ahead) =>
    distanceInBand(pattern.length, text, matches, behind, ahead),
  );
}

/**
 * `plus` and `minus` are the vertical differences of a column, `distance` its value in the last row of the band. Every
 * step outside the band costs 1, so the result is an upper bound.
 */
function distanceInBand(
  rows: number,
  text: Int32Array,
  matches: MatchVectors,
  behind: number,
  ahead: number,
): number {
  const blocks = Math.ceil(rows / ROWS);
  const plus = new Int32Array(blocks).fill(-1);
  const minus = new Int32Array(blocks);
  const none = new Int32Array(blocks);
  let last = Math.min(blocks - 1, (ahead / ROWS) | 0);
  let distance = Math.min(rows, (last + 1) * ROWS);
  for (let column = 0; column < text.length; column++) {
    while (last < blocks - 1 && last < (((column + ahead) / ROWS) | 0)) {
      last++;
      distance += Math.min(ROWS, rows - last * ROWS);
    }
    const first = column <= behind ? 0 : ((column - behind) / ROWS) | 0;
    const lastRow = last === blocks - 1 ? (rows - 1) % ROWS : ROWS - 1;
    distance += stepColumn(plus, minus, matches(text[column]!) ?? none, first, last, lastRow);
  }
  return distance;
}

function stepColumn(
  plus: Int32Array,
  minus: Int32Array,
  match: Int32Array,
  first: number,
  last: number,
  lastRow: number,
): number {
  let plusIn = 1;
  let minusIn = 0;
  let ph = 0;
  let mh = 0;
  for (let block = first; block <= last; block++) {
    const pv = plus[block]!;
    const vertical = match[block]! | minus[block]!;
    const equal = match[block]! | minusIn;
    const horizontal = (((equal & pv) + pv) ^ pv) | equal;
    ph = minus[block]! | ~(horizontal | pv);
    mh = pv & horizontal;
    const shiftedPlus = (ph << 1) | plusIn;
    plusIn = ph >>> 31;
    plus[block] = (mh << 1) | minusIn | ~(vertical | shiftedPlus);
    minusIn = mh >>> 31;
    minus[block] = shiftedPlus & vertical;
  }
  return ((ph >>> lastRow) & 1) - ((mh >>> lastRow) & 1);
}
