/**
 * Boosted trees as packed bytes. Layout, little-endian: trees (u32), outputs (u32), scale of leaf values (f32), start
 * of each output (f32 each), number of nodes (u32), then the nodes of all trees in preorder as three streams: columns
 * (u16 per node; LEAF marks a leaf), thresholds (f32 per split), leaf values (i16 per leaf, times the scale).
 */
export interface PackedTrees {
  /** Tree t adds to output t modulo `outputs`. */
  readonly outputs: number;
  readonly start: Float32Array;
  /** First node of each tree, and the number of nodes. */
  readonly first: Int32Array;
  readonly column: Uint16Array;
  /**
   * For a split, the largest value that leads to the next node; larger values lead to `right`. For a leaf, its value.
   */
  readonly threshold: Float32Array;
  readonly right: Int32Array;
  readonly steps: Steps;
}

/**
 * Two views of one buffer with two words per node, so that a step reads adjacent memory. The first word (`way`) has the
 * column in its upper half and the distance to the right child, in words, in its lower half, or is -1 for a leaf. The
 * second word (`value`) is the threshold or the leaf value.
 */
export interface Steps {
  readonly way: Int32Array;
  readonly value: Float32Array;
}

export const LEAF = 0xffff;

/** A tree to be packed; children are indices of splits, or `~index` of a leaf. */
export interface LooseTree {
  readonly column: ArrayLike<number>;
  readonly threshold: ArrayLike<number>;
  readonly left: ArrayLike<number>;
  readonly right: ArrayLike<number>;
  readonly value: ArrayLike<number>;
}

/** Rounds leaf values to multiples of about `step` / 32767 of the largest; larger steps compress better. */
export function packTrees(trees: readonly LooseTree[], start: readonly number[], step = 1): Uint8Array {
  const largest = trees.reduce((top, tree) => Math.max(top, ...Array.from(tree.value, Math.abs)), 1e-9);
  const scale = largest / (32767 - (32767 % step));
  const columns: number[] = [];
  const thresholds: number[] = [];
  const values: number[] = [];
  for (const tree of trees) preorder(tree, columns, thresholds, values, { scale, step });
  const bytes = new Uint8Array(
    16 + 4 * start.length + 2 * columns.length + 4 * thresholds.length + 2 * values.length,
  );
  const view = new DataView(bytes.buffer);
  const next = cursor();
  view.setUint32(next(4), trees.length, true);
  view.setUint32(next(4), start.length, true);
  view.setFloat32(next(4), scale, true);
  for (const value of start) view.setFloat32(next(4), value, true);
  view.setUint32(next(4), columns.length, true);
  for (const column of columns) view.setUint16(next(2), column, true);
  for (const threshold of thresholds) view.setFloat32(next(4), threshold, true);
  for (const value of values) view.setInt16(next(2), value, true);
  return bytes;
}

function cursor(at = 0): (size: number) => number {
  let end = at;
  return size => {
    end += size;
    return end - size;
  };
}

function preorder(
  tree: LooseTree,
  columns: number[],
  thresholds: number[],
  values: number[],
  { scale, step }: { readonly scale: number; readonly step: number },
): void {
  const stack = [tree.column.length > 0 ? 0 : ~0];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node < 0) {
      columns.push(LEAF);
      values.push(Math.round(tree.value[~node]! / (scale * step)) * step);
      continue;
    }
    columns.push(tree.column[node]!);
    thresholds.push(floatBelow(tree.threshold[node]!));
    stack.push(tree.right[node]!, tree.left[node]!);
  }
}

/** The largest float32 not above a double. Comparisons of float32 values with either give the same result. */
function floatBelow(value: number): number {
  const rounded = Math.fround(value);
  if (rounded <= value) return rounded;
  const bits = new Int32Array(new Float32Array([rounded]).buffer);
  bits[0]! += rounded > 0 ? -1 : 1;
  return new Float32Array(bits.buffer)[0]!;
}

export function unpackTrees(bytes: Uint8Array): PackedTrees {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const trees = view.getUint32(0, true);
  const outputs = view.getUint32(4, true);
  if (trees > bytes.length || outputs > bytes.length)
    throw new RangeError(`expected trees within ${bytes.length} bytes, got more; train the model anew`);
  const scale = view.getFloat32(8, true);
  const start = Float32Array.from({ length: outputs }, (_, i) => view.getFloat32(12 + 4 * i, true));
  const nodes = view.getUint32(12 + 4 * outputs, true);
  const columnsAt = 16 + 4 * outputs;
  if (bytes.length !== columnsAt + 2 * nodes + 4 * ((nodes - trees) / 2) + 2 * ((nodes + trees) / 2))
    throw new RangeError(`expected trees of ${nodes} nodes, got ${bytes.length} bytes; train the model anew`);
  const column = new Uint16Array(nodes);
  for (let n = 0; n < nodes; n++) column[n] = view.getUint16(columnsAt + 2 * n, true);
  const splits = (nodes - trees) / 2;
  const thresholdAt = cursor(columnsAt + 2 * nodes);
  const valueAt = cursor(columnsAt + 2 * nodes + 4 * splits);
  const threshold = new Float32Array(nodes);
  for (let n = 0; n < nodes; n++) {
    if (column[n] === LEAF) threshold[n] = view.getInt16(valueAt(2), true) * scale;
    else threshold[n] = view.getFloat32(thresholdAt(4), true);
  }
  const { first, right } = shape(column, trees);
  return { outputs, start, first, column, threshold, right, steps: stepsOf(column, threshold, right) };
}

