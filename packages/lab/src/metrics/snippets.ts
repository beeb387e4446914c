import type { Gold } from '../corpora/corpus.js';
import { f1Of } from './overlap.js';
import { singleSpaced } from './symbols.js';

/** Required snippets present or absent; forbidden snippets present or absent. */
export type SnippetCounts = Readonly<Record<'found' | 'missed' | 'wrong' | 'avoided', number>>;

/** Counts a page's snippets in an extraction, ignoring case and white space. */
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
 * P = found / (found + wrong), R = found / (found + missed), accuracy = (found + avoided) / all; 0 / 0 is 0.
 * Counts are summed over pages first, so every snippet has the same weight.
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
