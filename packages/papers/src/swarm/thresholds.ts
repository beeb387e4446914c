import { memoisedWeakly } from 'webpith/stages';
import type { Feature } from './features.js';

export type Thresholds = ArrayLike<number>;

/**
 * Marks the blocks that satisfy the thresholds of all features (§3.5): no value is below a lower bound or above an
 * upper bound.
 */
export function keepByThresholds(
  rows: Float64Array,
  features: readonly Feature[],
  thresholds: Thresholds,
  keep: Uint8Array,
): void {
  const width = features.length;
  const isLower = lowerBounds(features);
  for (let block = 0; block < keep.length; block++) {
    const row = block * width;
    let i = 0;
    // Stops at the first violated threshold: most blocks fail one of the first features.
    while (i < width && !(isLower[i] ? rows[row + i]! < thresholds[i]! : rows[row + i]! > thresholds[i]!))
      i++;
    keep[block] = i === width ? 1 : 0;
  }
}

/** Memoised, because a swarm evaluates this thousands of times. */
const lowerBounds = memoisedWeakly((features: readonly Feature[]): readonly boolean[] =>
  features.map(({ bound }) => bound === 'lower'),
);

/** Upper limit of lower bounds, as a quantile of the training blocks; above it almost no block would be kept. */
const WITHIN = 0.95;

/** Maximum threshold of each feature; the unit cube of the swarm is scaled to these ranges. */
export function thresholdRanges(
  pages: readonly { readonly rows: Float64Array }[],
  features: readonly Feature[],
) {
  const width = features.length;
  return Float64Array.from(features, ({ bound }, i) => {
    const values: number[] = [];
    for (const { rows } of pages) for (let at = i; at < rows.length; at += width) values.push(rows[at]!);
    if (values.length === 0) return 1;
    const sorted = Float64Array.from(values).sort();
    // An upper bound must be able to accept every block.
    return sorted[Math.floor((bound === 'lower' ? WITHIN : 1) * (sorted.length - 1))]!;
  });
}
