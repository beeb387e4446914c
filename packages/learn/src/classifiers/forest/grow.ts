import type { Attribute } from '../../data/dataset.js';
import { countBelow, type Matrix } from '../../data/matrix.js';
import type { Random } from '../../random.js';

export interface ForestData {
  readonly columns: readonly BinnedColumn[];
  readonly y: Int32Array;
  readonly classes: number;
}

export interface TreeLimits {
  readonly features: number;
  readonly minimumLeaf: number;
}

/** Trees in flat arrays, one after another. A right child follows its left sibling. */
export interface FlatForest<List = ArrayLike<number>> {
  readonly roots: List;
  readonly attributes: List;
  /** Numeric: values up to this go left. Nominal: this value goes left. Leaf: its row in `leaves`. */
  readonly points: List;
  readonly leftChildren: List;
  readonly missingLeft: List;
  readonly leaves: List;
}

type GrowingForest = FlatForest<number[]>;

export function emptyForest(): GrowingForest {
  return { roots: [], attributes: [], points: [], leftChildren: [], missingLeft: [], leaves: [] };
}

interface Pending extends NodeRows {
  readonly node: number;
}

export function growForestTree(
  forest: GrowingForest,
  data: ForestData,
  draws: Float64Array,
  limits: TreeLimits,
  random: Random,
): void {
  const order = Int32Array.from(draws.keys()).filter(row => draws[row]! > 0);
  const finder = new SplitFinder(data, draws, limits.minimumLeaf);
  const columnOrder = Int32Array.from(data.columns.keys());
  const root = addNode(forest);
  forest.roots.push(root);
  const pending: Pending[] = [{ node: root, order, from: 0, to: order.length }];
  for (let task = pending.pop(); task; task = pending.pop()) {
    const counts = classCounts(data, draws, task);
    const mixed = counts.filter(count => count > 0).length > 1;
    const split = mixed
      ? drawSplit(data, task, counts, limits.features, random, finder, columnOrder)
      : undefined;
    if (!split) {
      setLeaf(forest, task.node, counts);
      continue;
    }
    const middle = partition(data.columns[split.column]!, split, task);
    const left = setSplit(forest, task.node, split, data.columns[split.column]!);
    pending.push({ node: left + 1, order, from: middle, to: task.to });
    pending.push({ node: left, order, from: task.from, to: middle });
  }
}

/** Draws attributes without replacement: at least `features`, and more until one splits. */
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

function addNode(forest: GrowingForest): number {
  forest.points.push(0);
  forest.leftChildren.push(0);
  forest.missingLeft.push(0);
  return forest.attributes.push(-1) - 1;
}

function setSplit(forest: GrowingForest, node: number, split: BinSplit, column: BinnedColumn): number {
  const left = addNode(forest);
  addNode(forest);
  forest.attributes[node] = split.column;
  // The last bin has no cut: all present values go left.
  forest.points[node] = column.numeric ? (column.cuts[split.bin] ?? Number.MAX_VALUE) : split.bin;
  forest.leftChildren[node] = left;
  forest.missingLeft[node] = split.missingLeft ? 1 : 0;
  return left;
}

function setLeaf(forest: GrowingForest, node: number, counts: Float64Array): void {
  const total = counts.reduce((sum, count) => sum + count, 0);
  forest.points[node] = forest.leaves.length / counts.length;
  for (const count of counts) forest.leaves.push(count / total);
}

interface BinSplit {
  readonly column: number;
  readonly bin: number;
  readonly missingLeft: boolean;
  readonly score: number;
}

interface NodeRows {
  readonly order: Int32Array;
  readonly from: number;
  readonly to: number;
}

class SplitFinder {
  readonly #histogram: Float64Array;
  readonly #used: Uint32Array;
  readonly #seen: Uint8Array;
  readonly #left: Float64Array;

  constructor(
    private readonly data: ForestData,
    private readonly draws: Float64Array,
    private readonly minimumLeaf: number,
  ) {
    const { columns, classes } = data;
    const mostBins = columns.reduce((most, column) => Math.max(most, column.missingBin + 1), 0);
    this.#histogram = new Float64Array(mostBins * classes);
    this.#used = new Uint32Array(mostBins);
    this.#seen = new Uint8Array(mostBins);
    this.#left = new Float64Array(classes);
  }

