export interface PrecisionRecall {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** F1 = 2pr / (p + r): paper 003, eq. 5.1; 0 if both are 0. */
export function f1Of(precision: number, recall: number): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

/**
 * Precision = overlap / extracted and recall = overlap / gold, for any unit (words, shingles, characters).
 * All 1 if both sides are empty, all 0 if only one is.
 */
export function fromOverlap(overlap: number, gold: number, extracted: number): PrecisionRecall {
  if (gold === 0 && extracted === 0) return { precision: 1, recall: 1, f1: 1 };
  const precision = extracted === 0 ? 0 : overlap / extracted;
  const recall = gold === 0 ? 0 : overlap / gold;
  return { precision, recall, f1: f1Of(precision, recall) };
}

/** Size of the multiset intersection: Σ min(a, b). */
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
