import type { Attribute } from '../../data/dataset.js';
import { columnInto, countBelow, type Matrix } from '../../data/matrix.js';
import { LearnError } from '../../errors.js';
import type { ModelReader } from '../../model-file.js';
import { type Random, seededRandom } from '../../random.js';
import type { GrownTree } from './grow.js';

/** Upper edges of each column's bins, ascending; the last is the largest double. Missing values have an extra bin. */
interface Binning {
  readonly edges: readonly Float64Array[];
}

export interface BinnedColumns {
  readonly rows: number;
  readonly columns: readonly Uint8Array[];
  readonly bins: Uint16Array;
}

// Enough rows for the quantiles of 255 bins; LightGBM samples the same number.
const SAMPLE = 200_000;

export function fitBinning(x: Matrix, rows: Int32Array, maxBins: number, seed: number): Binning {
  const chosen = rows.length <= SAMPLE ? rows : draw(rows, SAMPLE, seededRandom(seed));
  const buffer = new Float64Array(x.rows);
  const edges: Float64Array[] = [];
  for (let column = 0; column < x.columns; column++) {
    columnInto(x, column, buffer);
    edges.push(columnEdges(presentSorted(buffer, chosen), maxBins));
  }
  return { edges };
}

export function binColumns(x: Matrix, binning: Binning): BinnedColumns {
  const buffer = new Float64Array(x.rows);
  const columns = binning.edges.map((edges, column) => {
    columnInto(x, column, buffer);
    const bins = new Uint8Array(x.rows);
    for (let row = 0; row < bins.length; row++) bins[row] = binOf(buffer[row]!, edges);
    return bins;
  });
  return { rows: x.rows, columns, bins: Uint16Array.from(binning.edges, edges => edges.length) };
}

export function binOf(value: number, edges: Float64Array): number {
  return Number.isNaN(value) ? edges.length : countBelow(edges, value);
}

/** Draws items without replacement and keeps their order, so that memory is read sequentially. */
export function draw(items: Int32Array, wanted: number, random: Random): Int32Array {
  const drawn = new Int32Array(wanted);
  let taken = 0;
  for (let i = 0; taken < wanted; i++) {
    if (random.next() * (items.length - i) < wanted - taken) drawn[taken++] = items[i]!;
  }
  return drawn;
}

function presentSorted(values: Float64Array, rows: Int32Array): Float64Array {
  const present = new Float64Array(rows.length);
  let length = 0;
  for (const row of rows) {
    const value = values[row]!;
    if (!Number.isNaN(value)) present[length++] = value;
  }
  return present.subarray(0, length).sort();
}

/** One bin per value if there are few; otherwise bins of about equal counts, and one for each very frequent value. */
function columnEdges(sorted: Float64Array, maxBins: number): Float64Array {
  const { values, counts } = distinct(sorted);
  const edges: number[] = [];
  let rowsLeft = sorted.length;
  let inBin = 0;
  for (let i = 0; i + 1 < values.length; i++) {
    inBin += counts[i]!;
    const binsLeft = maxBins - edges.length;
    const few = values.length - i <= binsLeft;
    const share = rowsLeft / binsLeft;
    const full = inBin >= share || (counts[i + 1]! >= share && inBin >= share / 2);
    if (binsLeft > 1 && (few || full)) {
      edges.push(shortestBetween(values[i]!, values[i + 1]!));
      rowsLeft -= inBin;
      inBin = 0;
    }
  }
  edges.push(Number.MAX_VALUE);
  return Float64Array.from(edges);
}

function distinct(sorted: Float64Array): { values: number[]; counts: number[] } {
  const values: number[] = [];
  const counts: number[] = [];
  for (const value of sorted) {
    if (values.length > 0 && values[values.length - 1] === value) counts[counts.length - 1]!++;
    else {
      values.push(value);
      counts.push(1);
    }
  }
  return { values, counts };
}

