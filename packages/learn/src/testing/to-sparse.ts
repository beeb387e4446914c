import type { AnyMatrix, SparseMatrix } from '../data/matrix.js';

/** The same values as sparse rows; a sparse matrix is returned as it is. */
export function toSparse(x: AnyMatrix): SparseMatrix {
  if (x.kind === 'sparse') return x;
  const starts = new Uint32Array(x.rows + 1);
  let stored = 0;
  for (let i = 0; i < x.data.length; i++) if (x.data[i] !== 0) stored++;
  const indices = new Uint32Array(stored);
  const values = x.data instanceof Float32Array ? new Float32Array(stored) : new Float64Array(stored);
  let at = 0;
  for (let row = 0; row < x.rows; row++) {
    for (let column = 0; column < x.columns; column++) {
      const value = x.data[row * x.columns + column]!;
      if (value === 0) continue;
      indices[at] = column;
      values[at++] = value;
    }
    starts[row + 1] = at;
  }
  return { kind: 'sparse', rows: x.rows, columns: x.columns, starts, indices, values };
}
