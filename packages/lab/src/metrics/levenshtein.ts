import {
  characterPair,
  type MatchVectors,
  matchVectors,
  type SymbolPair,
  withoutCommonEnds,
} from './symbols.js';

const BITS = 32;

/**
 * Edit distance (insert, delete, replace, each 1) by Myers' bit-parallel algorithm (1999) in blocks of 32 rows, in the
 * form of Hyyrö (2003). Memory is linear; time is |a| · |b| / 32 block steps.
 */
export function editDistance(pair: SymbolPair): number {
  const { a, b, alphabet } = withoutCommonEnds(pair);
  const [pattern, text] = a.length >= b.length ? [a, b] : [b, a];
  if (text.length === 0) return pattern.length;
  return columns(pattern.length, text, matchVectors(pattern, alphabet, BITS));
}

/**
 * Works through the columns of the distance table. `plus` and `minus` hold the vertical differences of a column; the
 * distance in its last row is followed along. The top row is 0, 1, 2, …, so every column starts with +1 from above.
 */
function columns(rows: number, text: Int32Array, matches: MatchVectors): number {
  const blocks = Math.ceil(rows / BITS);
  const plus = new Int32Array(blocks).fill(-1);
  const minus = new Int32Array(blocks);
  const none = new Int32Array(blocks);
  const lastRow = (rows - 1) % BITS;
  let distance = rows;
  for (const symbol of text) {
    distance += column(plus, minus, matches(symbol) ?? none, lastRow);
  }
  return distance;
}

/** One column: updates the vertical differences and returns the horizontal difference in the last row. */
function column(plus: Int32Array, minus: Int32Array, match: Int32Array, lastRow: number): number {
  const last = plus.length - 1;
  let plusIn = 1;
  let minusIn = 0;
  let difference = 0;
  for (let block = 0; block <= last; block++) {
    const pv = plus[block]!;
    const mv = minus[block]!;
    const vertical = match[block]! | mv;
    const equal = match[block]! | minusIn;
    const horizontal = (((equal & pv) + pv) ^ pv) | equal;
    let ph = mv | ~(horizontal | pv);
    let mh = pv & horizontal;
    if (block === last) difference = ((ph >>> lastRow) & 1) - ((mh >>> lastRow) & 1);
    const plusOut = ph >>> 31;
    const minusOut = mh >>> 31;
    ph = (ph << 1) | plusIn;
    mh = (mh << 1) | minusIn;
    plus[block] = mh | ~(vertical | ph);
    minus[block] = ph & vertical;
    plusIn = plusOut;
    minusIn = minusOut;
  }
  return difference;
}

/** Levenshtein similarity of single-spaced characters: 1 − distance / length of the longer text; 1 for two empty ones. */
export function levenshteinSimilarity(gold: string, extracted: string): number {
  const pair = characterPair(gold, extracted);
  const longer = Math.max(pair.a.length, pair.b.length);
  return longer === 0 ? 1 : 1 - editDistance(pair) / longer;
}
