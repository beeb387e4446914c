import type { Random } from '../../random.js';
import { type BinSplit, type NodeRows, SplitFinder } from './best-split.js';
import type { BinnedColumn } from './bins.js';

export interface ForestData {
  readonly columns: readonly BinnedColumn[];
  readonly y: Int32Array;
  readonly classes: number;
}

export interface TreeLimits {
  readonly features: number;
  readonly maximumDepth: number;
  readonly minimumLeaf: number;
}

/** Trees in flat arrays, one after another. A right child follows its left sibling. */
export interface FlatForest {
  readonly roots: number[];
  /** Attribute tested by each node; -1 for a leaf. */
  readonly attributes: number[];
  /** Numeric: values up to this go left. Nominal: this value goes left. Leaf: its row in `leaves`. */
  readonly points: number[];
  readonly leftChildren: number[];
  /** 1 if a missing value goes left. */
  readonly missingLeft: number[];
  /** Class probabilities, `leaves × classes`. */
  readonly leaves: number[];
}

interface Pending extends NodeRows {
  readonly node: number;
  readonly depth: number;
}

/** `draws` counts how often each row was drawn. */
export function growForestTree(
  data: ForestData,
  draws: Float64Array,
  limits: TreeLimits,
  random: Random,
): FlatForest {
  const forest: FlatForest = {
    roots: [0],
    attributes: [],
    points: [],
    leftChildren: [],
    missingLeft: [],
    leaves: [],
  };
  const order = Int32Array.from(draws.keys()).filter(row => draws[row]! > 0);
  const mostBins = data.columns.reduce((most, column) => Math.max(most, column.missingBin + 1), 0);
  const finder = new SplitFinder(data.y, draws, data.classes, mostBins, limits.minimumLeaf);
  const columnOrder = Int32Array.from(data.columns.keys());
  const pending: Pending[] = [{ node: addNode(forest), order, from: 0, to: order.length, depth: 0 }];
  for (let task = pending.pop(); task; task = pending.pop()) {
    const counts = classCounts(data, draws, task);
    const mixed = task.depth < limits.maximumDepth && counts.filter(count => count > 0).length > 1;
    const split = mixed
      ? drawSplit(data, task, counts, limits.features, random, finder, columnOrder)
      : undefined;
    if (!split) {
      setLeaf(forest, task.node, counts);
      continue;
    }
    const middle = partition(data.columns[split.column]!, split, task);
    const left = setSplit(forest, task.node, split, data.columns[split.column]!);
    const depth = task.depth + 1;
    pending.push({ node: left + 1, order, from: middle, to: task.to, depth });
    pending.push({ node: left, order, from: task.from, to: middle, depth });
  }
  return forest;
}

/** Draws attributes without replacement, at least `features` and until one splits. */
function drawSplit(
  data: ForestData,
  rows: NodeRows,
  counts: Float64Array,
  features: number,
  random: Random,
  finder: SplitFinder,
  columnOrder: Int32Array,
): BinSplit | undefined {
  let best: BinSplit | undefined;
  for (let drawn = 0; drawn < columnOrder.length; drawn++) {
    if (drawn >= features && best) break;
    const other = drawn + random.below(columnOrder.length - drawn);
    const column = columnOrder[other]!;
    columnOrder[other] = columnOrder[drawn]!;
    columnOrder[drawn] = column;
    const split = finder.best(data.columns[column]!, column, rows, counts);
    if (split && split.score > (best?.score ?? 0)) best = split;
  }
  return best;
}

function classCounts(data: ForestData, draws: Float64Array, rows: NodeRows): Float64Array {
  const counts = new Float64Array(data.classes);
  for (let i = rows.from; i < rows.to; i++) counts[data.y[rows.order[i]!]!]! += draws[rows.order[i]!]!;
  return counts;
}

/** Moves the rows that go left to the front; returns the start of the others. */
function partition(column: BinnedColumn, split: BinSplit, rows: NodeRows): number {
  const { order } = rows;
  let left = rows.from;
  let right = rows.to - 1;
  while (left <= right) {
    const row = order[left]!;
    if (goesLeft(column, split, column.bins[row]!)) left++;
    else {
      order[left] = order[right]!;
      order[right--] = row;
    }
  }
  return left;
}

function goesLeft(column: BinnedColumn, split: BinSplit, bin: number): boolean {
  if (bin === column.missingBin) return split.missingLeft;
  return column.numeric ? bin <= split.bin : bin === split.bin;
}

function addNode(forest: FlatForest): number {
  forest.points.push(0);
  forest.leftChildren.push(0);
  forest.missingLeft.push(0);
  return forest.attributes.push(-1) - 1;
}

function setSplit(forest: FlatForest, node: number, split: BinSplit, column: BinnedColumn): number {
  const left = addNode(forest);
  addNode(forest);
  forest.attributes[node] = split.column;
  // The last bin has no cut: all present values go left.
  forest.points[node] = column.numeric ? (column.cuts[split.bin] ?? Number.MAX_VALUE) : split.bin;
  forest.leftChildren[node] = left;
  forest.missingLeft[node] = split.missingLeft ? 1 : 0;
  return left;
}

function setLeaf(forest: FlatForest, node: number, counts: Float64Array): void {
  const total = counts.reduce((sum, count) => sum + count, 0);
  forest.points[node] = forest.leaves.length / counts.length;
  for (const count of counts) forest.leaves.push(count / total);
}
