import {
  bestSplit,
  fillHistogram,
  type HistogramLayout,
  histogramLayout,
  type LeafRows,
  type LeafTotals,
  leafValue,
  type Split,
  type SplitRules,
  subtractHistogram,
} from './split.js';
import type { BinnedColumns } from './trees.js';

interface GrowRules extends SplitRules {
  readonly maxLeaves: number;
  readonly learningRate: number;
}

/** An inner node; a child is a node index, or `~leaf`. */
interface GrownNode {
  readonly column: number;
  readonly bin: number;
  readonly missingLeft: boolean;
  readonly gain: number;
  left: number;
  right: number;
}

export interface GrownTree {
  readonly nodes: readonly GrownNode[];
  readonly values: readonly number[];
  /** Rows of leaf i: `rows.subarray(starts[i], ends[i])`. Valid until the next tree grows. */
  readonly rows: Int32Array;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

interface OpenLeaf {
  readonly start: number;
  readonly end: number;
  readonly totals: LeafTotals;
  readonly histogram: Float64Array;
  split: Split | undefined;
  readonly parent: GrownNode | undefined;
  readonly side: 'left' | 'right';
}

export class TreeGrower {
  private readonly layout: HistogramLayout;
  private readonly order: Int32Array;
  private readonly spare: Int32Array;
  private readonly gradients: Float64Array;
  private readonly hessians: Float64Array;
  private readonly pool: Float64Array[] = [];

  constructor(
    private readonly data: BinnedColumns,
    private readonly rules: GrowRules,
  ) {
    this.layout = histogramLayout(data.bins);
    this.order = new Int32Array(data.rows);
    this.spare = new Int32Array(data.rows);
    this.gradients = new Float64Array(data.rows);
    this.hessians = new Float64Array(data.rows);
  }

  grow(gradients: Float64Array, hessians: Float64Array, rows: Int32Array, columns: Int32Array): GrownTree {
    this.order.set(rows);
    const nodes: GrownNode[] = [];
    const leaves = [this.openRoot(gradients, hessians, rows.length, columns)];
    while (leaves.length < this.rules.maxLeaves) {
      const chosen = largestGain(leaves);
      if (chosen < 0) break;
      const leaf = leaves[chosen]!;
      const { column, bin, missingLeft, gain } = leaf.split!;
      const node: GrownNode = { column, bin, missingLeft, gain, left: 0, right: 0 };
      if (leaf.parent) leaf.parent[leaf.side] = nodes.length;
      nodes.push(node);
      const last = leaves.length + 1 === this.rules.maxLeaves;
      const [left, right] = this.divide(leaf, node, gradients, hessians, columns, last);
      leaves.splice(chosen, 1, left, right);
    }
    return this.close(leaves, nodes);
  }

  private openRoot(
    gradients: Float64Array,
    hessians: Float64Array,
    count: number,
    columns: Int32Array,
  ): OpenLeaf {
    const histogram = this.takeHistogram();
    const rows = this.gather(0, count, gradients, hessians);
    fillHistogram(histogram, this.data, this.layout, rows, columns);
    let gradient = 0;
    let hessian = 0;
    for (let i = 0; i < count; i++) {
      gradient += rows.gradients[i]!;
      hessian += rows.hessians[i]!;
    }
    const totals = { gradient, hessian, rows: count, lowest: -Infinity, highest: Infinity };
    const split = this.search(histogram, columns, totals);
    return { start: 0, end: count, totals, histogram, split, parent: undefined, side: 'left' };
  }

  /** Builds the histogram of the smaller child from its rows; the larger child's is the parent's minus that one. */
  private divide(
    leaf: OpenLeaf,
    node: GrownNode,
    gradients: Float64Array,
    hessians: Float64Array,
    columns: Int32Array,
    last: boolean,
  ): [OpenLeaf, OpenLeaf] {
    const { left, right } = leaf.split!;
    const middle = this.partition(leaf, node);
    const leftSmaller = middle - leaf.start <= leaf.end - middle;
    const small = this.takeHistogram();
    const large = leaf.histogram;
    // The tree is full after this split: neither child needs a histogram.
    if (!last) {
      const [from, to] = leftSmaller ? [leaf.start, middle] : [middle, leaf.end];
      fillHistogram(small, this.data, this.layout, this.gather(from, to, gradients, hessians), columns);
      subtractHistogram(large, small);
    }
    const child = (
      start: number,
      end: number,
      totals: LeafTotals,
      side: 'left' | 'right',
      histogram: Float64Array,
    ) => {
      const split = last ? undefined : this.search(histogram, columns, totals);
      return { start, end, totals, histogram, split, parent: node, side };
    };
    return [
      child(leaf.start, middle, left, 'left', leftSmaller ? small : large),
      child(middle, leaf.end, right, 'right', leftSmaller ? large : small),
    ];
  }

  private search(histogram: Float64Array, columns: Int32Array, totals: LeafTotals): Split | undefined {
    return bestSplit(histogram, this.layout, this.data.bins, columns, totals, this.rules);
  }

  /** Stable, so rows stay ascending within a leaf and memory is read forwards. */
  private partition(leaf: OpenLeaf, node: GrownNode): number {
    const { order, spare } = this;
    const bins = this.data.columns[node.column]!;
    const lastLeft = node.bin;
    const missing = node.missingLeft ? this.data.bins[node.column]! : -1;
    let middle = leaf.start;
    let moved = 0;
    for (let i = leaf.start; i < leaf.end; i++) {
      const row = order[i]!;
      const bin = bins[row]!;
      if (bin <= lastLeft || bin === missing) order[middle++] = row;
      else spare[moved++] = row;
    }
    order.set(spare.subarray(0, moved), middle);
    return middle;
  }

  private gather(start: number, end: number, gradients: Float64Array, hessians: Float64Array): LeafRows {
    const rows = this.order.subarray(start, end);
    for (let i = 0; i < rows.length; i++) {
      this.gradients[i] = gradients[rows[i]!]!;
      this.hessians[i] = hessians[rows[i]!]!;
    }
    return { rows, gradients: this.gradients, hessians: this.hessians };
  }

  private close(leaves: readonly OpenLeaf[], nodes: readonly GrownNode[]): GrownTree {
    const { l2, learningRate } = this.rules;
    const values = leaves.map((leaf, i) => {
      if (leaf.parent) leaf.parent[leaf.side] = ~i;
      this.pool.push(leaf.histogram);
      const { gradient, hessian, lowest, highest } = leaf.totals;
      return toSixDigits(learningRate * leafValue(gradient, hessian, l2, lowest, highest));
    });
    return {
      nodes,
      values,
      rows: this.order,
      starts: leaves.map(leaf => leaf.start),
      ends: leaves.map(leaf => leaf.end),
    };
  }

  private takeHistogram(): Float64Array {
    return this.pool.pop() ?? new Float64Array(this.layout.slots * 3);
  }
}

/** Leaf values are rounded during fitting, so that later trees are fitted to the values stored in the model file. */
function toSixDigits(value: number): number {
  return Number(value.toPrecision(6));
}

function largestGain(leaves: readonly OpenLeaf[]): number {
  let chosen = -1;
  let gain = 0;
  for (let i = 0; i < leaves.length; i++) {
    const split = leaves[i]!.split;
    if (split && split.gain > gain) {
      gain = split.gain;
      chosen = i;
    }
  }
  return chosen;
}
