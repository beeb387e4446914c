import { lcsLength } from './lcs.js';
import { fromOverlap, type PrecisionRecall } from './score.js';
import { symbolPair } from './symbols.js';
import { wordsOf } from './words.js';

/**
 * ROUGE-L (Lin 2004) on lower-cased words: with c the longest common subsequence of words, R = |c| / |gold|,
 * P = |c| / |extracted| and F = (1 + β²) R P / (R + β² P), with β = 1.
 */
export function rougeL(gold: string, extracted: string): PrecisionRecall {
  const pair = symbolPair(wordsOf(gold), wordsOf(extracted));
  return fromOverlap(lcsLength(pair), pair.a.length, pair.b.length);
}
