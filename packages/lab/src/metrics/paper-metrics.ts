import { LabError } from '../errors.js';
import { isOwnWord, wordsOf } from './words.js';

/**
 * Scaled cosine (paper 000, eq. 2 and 3) of the term counts v of the gold and w of the extraction: sim = δ · (v • w) /
 * (‖v‖ ‖w‖), δ = min(Σv / Σw, Σw / Σv). Terms are words longer than one character and single Han and kana characters. 1
 * for two texts without terms, 0 if one has none.
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

export type RegionSizes = Readonly<Record<'detected' | 'actual', number>>;

/**
 * One page's term of the region accuracy (paper 002, eq. 4): (1 / k) Σ c / (|c − r| + c) over its k annotated regions,
 * c the detected (0: not detected) and r the actual number of characters.
 */
export function pageRegionAccuracy(regions: readonly RegionSizes[]): number | undefined {
  if (regions.length === 0) return undefined;
  let sum = 0;
  for (const { detected: c, actual: r } of regions) {
    if (!(c >= 0 && r > 0 && Number.isFinite(c + r))) {
      const message = `Expected an annotated region of at least one character and a detected one of none or more, got ${r} and ${c}.`;
      throw new LabError('bad-input', message);
    }
    sum += c === 0 ? 0 : c / (Math.abs(c - r) + c);
  }
  return sum / regions.length;
}
