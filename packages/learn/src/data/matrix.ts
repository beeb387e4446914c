/** Dense rows in one array, row after row. A missing value is NaN; a nominal value is its index. */
export interface Matrix {
  readonly kind: 'dense';
  readonly rows: number;
  readonly columns: number;
  readonly data: Float32Array | Float64Array;
}

/** Compressed sparse rows: row i holds `indices` and `values` from `starts[i]` to `starts[i + 1]`, indices ascending. */
export interface SparseMatrix {
  readonly kind: 'sparse';
  readonly rows: number;
  readonly columns: number;
  readonly starts: Uint32Array;
  readonly indices: Uint32Array;
  readonly values: Float32Array | Float64Array;
}

export type AnyMatrix = Matrix | SparseMatrix;
