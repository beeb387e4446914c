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

export function toDense(x: AnyMatrix): Matrix {
  if (x.kind === 'dense') return x;
  const size = x.rows * x.columns;
  const data = x.values instanceof Float32Array ? new Float32Array(size) : new Float64Array(size);
  forEachCell(x, (value, row, column) => {
    data[row * x.columns + column] = value;
  });
  return { kind: 'dense', rows: x.rows, columns: x.columns, data };
}

/** Visits every stored cell, row by row; cells that a sparse matrix omits are skipped. */
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

/** Reads a column of a matrix into a buffer; a sparse matrix is transposed once. */
export function columnReader(x: AnyMatrix): (column: number, into: Float64Array) => void {
  if (x.kind === 'dense') {
    const { data, columns } = x;
    return (column, into) => {
      for (let row = 0, at = column; row < into.length; row++, at += columns) into[row] = data[at]!;
    };
  }
  const { starts, entryRows, entryValues } = toColumns(x);
  return (column, into) => {
    into.fill(0);
    for (let at = starts[column]!; at < starts[column + 1]!; at++) into[entryRows[at]!] = entryValues[at]!;
  };
}

function toColumns(x: SparseMatrix) {
  const starts = new Uint32Array(x.columns + 1);
  for (const column of x.indices) starts[column + 1]!++;
  for (let column = 0; column < x.columns; column++) starts[column + 1]! += starts[column]!;
  const next = starts.slice();
  const entryRows = new Uint32Array(x.indices.length);
  const entryValues = new Float64Array(x.indices.length);
  for (let row = 0; row < x.rows; row++) {
    for (let at = x.starts[row]!; at < x.starts[row + 1]!; at++) {
      const to = next[x.indices[at]!]!++;
      entryRows[to] = row;
      entryValues[to] = x.values[at]!;
    }
  }
  return { starts, entryRows, entryValues };
}