/** Rounds the midpoint to as few digits as possible within [`low`, `high`), to keep model files small. */
export function shortestBetween(low: number, high: number): number {
  const middle = low + (high - low) / 2;
  for (let digits = 1; digits <= 17; digits++) {
    const candidate = Number(middle.toPrecision(digits));
    if (candidate >= low && candidate < high) return candidate;
  }
  return low;
}

/**
 * All trees of a model in flat arrays. A row goes left if its value is at most the threshold, or if it is missing and
 * `missingLeft` is 1. A child is a node index within its tree, or `~leaf`; a tree without nodes is a single leaf.
 */
interface Trees {
  /** First node of each tree, plus the end. */
  readonly nodeStarts: Int32Array;
  readonly leafStarts: Int32Array;
  readonly column: Uint16Array;
  readonly threshold: Float64Array;
  readonly missingLeft: Uint8Array;
  readonly left: Int16Array;
  readonly right: Int16Array;
  readonly value: Float64Array;
}

/**
 * The score of output `o` is `start[o]` plus the sum of the leaf values of its trees; tree `t` belongs to output
 * `t % outputs`.
 */
export interface Ensemble {
  readonly start: readonly number[];
  readonly trees: Trees;
  readonly gains: Float64Array;
  readonly counts: Float64Array;
}

export function treeCount(trees: Trees): number {
  return trees.nodeStarts.length - 1;
}

/** Flattens grown trees; bins become their upper edges, so prediction needs no binning. */
export function flattenTrees(grown: readonly Pick<GrownTree, 'nodes' | 'values'>[], binning: Binning): Trees {
  const nodes = grown.flatMap(tree => tree.nodes);
  return {
    nodeStarts: runningTotal(grown.map(tree => tree.nodes.length)),
    leafStarts: runningTotal(grown.map(tree => tree.values.length)),
    column: Uint16Array.from(nodes, node => node.column),
    threshold: Float64Array.from(nodes, node => binning.edges[node.column]![node.bin]!),
    missingLeft: Uint8Array.from(nodes, node => (node.missingLeft ? 1 : 0)),
    left: Int16Array.from(nodes, node => node.left),
    right: Int16Array.from(nodes, node => node.right),
    value: Float64Array.from(grown.flatMap(tree => tree.values)),
  };
}

function runningTotal(lengths: readonly number[]): Int32Array {
  const starts = new Int32Array(lengths.length + 1);
  for (let i = 0; i < lengths.length; i++) starts[i + 1] = starts[i]! + lengths[i]!;
  return starts;
}

const ARRAYS = {
  nodeStarts: Int32Array,
  leafStarts: Int32Array,
  column: Uint16Array,
  threshold: Float64Array,
  missingLeft: Uint8Array,
  left: Int16Array,
  right: Int16Array,
  value: Float64Array,
} as const;

type TreesFile = { readonly [name in keyof typeof ARRAYS]: readonly number[] };

export function treesToJSON(trees: Trees): TreesFile {
  return Object.fromEntries(
    Object.keys(ARRAYS).map(name => [name, Array.from(trees[name as keyof Trees])]),
  ) as unknown as TreesFile;
}

/** Throws on trees that would send a row out of bounds or in a cycle. */
export function treesFromJSON(file: unknown, columns: number): Trees {
  const lists = (file ?? {}) as Record<string, unknown>;
  const arrays = Object.entries(ARRAYS).map(([name, kind]) => {
    const list = lists[name];
    if (!Array.isArray(list) || !list.every(item => Number.isFinite(item)))
      throw new LearnError('bad-model', `In the trees, expected “${name}” to be a list of finite numbers.`);
    return [name, kind.from(list as number[])];
  });
  const trees = Object.fromEntries(arrays) as unknown as Trees;
  checkLengths(trees);
  for (let tree = 0; tree < treeCount(trees); tree++) checkTree(trees, tree, columns);
  return trees;
}

