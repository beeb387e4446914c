import { fromOverlap, type PrecisionRecall } from './overlap.js';
import {
  characterPair,
  inWideningBand,
  type MatchVectors,
  matchVectors,
  type SymbolPair,
  symbolPair,
  withoutCommonEnds,
} from './symbols.js';
import { wordsOf } from './words.js';

/** Bits per number: the sum of two 30-bit values and a carry stays a small integer. */
const BITS = 30;
const MASK = (1 << BITS) - 1;

/**
 * Length of the longest common subsequence, by the bit-parallel recurrence of Crochemore et al. (2001) in the
 * form of Hyyrö (2004): V ← (V + (V ∧ M)) ∨ (V ∧ ¬M) for each symbol of the other sequence, M its match
 * vector; the number of zeros in V is the length. Linear memory; at most |a| · |b| / 30 steps, fewer for similar
 * sequences.
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
 * Length of the longest common subsequence with matches inside a band, which is rounded to whole 30-bit numbers.
 * Outside the band M counts as 0: numbers before it do not change and pass no carry; those after it are still all
 * ones, which a carry does not change.
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

/**
 * Longest common subsequence of characters: paper 003, eq. 5.2. With c the subsequence, g the gold and e the
 * extraction, r = |c| / |g| and p = |c| / |e|; F1 by its eq. 5.1. Case and punctuation count; white space is
 * collapsed.
 */
export function characterLcs(gold: string, extracted: string): PrecisionRecall {
  const pair = characterPair(gold, extracted);
  return fromOverlap(lcsLength(pair), pair.a.length, pair.b.length);
}

/**
 * ROUGE-L (Lin 2004) on lower-cased words: with c the longest common subsequence of words, R = |c| / |gold|,
 * P = |c| / |extracted| and F = (1 + β²) R P / (R + β² P), with β = 1.
 */
export function rougeL(gold: string, extracted: string): PrecisionRecall {
  const pair = symbolPair(wordsOf(gold), wordsOf(extracted));
  return fromOverlap(lcsLength(pair), pair.a.length, pair.b.length);
}
