import { FEATURE_NAMES, type Features } from '../features/from-blocks.js';
import { once } from '../lazy.js';
import { LEAF, type PackedTrees } from '../packed-trees.js';
import { logOdds, uncorrectedScores } from './from-features.js';
import { defaultModel, type Model } from './model.js';

export interface Contribution {
  readonly feature: string;
  readonly value: number;
  readonly weight: number;
}

/** The log-odds of a block as a sum: `base`, the contributions and `rest` add up to `score`. */
export interface Sum {
  readonly base: number;
  readonly contributions: readonly Contribution[];
  readonly rest: number;
  readonly score: number;
}

/**
 * Attributes the scores of blocks to features: each split on a block's path through a tree adds the change of the mean
 * leaf value to its feature. The average over the page's blocks, which does not distinguish them, is the base.
 */
export function sumsOfPage(
  features: Features,
  model: Model = defaultModel(),
): (block: number, most: number) => Sum {
  const trees = once(() => withMeans(model.blocks));
  const { width } = features;
  const count = features.measurements.blocks.count;
  const means = once(() => {
    const sums = new Float64Array(width);
    for (let b = 0; b < count; b++) addContributions(trees(), features.row(b), sums);
    return sums.map(sum => sum / Math.max(1, count));
  });
  const base = once(() => means().reduce((sum, own) => sum + own, trees().begin));
  const served = once(() => uncorrectedScores(features, model));
  return (block, most) => {
    const { slope, offset } = model.blockCalibration;
    const mean = means();
    const row = features.row(block);
    const weights = addContributions(trees(), row, new Float64Array(width));
    for (let column = 0; column < width; column++) {
      weights[column] = slope * (weights[column]! - mean[column]!);
    }
    const contributions = strongest(weights, most).map(column => ({
      feature: FEATURE_NAMES[column]!,
      value: row[column]!,
      weight: weights[column]!,
    }));
    // Clear blocks stop at a checkpoint; the difference to all trees becomes part of `rest`.
    const score = logOdds(served()[block]!);
    const begin = slope * base() + offset;
    const shown = contributions.reduce((sum, { weight }) => sum + weight, 0);
    return { base: begin, contributions, rest: score - begin - shown, score };
  };
}

function addContributions(
  { trees, means }: TreesWithMeans,
  row: Float32Array,
  sums: Float64Array,
): Float64Array {
  for (let t = 0; t + 1 < trees.first.length; t++) {
    let node = trees.first[t]!;
    for (let column = trees.column[node]!; column !== LEAF; column = trees.column[node]!) {
      const next = row[column]! <= trees.threshold[node]! ? node + 1 : trees.right[node]!;
      sums[column]! += means[next]! - means[node]!;
      node = next;
    }
  }
  return sums;
}

/** Columns of the `most` strongest weights, strongest first; half of them positive and half negative if possible. */
function strongest(weights: Float64Array, most: number): number[] {
  const side = Math.floor(Math.min(most, weights.length) / 2);
  const left = weights.slice();
  const chosen: number[] = [];
  const take = (count: number, strength: (weight: number) => number) => {
    for (let i = 0; i < count; i++) {
      const column = strongestOf(left, strength);
      if (column < 0) return;
      chosen.push(column);
      left[column] = 0;
    }
  };
  take(side, weight => weight);
  take(side, weight => -weight);
  take(Math.min(most, weights.length) - chosen.length, Math.abs);
  return chosen.sort((a, b) => Math.abs(weights[b]!) - Math.abs(weights[a]!) || a - b);
}

/** The column of the largest positive strength, or -1. Faster than sorting for the few that are needed. */
function strongestOf(weights: Float64Array, strength: (weight: number) => number): number {
  let [best, most] = [-1, 0];
  for (let column = 0; column < weights.length; column++) {
    const own = strength(weights[column]!);
    if (own > most) [best, most] = [column, own];
  }
  return best;
}

interface TreesWithMeans {
  readonly trees: PackedTrees;
  readonly means: Float32Array;
  readonly begin: number;
}

function withMeans(trees: PackedTrees): TreesWithMeans {
  const means = subtreeMeans(trees);
  const begin = trees.first.subarray(0, -1).reduce((sum, root) => sum + means[root]!, trees.start[0]!);
  return { trees, means, begin };
}

/** Mean leaf value below every node; both sides of a split have equal weight. */
function subtreeMeans(trees: PackedTrees): Float32Array {
  const means = new Float32Array(trees.column.length);
  // Children follow their parents, so one pass from the end suffices.
  for (let node = means.length - 1; node >= 0; node--) {
    means[node] =
      trees.column[node] === LEAF
        ? trees.threshold[node]!
        : (means[node + 1]! + means[trees.right[node]!]!) / 2;
  }
  return means;
}
