import { fromOverlap, multisetOverlap, type PrecisionRecall } from './score.js';
import { wordsAsWritten } from './words.js';

const SHINGLE_LENGTH = 4;

/**
 * Precision, recall and F1 of 4-word shingles as multisets, as in the article-extraction-benchmark: words
 * keep their case, and a text of fewer than four words is one shingle. With g and e the shingles of gold and
 * extraction, P = |g ∩ e| / |e|, R = |g ∩ e| / |g|.
 */
export function shingles(gold: string, extracted: string): PrecisionRecall {
  const goldShingles = shinglesOf(wordsAsWritten(gold));
  const own = shinglesOf(wordsAsWritten(extracted));
  return fromOverlap(multisetOverlap(goldShingles, own), goldShingles.length, own.length);
}

function shinglesOf(words: readonly string[]): string[] {
  if (words.length === 0) return [];
  const count = Math.max(1, words.length - SHINGLE_LENGTH + 1);
  return Array.from({ length: count }, (_, i) => words.slice(i, i + SHINGLE_LENGTH).join(' '));
}
