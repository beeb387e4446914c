import { memoisedWeakly } from 'webpith/stages';
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
  const isLower = lowerBounds(features);
  for (let block = 0; block < keep.length; block++) {
    const row = block * width;
    let i = 0;
    // Most blocks fail at one of the first features.
    while (i < width && !(isLower[i] ? rows[row + i]! < thresholds[i]! : rows[row + i]! > thresholds[i]!))
      i++;
    keep[block] = i === width ? 1 : 0;
  }
}

/** Which features have a lower bound; a swarm asks thousands of times. */
const lowerBounds = memoisedWeakly((features: readonly Feature[]): readonly boolean[] =>
  features.map(({ bound }) => bound === 'lower'),
);

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
