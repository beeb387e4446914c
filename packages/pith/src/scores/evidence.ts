import { FEATURE_NAMES, type Features } from '../features/from-blocks.js';
import { once } from '../once.js';
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
  const count = features.facts.blocks.count;
  const trees = once(() => withMeans(model.blocks));
  const means = once(() => {
    const sums = new Float64Array(features.width);
    for (let b = 0; b < count; b++) addMoved(trees(), features.row(b), sums);
    return sums.map(sum => sum / Math.max(1, count));
  });
  const served = once(() => uncorrectedScores(features, model));
  return (block, most) => {
    const { slope, offset } = model.blockCalibration;
    const mean = means();
    const row = features.row(block);
    const moved = addMoved(trees(), row, new Float64Array(features.width));
    const weights: Moved[] = [];
    for (let column = 0; column < moved.length; column++) {
      const weight = slope * (moved[column]! - mean[column]!);
      if (weight !== 0) weights.push([column, weight]);
    }
    const base = slope * (trees().begin + mean.reduce((sum, own) => sum + own, 0)) + offset;
    const contributions = strongest(weights, most).map(([column, weight]) => ({
      feature: FEATURE_NAMES[column]!,
      value: row[column]!,
      weight,
    }));
    // A block that is far on one side is settled before all trees have spoken: the rest makes up for those that did not.
    const score = logOdds(served()[block]!);
    const shown = contributions.reduce((sum, { weight }) => sum + weight, 0);
    return { base, contributions, rest: score - base - shown, score };
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

type Moved = readonly [column: number, weight: number];

/** The strongest, of which at least half a share for and against, where there are so many. */
function strongest(moved: readonly Moved[], most: number): Moved[] {
  const sorted = moved.toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a));
  const side = Math.floor(most / 2);
  const sure = new Set([
    ...sorted.filter(([, weight]) => weight > 0).slice(0, side),
    ...sorted.filter(([, weight]) => weight < 0).slice(0, side),
  ]);
  let room = most - sure.size;
  return sorted.filter(entry => sure.has(entry) || room-- > 0);
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
