import { fromOverlap, multisetOverlap } from './score.js';
import { wordsOf } from './words.js';

export interface TitleScore {
  /** 1 if the words are the same in the same order, else 0. */
  readonly exact: number;
  /** Bag-of-words F1: tolerates an added or missing site name. */
  readonly f1: number;
}

/**
 * Compares the words of titles after NFKC normalisation: case, punctuation, quotes and spacing are ignored.
 */
export function titleScore(gold: string, extracted: string | undefined): TitleScore {
  const goldWords = wordsOf(gold.normalize('NFKC'));
  const words = wordsOf((extracted ?? '').normalize('NFKC'));
  const exact = words.length === goldWords.length && words.every((word, i) => word === goldWords[i]);
  const { f1 } = fromOverlap(multisetOverlap(goldWords, words), goldWords.length, words.length);
  return { exact: exact ? 1 : 0, f1 };
}