function checkLengths(trees: Trees): void {
  const { nodeStarts, leafStarts } = trees;
  const nodes = nodeStarts[nodeStarts.length - 1];
  const leaves = leafStarts[leafStarts.length - 1];
  const perNode = [trees.column, trees.threshold, trees.missingLeft, trees.left, trees.right];
  const fits =
    nodeStarts.length > 0 &&
    nodeStarts.length === leafStarts.length &&
    nodeStarts[0] === 0 &&
    leafStarts[0] === 0 &&
    perNode.every(array => array.length === nodes) &&
    trees.value.length === leaves;
  if (!fits)
    throw new LearnError(
      'bad-model',
      'The lists of the trees do not match: expected one entry per node, one per leaf, and one start per tree.',
    );
}

/** Parents precede children, so walking terminates; checked here rather than at every step. */
function checkTree(trees: Trees, tree: number, columns: number): void {
  const start = trees.nodeStarts[tree]!;
  const nodes = trees.nodeStarts[tree + 1]! - start;
  const leaves = trees.leafStarts[tree + 1]! - trees.leafStarts[tree]!;
  const reject = (why: string) => {
    throw new LearnError('bad-model', `Tree ${tree} ${why}.`);
  };
  if (nodes < 0 || leaves !== nodes + 1)
    reject(`has ${nodes} nodes and ${leaves} leaves; expected one leaf more than nodes`);
  const reached = new Set<number>();
  for (let node = 0; node < nodes; node++) {
    const column = trees.column[start + node]!;
    if (column >= columns) reject(`splits on column ${column}; expected one of ${columns}`);
    for (const child of [trees.left[start + node]!, trees.right[start + node]!]) {
      const fits = child >= 0 ? child > node && child < nodes : ~child < leaves;
      if (!fits || reached.has(child))
        reject(
          `has node ${node} with child ${child}; expected a later node or a leaf that has no other parent`,
        );
      reached.add(child);
    }
  }
}

export function treeScores(trees: Trees, start: readonly number[], x: Matrix): Float64Array {
  const { nodeStarts, leafStarts, column, threshold, missingLeft, left, right, value } = trees;
  const outputs = start.length;
  const scores = new Float64Array(x.rows * outputs);
  for (let row = 0; row < x.rows; row++) {
    const base = row * x.columns;
    scores.set(start, row * outputs);
    for (let tree = 0; tree < treeCount(trees); tree++) {
      const first = nodeStarts[tree]!;
      let at = first === nodeStarts[tree + 1]! ? -1 : 0;
      while (at >= 0) {
        const node = first + at;
        const seen = x.data[base + column[node]!]!;
        const goesLeft = Number.isNaN(seen) ? missingLeft[node] === 1 : seen <= threshold[node]!;
        at = goesLeft ? left[node]! : right[node]!;
      }
      scores[row * outputs + (tree % outputs)]! += value[leafStarts[tree]! + ~at]!;
    }
  }
  return scores;
}

export interface ColumnImportance {
  readonly name: string;
  readonly gain: number;
  readonly count: number;
}

export function columnImportance(ensemble: Ensemble, attributes: readonly Attribute[]): ColumnImportance[] {
  return attributes
    .map(({ name }, i) => ({ name, gain: ensemble.gains[i]!, count: ensemble.counts[i]! }))
    .sort((a, b) => b.gain - a.gain);
}

export function ensembleToJSON({ start, trees, gains, counts }: Ensemble): Record<string, unknown> {
  return {
    start: [...start],
    trees: treesToJSON(trees),
    gains: Array.from(gains),
    counts: Array.from(counts),
  };
}

export function ensembleFromJSON(parameters: ModelReader, columns: number, outputs: number): Ensemble {
  const start = Array.from(parameters.numbers('start', outputs));
  const trees = treesFromJSON(parameters.record('trees'), columns);
  if (treeCount(trees) % outputs !== 0)
    throw new LearnError(
      'bad-model',
      `There are ${treeCount(trees)} trees for ${outputs} outputs; expected a multiple.`,
    );
  const gains = parameters.numbers('gains', columns);
  const counts = parameters.numbers('counts', columns);
  return { start, trees, gains, counts };
}
