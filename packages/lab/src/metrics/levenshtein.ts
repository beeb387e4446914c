import {
  characterPair,
  inWideningBand,
  type MatchVectors,
  matchVectors,
  type SymbolPair,
  withoutCommonEnds,
} from './symbols.js';

const BITS = 32;

/**
 * Edit distance (insert, delete, replace, each 1) by Myers' bit-parallel algorithm (1999) in blocks of 32
 * rows, in the form of Hyyrö (2003). Linear memory; at most |a| · |b| / 32 block steps, fewer for similar
 * sequences.
 */
export function editDistance(pair: SymbolPair): number {
  const { a, b, alphabet } = withoutCommonEnds(pair);
  const [pattern, text] = a.length >= b.length ? [a, b] : [b, a];
  if (text.length === 0) return pattern.length;
  const matches = matchVectors(pattern, alphabet, BITS);
  return inWideningBand(pattern.length, text.length, (behind, ahead) =>
    distanceInBand(pattern.length, text, matches, behind, ahead),
  );
}

/**
 * Distance inside a band of blocks. `plus` and `minus` are the vertical differences of a column, `distance`
 * its value in the last row of the band. Every step outside the band costs 1, so the result is an upper
 * bound.
 */
function distanceInBand(
  rows: number,
  text: Int32Array,
  matches: MatchVectors,
  behind: number,
  ahead: number,
): number {
  const blocks = Math.ceil(rows / BITS);
  const plus = new Int32Array(blocks).fill(-1);
  const minus = new Int32Array(blocks);
  const none = new Int32Array(blocks);
  let last = Math.min(blocks - 1, (ahead / BITS) | 0);
  let distance = Math.min(rows, (last + 1) * BITS);
  for (let column = 0; column < text.length; column++) {
    while (last < blocks - 1 && last < (((column + ahead) / BITS) | 0)) {
      last++;
      distance += Math.min(BITS, rows - last * BITS);
    }
    const first = column <= behind ? 0 : ((column - behind) / BITS) | 0;
    const lastRow = last === blocks - 1 ? (rows - 1) % BITS : BITS - 1;
    distance += stepColumn(plus, minus, matches(text[column]!) ?? none, first, last, lastRow);
  }
  return distance;
}

/** Updates one column's vertical differences; returns the horizontal difference in the last row. */
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

/** 1 − edit distance / length of the longer text, white space collapsed; 1 for two empty texts. */
export function levenshteinSimilarity(gold: string, extracted: string): number {
  const pair = characterPair(gold, extracted);
  const longer = Math.max(pair.a.length, pair.b.length);
  return longer === 0 ? 1 : 1 - editDistance(pair) / longer;
}
