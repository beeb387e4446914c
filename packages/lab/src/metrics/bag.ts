import { fromOverlap, multisetOverlap, type PrecisionRecall } from './score.js';
import { wordsOf } from './words.js';

/**
 * Bag-of-words precision, recall and F1: with g and e the multisets of lower-cased words of gold and
 * extraction, P = |g ∩ e| / |e|, R = |g ∩ e| / |g|. Ignores word order.
 */
export function bagOfWords(gold: string, extracted: string): PrecisionRecall {
  const goldWords = wordsOf(gold);
  const words = wordsOf(extracted);
  return fromOverlap(multisetOverlap(goldWords, words), goldWords.length, words.length);
}

export function sameWords(gold: string, extracted: string): boolean {
  const goldWords = wordsOf(gold);
  const words = wordsOf(extracted);
  return words.length === goldWords.length && words.every((word, i) => word === goldWords[i]);
}
