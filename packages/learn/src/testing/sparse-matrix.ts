import { type AnyMatrix, forEachCell, type Matrix, type SparseMatrix } from '../data/matrix.js';
import { LearnError } from '../errors.js';

/** Converts to sparse rows. */
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

/** Converts to dense rows. */
export function toDense(x: SparseMatrix): Matrix {
  const size = x.rows * x.columns;
  const data = x.values instanceof Float32Array ? new Float32Array(size) : new Float64Array(size);
  forEachCell(x, (value, row, column) => {
    data[row * x.columns + column] = value;
  });
  return { kind: 'dense', rows: x.rows, columns: x.columns, data };
}

/** Pairs of column and value; columns in any order, each at most once. */
export type SparseRow = readonly (readonly [column: number, value: number])[];

/** Builds a sparse matrix; zeros are not stored. */
export function sparseMatrix(rows: readonly SparseRow[], columns: number): SparseMatrix {
  const starts = new Uint32Array(rows.length + 1);
  const kept = rows.map((row, i) => sortedRow(row, i, columns));
  kept.forEach((row, i) => {
    starts[i + 1] = starts[i]! + row.length;
  });
  const indices = new Uint32Array(starts[rows.length]!);
  const values = new Float64Array(starts[rows.length]!);
  let at = 0;
  for (const row of kept) {
    for (const [column, value] of row) {
      indices[at] = column;
      values[at++] = value;
    }
  }
  return { kind: 'sparse', rows: rows.length, columns, starts, indices, values };
}

function sortedRow(row: SparseRow, i: number, columns: number): SparseRow {
  const sorted = row.filter(([, value]) => value !== 0).sort(([a], [b]) => a - b);
  sorted.forEach(([column], k) => {
    if (!Number.isInteger(column) || column < 0 || column >= columns) {
      const message = `Row ${i} names column ${column}; columns go from 0 to ${columns - 1}.`;
      throw new LearnError('bad-shape', message, { row: i, column });
    }
    if (k > 0 && sorted[k - 1]![0] === column) {
      throw new LearnError('bad-shape', `Row ${i} names column ${column} twice.`, { row: i, column });
    }
  });
  return sorted;
}
