import type { AnyMatrix, SparseMatrix } from '../data/matrix.js';

/** Reads whole columns of a matrix; a sparse one is turned on its side once, so that no dense copy is needed. */
export function columnReader(x: AnyMatrix): (column: number) => Float64Array {
  if (x.kind === 'dense') {
    return column => Float64Array.from({ length: x.rows }, (_, row) => x.data[row * x.columns + column]!);
  }
  const { starts, rows, values } = transposed(x);
  return column => {
    const out = new Float64Array(x.rows);
    for (let k = starts[column]!; k < starts[column + 1]!; k++) out[rows[k]!] = values[k]!;
    return out;
  };
}

function transposed(x: SparseMatrix) {
  const starts = new Uint32Array(x.columns + 1);
  for (const column of x.indices) starts[column + 1]!++;
  for (let column = 0; column < x.columns; column++) starts[column + 1]! += starts[column]!;
  const next = starts.slice();
  const rows = new Uint32Array(x.indices.length);
  const values = new Float64Array(x.indices.length);
  for (let row = 0; row < x.rows; row++) {
    for (let k = x.starts[row]!; k < x.starts[row + 1]!; k++) {
      const at = next[x.indices[k]!]!++;
      rows[at] = row;
      values[at] = x.values[k]!;
    }
  }
  return { starts, rows, values };
}
