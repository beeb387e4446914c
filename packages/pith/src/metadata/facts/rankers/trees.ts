/**
 * Boosted trees that score a row of numbers. Packed like all trees of the lab: trees (u32), outputs (u32),
 * scale of leaf values (f32), start (f32), nodes (u32), then columns (u16; LEAF for a leaf), thresholds (f32
 * per split) and leaf values (i16) of all nodes in preorder, little-endian.
 */
export interface RankerTrees {
  readonly start: number;
  readonly first: readonly number[];
  readonly column: Uint16Array;
  /** Of a split, the threshold: values up to it go to the next node, others to `right`. Of a leaf, its value. */
  readonly value: Float32Array;
  readonly right: Int32Array;
}

const LEAF = 0xffff;
const HEAD = 20;

export function rankerTrees(bytes: Uint8Array): RankerTrees {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(0, true);
  const scale = view.getFloat32(8, true);
  const nodes = view.getUint32(16, true);
  const column = Uint16Array.from({ length: nodes }, (_, n) => view.getUint16(HEAD + 2 * n, true));
  const value = new Float32Array(nodes);
  let threshold = HEAD + 2 * nodes;
  let leaf = threshold + 2 * (nodes - count);
  for (let n = 0; n < nodes; n++) {
    if (column[n] === LEAF) {
      value[n] = view.getInt16(leaf, true) * scale;
      leaf += 2;
    } else {
      value[n] = view.getFloat32(threshold, true);
      threshold += 4;
    }
  }
  return { start: view.getFloat32(12, true), column, value, ...links(column) };
}

/**
 * Finds right children and the start of each tree. In preorder, a right child follows the end of the left
 * subtree.
 */
function links(column: Uint16Array): Pick<RankerTrees, 'right' | 'first'> {
  const right = new Int32Array(column.length);
  const first = [0];
  const waiting: number[] = [];
  for (let n = 0; n < column.length; n++) {
    if (column[n] !== LEAF) {
      waiting.push(n);
      continue;
    }
    const split = waiting.pop();
    if (split === undefined) first.push(n + 1);
    else right[split] = n + 1;
  }
  return { right, first };
}

export function scoreRow(
  { start, first, column, value, right }: RankerTrees,
  row: readonly number[],
): number {
  let score = start;
  for (let tree = 0; tree + 1 < first.length; tree++) {
    let n = first[tree]!;
    while (column[n] !== LEAF) n = Math.fround(row[column[n]!]!) <= value[n]! ? n + 1 : right[n]!;
    score += value[n]!;
  }
  return score;
}
