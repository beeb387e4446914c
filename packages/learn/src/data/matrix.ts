import { LearnError } from '../errors.js';

export function countBelow(ascending: ArrayLike<number>, limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Dense rows in one array, row after row. A missing value is NaN; a nominal value is its index. */
export interface Matrix {
  readonly kind: 'dense';
  readonly rows: number;
  readonly columns: number;
  readonly data: Float32Array | Float64Array;
}

/** Compressed sparse rows: row i has `indices` (ascending) and `values` from `starts[i]` to `starts[i + 1]`. */
export interface SparseMatrix {
  readonly kind: 'sparse';
  readonly rows: number;
  readonly columns: number;
  readonly starts: Uint32Array;
  readonly indices: Uint32Array;
  readonly values: Float32Array | Float64Array;
}

export type AnyMatrix = Matrix | SparseMatrix;

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

export function denseRows(x: AnyMatrix): Matrix {
  if (x.kind === 'dense') return x;
  throw new LearnError('bad-shape', 'This algorithm reads dense rows only, got sparse ones.');
}

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

export function columnInto({ data, columns }: Matrix, column: number, into: Float64Array): void {
  for (let row = 0, at = column; row < into.length; row++, at += columns) into[row] = data[at]!;
}
