import { isOwnWord, wordsOf } from './words.js';

/**
 * Scaled cosine: paper 000, eq. 2 and 3. With v and w the term counts of gold and extraction, sim = δ · (v •
 * w) / (‖v‖ ‖w‖), δ = min(Σv / Σw, Σw / Σv). δ penalises repetition, which the plain cosine ignores. Terms
 * are words longer than one character (the paper's way to drop punctuation) and single Han and kana
 * characters. Two texts without terms score 1, one without terms 0.
 */
export function scaledCosine(gold: string, extracted: string): number {
  const v = termCounts(gold);
  const w = termCounts(extracted);
  if (v.total === 0 || w.total === 0) return v.total === w.total ? 1 : 0;
  let product = 0;
  for (const [term, count] of v.counts) product += count * (w.counts.get(term) ?? 0);
  const delta = Math.min(v.total / w.total, w.total / v.total);
  return (delta * product) / Math.sqrt(squares(v.counts) * squares(w.counts));
}

export function termCounts(text: string): { counts: Map<string, number>; total: number } {
  const counts = new Map<string, number>();
  let total = 0;
  for (const word of wordsOf(text)) {
    if (word.length === 1 && !isOwnWord(word)) continue;
    counts.set(word, (counts.get(word) ?? 0) + 1);
    total++;
  }
  return { counts, total };
}

function squares(counts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count * count;
  return sum;
}
