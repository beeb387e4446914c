import { prepareRanks, type Ranks, rankOf } from './ranks.js';
import { type Trees, treeCount } from './trees.js';

/**
 * Prediction by bit slices. Walking a tree row by row waits for memory and for mispredicted branches at every
 * node. Here a block of 64 rows goes through a tree together: one bit a row says whether it passes a node's threshold,
 * and a node splits the set of rows that reach it by one AND and one XOR. All thresholds of a column are answered at
 * once: a row's rank among them sets one bit, and a running OR from the highest threshold down spreads it. Exact, and
 * seven times as fast as row by row (bench/boosting.ts, docs/results/learn.md).
 */
export interface SlicedTrees {
  /** Whether every tree has at most 32 leaves, the most that five bit planes can number, and no number overflows. */
  readonly fits: boolean;
  /** The columns that some tree splits on, ascending. */
  readonly columns: Int32Array;
  /** Their thresholds. */
  readonly ranks: Ranks;
  /**
   * A node each: `question << 8 | slot`. The rows in the slot that answer yes move to the next free slot (the
   * first node's to slot 1, and so on), the others stay: after the last node, slots are leaves.
   */
  readonly steps: Int32Array;
  readonly stepStarts: Int32Array;
  /** Value of each slot, 32 a tree. */
  readonly values: Float64Array;
}

/** Leaves of a tree at most. */
export const SLOTS = 32;

/** Lays trees out. */
export function sliceTrees(trees: Trees): SlicedTrees {
  const { columns, thresholds } = thresholdsByColumn(trees);
  const ranks = prepareRanks(thresholds);
  const count = treeCount(trees);
  const steps = new Int32Array(trees.column.length);
  const values = new Float64Array(count * SLOTS);
  // Ranks are held in 16 bits, questions in 23.
  const fits =
    leavesAtMost(trees, SLOTS) &&
    steps.length < 2 ** 22 &&
    thresholds.every(({ length }) => length < 2 ** 16);
  const placeOf = new Map(Array.from(columns, (column, place) => [column, place]));
  const questionOf = (node: number) => {
    const place = placeOf.get(trees.column[node]!)!;
    const question = ranks.starts[place]! + rankOf(ranks, place, trees.threshold[node]!);
    return question + (trees.missingLeft[node] === 1 ? 0 : ranks.thresholds.length);
  };
  for (let tree = 0; fits && tree < count; tree++) layOutTree(trees, tree, questionOf, steps, values);
  return { fits, columns, ranks, steps, stepStarts: trees.nodeStarts, values };
}

function leavesAtMost(trees: Trees, most: number): boolean {
  return trees.leafStarts.every((start, tree) => tree === 0 || start - trees.leafStarts[tree - 1]! <= most);
}

function layOutTree(
  trees: Trees,
  tree: number,
  questionOf: (node: number) => number,
  steps: Int32Array,
  values: Float64Array,
): void {
  const first = trees.nodeStarts[tree]!;
  const nodes = trees.nodeStarts[tree + 1]! - first;
  const slotOf = new Uint8Array(nodes);
  const place = (child: number, slot: number) => {
    if (child >= 0) slotOf[child] = slot;
    else values[tree * SLOTS + slot] = trees.value[trees.leafStarts[tree]! + ~child]!;
  };
  if (nodes === 0) place(-1, 0);
  for (let node = 0; node < nodes; node++) {
    steps[first + node] = (questionOf(first + node) << 8) | slotOf[node]!;
    place(trees.left[first + node]!, slotOf[node]!);
    place(trees.right[first + node]!, node + 1);
  }
}

function thresholdsByColumn(trees: Trees): { columns: Int32Array; thresholds: Float64Array[] } {
  const known = new Map<number, Set<number>>();
  trees.column.forEach((column, node) => {
    const set = known.get(column);
    if (set) set.add(trees.threshold[node]!);
    else known.set(column, new Set([trees.threshold[node]!]));
  });
  const columns = Int32Array.from(known.keys()).sort();
  return { columns, thresholds: Array.from(columns, column => Float64Array.from(known.get(column)!).sort()) };
}
