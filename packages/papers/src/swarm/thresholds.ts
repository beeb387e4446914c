import type { Feature } from './features.js';

/** One threshold a feature, in the order of the features. */
export type Thresholds = ArrayLike<number>;

/**
 * Marks in `keep` the blocks that satisfy the thresholds of all features (§3.5): a value below a lower bound, or above
 * an upper bound, makes a block noise.
 */
export function keepByThresholds(
  rows: Float64Array,
  features: readonly Feature[],
  thresholds: Thresholds,
  keep: Uint8Array,
): void {
  const width = features.length;
  keep.fill(1);
  for (let i = 0; i < width; i++) {
    const threshold = thresholds[i]!;
    if (features[i]!.bound === 'lower') {
      for (let block = 0, at = i; block < keep.length; block++, at += width) {
        if (rows[at]! < threshold) keep[block] = 0;
      }
    } else {
      for (let block = 0, at = i; block < keep.length; block++, at += width) {
        if (rows[at]! > threshold) keep[block] = 0;
      }
    }
  }
}

/** Share of the training blocks that lie within the range of a lower bound: beyond it hardly a block is left to keep. */
const WITHIN = 0.95;

/** The range of each feature's threshold, from 0 to this: what particles in the unit cube are mapped to. */
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
    // An upper bound must be able to let everything pass.
    return sorted[Math.floor((bound === 'lower' ? WITHIN : 1) * (sorted.length - 1))]!;
  });
}
