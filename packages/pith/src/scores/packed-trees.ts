/**
 * Boosted trees as packed bytes. Layout, little-endian: trees (u32), outputs (u32), scale of leaf values (f32), start
 * of each output (f32 each), number of nodes (u32), then the nodes of all trees in preorder as three streams: columns
 * (u16 per node; LEAF marks a leaf), thresholds (f32 per split), leaf values (i16 per leaf, times the scale).
 */
export interface PackedTrees {
  /** Tree t adds to output t modulo `outputs`. */
  readonly outputs: number;
  readonly start: Float32Array;
  readonly first: Int32Array;
  readonly column: Uint16Array;
  /** A row continues at the next node if its value is at most the threshold, else at `right`. For a leaf, its value. */
  readonly threshold: Float32Array;
  readonly right: Int32Array;
  readonly steps: Steps;
}

/**
 * Two views of one buffer, two words per node, so that a step reads one place: `way` has the column in the upper half
 * and the distance to the right child, in words, in the lower (-1 for a leaf); `value` has the threshold in the next
 * word.
 */
export interface Steps {
  readonly way: Int32Array;
  readonly value: Float32Array;
}

export const LEAF = 0xffff;

/** A tree to be packed: children by index within the tree, or `~leaf`. */
export interface LooseTree {
  readonly column: ArrayLike<number>;
  readonly threshold: ArrayLike<number>;
  readonly left: ArrayLike<number>;
  readonly right: ArrayLike<number>;
  readonly value: ArrayLike<number>;
}

/** Packs trees; leaf values are rounded to multiples of `step` / 32767 of the largest. Larger steps compress better. */
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

/** The largest float32 not above a double: comparing float32 rows with it gives the same result. */
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
        `expected at most ${HALF} columns and nodes in a tree of the model; train it smaller`,
      );
    } else way[2 * n] = (column[n]! << 16) | distance;
    value[2 * n + 1] = threshold[n]!;
  }
  return { way, value };
}

/** Tree starts and right children follow from the preorder: the right child comes after the left subtree. */
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
    // A leaf ends every subtree it is the last node of; the next node is the right child of the innermost open split.
    const parent = open.pop();
    if (parent === undefined) first[++tree] = n + 1;
    else right[parent] = n + 1;
  }
  return { first, right };
}
