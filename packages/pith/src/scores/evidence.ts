import { FEATURE_NAMES, type Features } from '../features/from-blocks.js';
import { once } from '../once.js';
import { defaultModel } from './model.js';
import { LEAF, type PackedTrees } from './packed-trees.js';

/** How far one feature moved the log-odds of a block. */
export interface Contribution {
  readonly feature: string;
  readonly value: number;
  readonly weight: number;
}

/**
 * What moved the score of a block for and against, strongest first: at every split that the block passes, the change of the subtree's
 * mean leaf is put down to the feature of the split, and summed over all trees.
 */
export function contributions({ rows, width }: Features, block: number, most: number): Contribution[] {
  const trees = defaultModel().blocks;
  const means = meansOfModel();
  const moved = new Map<number, number>();
  for (let t = 0; t + 1 < trees.first.length; t++) {
    let node = trees.first[t]!;
    for (let column = trees.column[node]!; column !== LEAF; column = trees.column[node]!) {
      const next = rows[block * width + column]! <= trees.threshold[node]! ? node + 1 : trees.right[node]!;
      moved.set(column, (moved.get(column) ?? 0) + means[next]! - means[node]!);
      node = next;
    }
  }
  return strongest([...moved], most).map(([column, weight]) => ({
    feature: FEATURE_NAMES[column]!,
    value: rows[block * width + column]!,
    weight,
  }));
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

const meansOfModel = once(() => subtreeMeans(defaultModel().blocks));

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
