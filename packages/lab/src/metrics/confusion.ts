/** Actual against said: `counts[i][j]` is how often a thing of label i was said to be of label j. */
export interface Confusion {
  /** All labels that occur on either side, sorted. */
  readonly labels: readonly string[];
  readonly counts: readonly (readonly number[])[];
  readonly total: number;
  /** Share on the diagonal; 0 without any pair. */
  readonly accuracy: number;
}

/** Confusion matrix of pairs of actual and said label: of page types, or of leaves. */
export function confusion(pairs: Iterable<readonly [actual: string, said: string]>): Confusion {
  const seen = new Map<string, Map<string, number>>();
  const names = new Set<string>();
  let total = 0;
  let right = 0;
  for (const [actual, said] of pairs) {
    names.add(actual).add(said);
    const row = seen.get(actual) ?? new Map<string, number>();
    seen.set(actual, row.set(said, (row.get(said) ?? 0) + 1));
    total++;
    if (actual === said) right++;
  }
  const labels = [...names].sort();
  const counts = labels.map(actual => labels.map(said => seen.get(actual)?.get(said) ?? 0));
  return { labels, counts, total, accuracy: total === 0 ? 0 : right / total };
}
