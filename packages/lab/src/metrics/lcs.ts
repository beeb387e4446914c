import { fromOverlap, type PrecisionRecall } from './score.js';
import { characterPair, matchVectors, type SymbolPair, withoutCommonEnds } from './symbols.js';

/** Places a number: two of 30 bits and a carry fit 31 bits, so sums stay small integers. */
const BITS = 30;
const MASK = (1 << BITS) - 1;

/**
 * Length of the longest common subsequence, by the bit-parallel recurrence of Crochemore et al. (2001) as Hyyrö (2004)
 * writes it: V ← (V + (V ∧ M)) ∨ (V ∧ ¬M) for each symbol of the other sequence, M its match vector; the zeros of V
 * count the length. Memory is linear; time is |a| · |b| / 30 steps.
 */
export function lcsLength(pair: SymbolPair): number {
  const { a, b, alphabet, shared } = withoutCommonEnds(pair);
  const [pattern, text] = a.length >= b.length ? [a, b] : [b, a];
  if (text.length === 0) return shared;
  const matches = matchVectors(pattern, alphabet, BITS);
  const state = new Int32Array(Math.ceil(pattern.length / BITS)).fill(MASK);
  for (const symbol of text) {
    const match = matches(symbol);
    if (match) step(state, match);
  }
  return shared + zeros(state);
}

function step(state: Int32Array, match: Int32Array): void {
  let carry = 0;
  for (let i = 0; i < state.length; i++) {
    const v = state[i]!;
    const m = match[i]!;
    const sum = (v + (v & m) + carry) | 0;
    carry = sum >>> BITS;
    state[i] = (sum & MASK) | (v & ~m);
  }
}

/** Places beyond the pattern never match, so they stay ones and are not counted. */
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
 * single-spaced on both sides, since line ends are no part of what was extracted.
 */
export function characterLcs(gold: string, extracted: string): PrecisionRecall {
  const pair = characterPair(gold, extracted);
  return fromOverlap(lcsLength(pair), pair.a.length, pair.b.length);
}
