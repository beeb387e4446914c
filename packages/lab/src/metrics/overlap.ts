import type { Gold } from '../corpora/corpus.js';
import { singleSpaced, wordsAsWritten, wordsOf } from './words.js';

export type PrecisionRecall = Readonly<Record<'precision' | 'recall' | 'f1', number>>;

/** F1 = 2pr / (p + r): paper 003, eq. 5.1; 0 if both are 0. */
export function f1Of(precision: number, recall: number): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

/** Scores from sizes in any unit. All 1 if both sides are empty, all 0 if only one is. */
export function fromOverlap(overlap: number, gold: number, extracted: number): PrecisionRecall {
  if (gold === 0 && extracted === 0) return { precision: 1, recall: 1, f1: 1 };
  const precision = extracted === 0 ? 0 : overlap / extracted;
  const recall = gold === 0 ? 0 : overlap / gold;
  return { precision, recall, f1: f1Of(precision, recall) };
}

export function multisetOverlap(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>();
  for (const item of a) left.set(item, (left.get(item) ?? 0) + 1);
  let overlap = 0;
  for (const item of b) {
    const count = left.get(item);
    if (!count) continue;
    left.set(item, count - 1);
    overlap++;
  }
  return overlap;
}

/** Scores of the common items of two multisets. */
export function scoreOverlap(gold: readonly string[], extracted: readonly string[]): PrecisionRecall {
  return fromOverlap(multisetOverlap(gold, extracted), gold.length, extracted.length);
}

/** With g and e the multisets of lower-cased words of gold and extraction: P = |g ∩ e| / |e|, R = |g ∩ e| / |g|. */
export function bagOfWords(gold: string, extracted: string): PrecisionRecall {
  return scoreOverlap(wordsOf(gold), wordsOf(extracted));
}

export function sameWords(gold: string, extracted: string): boolean {
  const goldWords = wordsOf(gold);
  const words = wordsOf(extracted);
  return words.length === goldWords.length && words.every((word, i) => word === goldWords[i]);
}

const SHINGLE_LENGTH = 4;

/**
 * The same for 4-word shingles, as in the article-extraction-benchmark: words keep their case, and a text of fewer than
 * four words is one shingle.
 */
export function shingles(gold: string, extracted: string): PrecisionRecall {
  return scoreOverlap(shinglesOf(wordsAsWritten(gold)), shinglesOf(wordsAsWritten(extracted)));
}

function shinglesOf(words: readonly string[]): string[] {
  if (words.length === 0) return [];
  const count = Math.max(1, words.length - SHINGLE_LENGTH + 1);
  return Array.from({ length: count }, (_, i) => words.slice(i, i + SHINGLE_LENGTH).join(' '));
}

/** Required snippets present or absent; forbidden snippets present or absent. */
export type SnippetCounts = Readonly<Record<'found' | 'missed' | 'wrong' | 'avoided', number>>;

export function countSnippets(gold: Pick<Gold, 'with' | 'without'>, extracted: string): SnippetCounts {
  const text = comparable(extracted);
  const snippets = (list: readonly string[] = []) => list.map(comparable).filter(snippet => snippet !== '');
  const wanted = snippets(gold.with);
  const unwanted = snippets(gold.without);
  const found = wanted.filter(snippet => text.includes(snippet)).length;
  const wrong = unwanted.filter(snippet => text.includes(snippet)).length;
  return { found, missed: wanted.length - found, wrong, avoided: unwanted.length - wrong };
}

function comparable(text: string): string {
  return singleSpaced(text).toLowerCase();
}

export type SnippetScores = Readonly<Record<'precision' | 'recall' | 'f1' | 'accuracy', number>>;

/**
 * P = found / (found + wrong), R = found / (found + missed), accuracy = (found + avoided) / all, from sums over pages,
 * so that every snippet has the same weight; 0 / 0 is 0.
 */
export function snippetScores(pages: Iterable<SnippetCounts>): SnippetScores {
  const sum = { found: 0, missed: 0, wrong: 0, avoided: 0 };
  for (const counts of pages) {
    sum.found += counts.found;
    sum.missed += counts.missed;
    sum.wrong += counts.wrong;
    sum.avoided += counts.avoided;
  }
  const { found, missed, wrong, avoided } = sum;
  const precision = ratio(found, found + wrong);
  const recall = ratio(found, found + missed);
  return {
    precision,
    recall,
    f1: f1Of(precision, recall),
    accuracy: ratio(found + avoided, found + missed + wrong + avoided),
  };
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