  best(column: BinnedColumn, index: number, rows: NodeRows, counts: Float64Array): BinSplit | undefined {
    const used = this.#fill(column, rows);
    const hasMissing = used.at(-1) === column.missingBin;
    const bins = hasMissing ? used.subarray(0, -1) : used;
    let best: BinSplit | undefined;
    this.#left.fill(0);
    for (let k = 0; k < bins.length; k++) {
      if (!column.numeric) this.#left.fill(0);
      for (let label = 0; label < this.data.classes; label++) {
        this.#left[label]! += this.#histogram[bins[k]! * this.data.classes + label]!;
      }
      const bin = column.numeric && k + 1 < bins.length ? middleCut(bins[k]!, bins[k + 1]!) : bins[k]!;
      const score = this.#score(counts, -1);
      if (score > (best?.score ?? 0)) best = { column: index, bin, missingLeft: false, score };
      const other = hasMissing ? this.#score(counts, column.missingBin) : 0;
      if (other > (best?.score ?? 0)) best = { column: index, bin, missingLeft: true, score: other };
    }
    this.#clear(used);
    return best;
  }

  #fill(column: BinnedColumn, rows: NodeRows): Uint32Array {
    let count = 0;
    for (let i = rows.from; i < rows.to; i++) {
      const row = rows.order[i]!;
      const bin = column.bins[row]!;
      if (this.#seen[bin] === 0) {
        this.#seen[bin] = 1;
        this.#used[count++] = bin;
      }
      this.#histogram[bin * this.data.classes + this.data.y[row]!]! += this.draws[row]!;
    }
    return this.#used.subarray(0, count).sort();
  }

  #clear(used: Uint32Array): void {
    for (const bin of used) {
      this.#seen[bin] = 0;
      this.#histogram.fill(0, bin * this.data.classes, (bin + 1) * this.data.classes);
    }
  }

  /** Σ left² / left + Σ right² / right over the classes, with bin `alsoLeft` on the left; 0 if a side is too light. */
  #score(counts: Float64Array, alsoLeft: number): number {
    let left = 0;
    let right = 0;
    let leftSquares = 0;
    let rightSquares = 0;
    for (let label = 0; label < this.data.classes; label++) {
      const also = alsoLeft < 0 ? 0 : this.#histogram[alsoLeft * this.data.classes + label]!;
      const here = this.#left[label]! + also;
      const there = counts[label]! - here;
      left += here;
      right += there;
      leftSquares += here * here;
      rightSquares += there * there;
    }
    if (left < this.minimumLeaf || right < this.minimumLeaf) return 0;
    return leftSquares / left + rightSquares / right;
  }
}

function middleCut(low: number, high: number): number {
  return (low + high - 1) >> 1;
}

/** With the bin for missing values, a bin number fits in a byte. */
const MOST_BINS = 255;

const MISSING_BIN = 255;

interface BinnedColumn {
  readonly numeric: boolean;
  readonly bins: Uint8Array | Uint32Array;
  readonly missingBin: number;
  /** Numeric: `cuts[b]` separates bins b and b + 1. Nominal: empty, a bin is a value. */
  readonly cuts: Float64Array;
}

export function binnedColumns(x: Matrix, attributes: readonly Attribute[]): BinnedColumn[] {
  return attributes.map((attribute, column) => {
    const cells = new Float64Array(x.rows);
    for (let row = 0; row < x.rows; row++) cells[row] = x.data[row * x.columns + column]!;
    return attribute.kind === 'numeric' ? numericBins(cells) : nominalBins(cells, attribute.values.length);
  });
}

function nominalBins(cells: Float64Array, values: number): BinnedColumn {
  const missingBin = values;
  const bins = new Uint32Array(cells.length);
  cells.forEach((cell, row) => {
    bins[row] = Number.isNaN(cell) ? missingBin : cell;
  });
  return { numeric: false, bins, missingBin, cuts: new Float64Array(0) };
}

function numericBins(cells: Float64Array): BinnedColumn {
  const cuts = binCuts(cells.filter(cell => !Number.isNaN(cell)).sort());
  const bins = new Uint8Array(cells.length);
  cells.forEach((cell, row) => {
    bins[row] = Number.isNaN(cell) ? MISSING_BIN : countBelow(cuts, cell);
  });
  return { numeric: true, bins, missingBin: MISSING_BIN, cuts };
}

function binCuts(sorted: Float64Array): Float64Array {
  const distinct = sorted.filter((value, i) => i === 0 || value !== sorted[i - 1]);
  const cuts: number[] = [];
  const add = (low: number, high: number) => {
    const middle = low + (high - low) / 2;
    // If no double lies between the two, cut at the lower one.
    const cut = middle < high ? middle : low;
    if (cuts.length === 0 || cut > cuts.at(-1)!) cuts.push(cut);
  };
  if (distinct.length <= MOST_BINS) {
    for (let i = 1; i < distinct.length; i++) add(distinct[i - 1]!, distinct[i]!);
    return Float64Array.from(cuts);
  }
  for (let k = 1; k < MOST_BINS; k++) {
    let at = Math.floor((k * sorted.length) / MOST_BINS);
    while (at < sorted.length && sorted[at] === sorted[at - 1]) at++;
    if (at < sorted.length) add(sorted[at - 1]!, sorted[at]!);
  }
  return Float64Array.from(cuts);
}
