import { FEATURE_NAMES, type Features } from '../features/from-blocks.js';
import { once } from '../lazy.js';
import { uncorrectedScores } from './from-features.js';
import { logOdds } from './log-odds.js';
import { defaultModel, type Model } from './model.js';
import { LEAF, type PackedTrees } from './packed-trees.js';

/** How far one feature moved the log-odds of a block. */
export interface Contribution {
  readonly feature: string;
  readonly value: number;
  readonly weight: number;
}

/** A probability as a sum of log-odds: `base`, the contributions and `rest` add up to `score`. */
export interface Sum {
  readonly base: number;
  readonly contributions: readonly Contribution[];
  readonly rest: number;
  readonly score: number;
}

/**
 * Takes a model's scores of a page apart. At every split that a block passes, the change of the subtree's mean leaf
 * is put down to the feature of the split, and summed over all trees. What an average block of the page gets is taken
 * off and called the base: what all blocks share tells no block from another.
 */
export function sumsOfPage(
  features: Features,
  model: Model = defaultModel(),
): (block: number, most: number) => Sum {
  const trees = once(() => withMeans(model.blocks));
  const { width } = features;
  const count = features.facts.blocks.count;
  const means = once(() => {
    const sums = new Float64Array(width);
    for (let b = 0; b < count; b++) addMoved(trees(), features.row(b), sums);
    return sums.map(sum => sum / Math.max(1, count));
  });
  const base = once(() => means().reduce((sum, own) => sum + own, trees().begin));
  const served = once(() => uncorrectedScores(features, model));
  return (block, most) => {
    const { slope, offset } = model.blockCalibration;
    const mean = means();
    const row = features.row(block);
    const weights = addMoved(trees(), row, new Float64Array(width));
    for (let column = 0; column < width; column++) {
      weights[column] = slope * (weights[column]! - mean[column]!);
    }
    const contributions = strongest(weights, most).map(column => ({
      feature: FEATURE_NAMES[column]!,
      value: row[column]!,
      weight: weights[column]!,
    }));
    // A block that is far on one side is settled before all trees have spoken: the rest makes up for those that did not.
    const score = logOdds(served()[block]!);
    const begin = slope * base() + offset;
    const shown = contributions.reduce((sum, { weight }) => sum + weight, 0);
    return { base: begin, contributions, rest: score - begin - shown, score };
  };
}

/** Adds what each column moved to `sums`, before calibration. */
function addMoved({ trees, means }: TreesWithMeans, row: Float32Array, sums: Float64Array): Float64Array {
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

/** Columns of the strongest weights, strongest first; at least half of them for and half against, where there are so many. */
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

/** The column of the greatest strength above none, or -1. A few are wanted of some hundred: to sort them all would cost more. */
function strongestOf(weights: Float64Array, strength: (weight: number) => number): number {
  let [best, most] = [-1, 0];
  for (let column = 0; column < weights.length; column++) {
    const own = strength(weights[column]!);
    if (own > most) [best, most] = [column, own];
  }
  return best;
}

/** Trees, the mean of the leaves below each of their nodes, and where they begin before any split has been passed. */
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

/** Mean of the leaves below every node, each side of a split weighing the same. */
function subtreeMeans(trees: PackedTrees): Float32Array {
  const means = new Float32Array(trees.column.length);
  // Children stand behind their parents, so one pass from the end suffices.
  for (let node = means.length - 1; node >= 0; node--) {
    means[node] =
      trees.column[node] === LEAF
        ? trees.threshold[node]!
        : (means[node + 1]! + means[trees.right[node]!]!) / 2;
  }
  return means;
}
