import { fromOverlap, multisetOverlap } from './score.js';
import { wordsOf } from './words.js';

/** How a title was met. */
export interface TitleScore {
  /** 1 where the words are the same in the same order, else 0. */
  readonly exact: number;
  /** Bag-of-words F1: forgives a site name left on or cut off. */
  readonly f1: number;
}

/** Compares titles by their words after compatibility normalisation (NFKC): case, punctuation, quotes and spacing do not count. */
export function titleScore(gold: string, extracted: string | undefined): TitleScore {
  const goldWords = wordsOf(gold.normalize('NFKC'));
  const words = wordsOf((extracted ?? '').normalize('NFKC'));
  const exact = words.length === goldWords.length && words.every((word, i) => word === goldWords[i]);
  const { f1 } = fromOverlap(multisetOverlap(goldWords, words), goldWords.length, words.length);
  return { exact: exact ? 1 : 0, f1 };
}
