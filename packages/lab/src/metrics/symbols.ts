/** Two sequences over one alphabet of integers from zero. */
export interface SymbolPair {
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly alphabet: number;
}

/** Maps equal items of two sequences to equal integers. */
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

export function singleSpaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
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
 * Match vectors of a pattern, `bits` positions per number. Only vectors of frequent symbols are cached;
 * others are written to a shared buffer, valid until the next call. Memory is linear in the pattern for any
 * alphabet: with w numbers per vector, at most 8 · pattern / w symbols occur more than w / 8 times.
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
 * Computes a distance between a pattern and a shorter or equal text near the diagonal of the table (Ukkonen
 * 1985). An alignment of distance d deletes and inserts at most d symbols, so it stays at most (d + excess) /
 * 2 rows ahead of the column and (d − excess) / 2 behind, where excess is the difference in length.
 * `distanceWithin` returns the best distance inside a band, an upper bound; if it fits the band, no better
 * one lies outside. Otherwise the band is widened.
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
