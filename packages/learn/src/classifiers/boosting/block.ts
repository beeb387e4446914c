import type { AnyMatrix } from '../../data/matrix.js';

/** A block of rows as an array: the value of used column c of row r is `values[base + r * stride + places[c]]`. */
export interface Block {
  readonly values: Float32Array | Float64Array;
  readonly base: number;
  readonly stride: number;
  readonly places: Int32Array;
  readonly rows: number;
}

/** Scores a block at a time. */
export interface BlockScorer {
  /** Rows of a block at most. */
  readonly rows: number;
  /** `sums[output * rows + row]`; the caller sets where they start. */
  readonly sums: Float64Array;
  /** Adds all trees for the rows of a block. */
  readonly add: (block: Block) => void;
}

/** Dense rows are read where they are; sparse ones are spread out, the used columns only, into one buffer. */
export function blockReader(
  x: AnyMatrix,
  used: Int32Array,
  most: number,
): (first: number, rows: number) => Block {
  if (x.kind === 'dense') {
    const { data: values, columns: stride } = x;
    return (first, rows) => ({ values, base: first * stride, stride, places: used, rows });
  }
  const placeOf = new Int32Array(x.columns).fill(-1);
  used.forEach((column, place) => {
    placeOf[column] = place;
  });
  const values = new Float64Array(used.length * most);
  const places = Int32Array.from(used.keys());
  return (first, rows) => {
    values.fill(0, 0, rows * used.length);
    for (let row = 0; row < rows; row++) {
      for (let at = x.starts[first + row]!; at < x.starts[first + row + 1]!; at++) {
        const place = placeOf[x.indices[at]!]!;
        if (place >= 0) values[row * used.length + place] = x.values[at]!;
      }
    }
    return { values, base: 0, stride: used.length, places, rows };
  };
}