const HALF = 0x7fff;

function stepsOf(column: Uint16Array, threshold: Float32Array, right: Int32Array): Steps {
  const way = new Int32Array(2 * column.length);
  const value = new Float32Array(way.buffer);
  for (let n = 0; n < column.length; n++) {
    const distance = 2 * (right[n]! - n);
    if (column[n] === LEAF) way[2 * n] = -1;
    else if (column[n]! > HALF || distance > 2 * HALF) {
      throw new RangeError(
        `expected at most ${HALF} columns and nodes in a tree of the model; train a smaller one`,
      );
    } else way[2 * n] = (column[n]! << 16) | distance;
    value[2 * n + 1] = threshold[n]!;
  }
  return { way, value };
}

/** Derives the starts of trees and the right children: in preorder, a right child follows the left subtree. */
function shape(column: Uint16Array, trees: number): { first: Int32Array; right: Int32Array } {
  const first = new Int32Array(trees + 1);
  const right = new Int32Array(column.length);
  const open: number[] = [];
  let tree = 0;
  for (let n = 0; n < column.length; n++) {
    if (column[n] !== LEAF) {
      open.push(n);
      continue;
    }
    // After a leaf comes the right child of the innermost open split, or the next tree.
    const parent = open.pop();
    if (parent === undefined) first[++tree] = n + 1;
    else right[parent] = n + 1;
  }
  return { first, right };
}

/** A number of trees after which rows with a clear score skip the rest. */
export interface Checkpoint {
  readonly trees: number;
  /** A row below `low` gets the score `lowScore`, a row above `high` gets `highScore`. */
  readonly low: number;
  readonly lowScore: number;
  readonly high: number;
  readonly highScore: number;
}

/** Scores of all rows, `rows × outputs`. Checkpoints require a single output. */
export function scoreRows(
  trees: PackedTrees,
  rows: Float32Array,
  width: number,
  checkpoints: readonly Checkpoint[] = [],
): Float32Array {
  const { outputs, first } = trees;
  const count = width > 0 ? rows.length / width : 0;
  const total = first.length - 1;
  const scores = new Float32Array(count * outputs);
  const segments = segmentsOf(trees, checkpoints);
  for (let row = 0; row < count; row++) {
    if (outputs === 1) {
      scores[row] = scoreOne(trees, rows, row * width, segments);
      continue;
    }
    for (let k = 0; k < outputs; k++) scores[row * outputs + k] = trees.start[k]!;
    for (let t = 0; t < total; t++) {
      scores[row * outputs + (t % outputs)]! += reachedLeaf(trees.steps, 2 * first[t]!, rows, row * width, 1);
    }
  }
  return scores;
}

export function scoreOne(
  trees: PackedTrees,
  rows: Float32Array,
  at: number,
  segments: readonly Segment[],
  stride = 1,
): number {
  let score = trees.start[0]!;
  for (const { from, to, check } of segments) {
    score += sumLeaves(trees, from, to, rows, at, stride);
    const settled = settledScore(score, check);
    if (settled !== undefined) return settled;
  }
  return score;
}

export interface Segment {
  readonly from: number;
  readonly to: number;
  readonly check: Checkpoint | undefined;
}

export function segmentsOf({ first }: PackedTrees, checkpoints: readonly Checkpoint[]): Segment[] {
  const ends = [...checkpoints.map(({ trees }) => trees), first.length - 1];
  return ends.map((to, i) => ({ from: ends[i - 1] ?? 0, to, check: checkpoints[i] }));
}

/**
 * Final score of a row at a checkpoint, or undefined if more trees are needed. `check` is undefined after the last
 * tree.
 */
export function settledScore(score: number, check: Checkpoint | undefined): number | undefined {
  if (check === undefined) return score;
  if (score < check.low) return check.lowScore;
  return score > check.high ? check.highScore : undefined;
}

function sumLeaves(
  { first, steps }: PackedTrees,
  from: number,
  to: number,
  rows: Float32Array,
  at: number,
  stride: number,
): number {
  let sum = 0;
  for (let tree = from; tree < to; tree++) sum += reachedLeaf(steps, 2 * first[tree]!, rows, at, stride);
  return sum;
}

function reachedLeaf(
  { way, value }: Steps,
  root: number,
  rows: Float32Array,
  at: number,
  stride: number,
): number {
  let node = root;
  for (let step = way[node]!; step >= 0; step = way[node]!) {
    // Computed without a branch, since the processor could not predict its direction.
    const isRight = Number(!(rows[at + (step >> 16) * stride]! <= value[node + 1]!));
    node += 2 + (((step & 0xffff) - 2) & -isRight);
  }
  return value[node + 1]!;
}
