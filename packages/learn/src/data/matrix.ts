import { LearnError } from '../errors.js';

/** Dense rows in one array, row after row. A missing value is NaN; a nominal value is its index. */
export interface Matrix {
  readonly kind: 'dense';
  readonly rows: number;
  readonly columns: number;
  readonly data: Float32Array | Float64Array;
}

/**
 * Compressed sparse rows: row i has `indices` and `values` from `starts[i]` to `starts[i + 1]`, indices ascending.
 */
export interface SparseMatrix {
  readonly kind: 'sparse';
  readonly rows: number;
  readonly columns: number;
  readonly starts: Uint32Array;
  readonly indices: Uint32Array;
  readonly values: Float32Array | Float64Array;
}

export type AnyMatrix = Matrix | SparseMatrix;

/** `columns` is needed only if there may be no rows. */
export function denseMatrix(rows: readonly ArrayLike<number>[], columns = rows[0]?.length ?? 0): Matrix {
  const data = new Float64Array(rows.length * columns);
  rows.forEach((row, i) => {
    if (row.length !== columns) {
      throw new LearnError('bad-shape', `Row ${i} has ${row.length} values; every row needs ${columns}.`, {
        row: i,
      });
    }
    data.set(row, i * columns);
  });
  return { kind: 'dense', rows: rows.length, columns, data };
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

export function toDense(x: AnyMatrix): Matrix {
  if (x.kind === 'dense') return x;
  const data = x.values instanceof Float32Array ? new Float32Array(x.rows * x.columns) : undefined;
  const cells = data ?? new Float64Array(x.rows * x.columns);
  for (let row = 0; row < x.rows; row++) {
    for (let k = x.starts[row]!; k < x.starts[row + 1]!; k++) {
      cells[row * x.columns + x.indices[k]!] = x.values[k]!;
    }
  }
  return { kind: 'dense', rows: x.rows, columns: x.columns, data: cells };
}

/** Visits every stored cell, row after row; a sparse matrix stores no zeros. */
export function forEachCell(x: AnyMatrix, visit: (value: number, row: number, column: number) => void): void {
  for (let row = 0; row < x.rows; row++) {
    if (x.kind === 'dense') {
      const start = row * x.columns;
      for (let column = 0; column < x.columns; column++) visit(x.data[start + column]!, row, column);
    } else {
      for (let k = x.starts[row]!; k < x.starts[row + 1]!; k++) visit(x.values[k]!, row, x.indices[k]!);
    }
  }
}
