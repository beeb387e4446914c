/**
 * Least recently used cache of the columns of a large matrix. A `Map` keeps insertion order, so reinserting a column
 * marks it as most recent.
 */
export class ColumnCache {
  readonly #columns = new Map<number, Float64Array>();
  readonly #most: number;

  constructor(
    private readonly size: number,
    megabytes: number,
    private readonly cell: (row: number, column: number) => number,
  ) {
    this.#most = Math.max(2, Math.floor((megabytes * 2 ** 20) / (8 * Math.max(1, size))));
  }

  /** Always keeps at least the two most recent columns. */
  column(j: number): Float64Array {
    let column = this.#columns.get(j);
    if (column) this.#columns.delete(j);
    else column = this.#compute(j);
    this.#columns.set(j, column);
    return column;
  }

  #compute(j: number): Float64Array {
    let column: Float64Array | undefined;
    if (this.#columns.size >= this.#most) {
      const [oldest, buffer] = this.#columns.entries().next().value!;
      this.#columns.delete(oldest);
      column = buffer;
    }
    column ??= new Float64Array(this.size);
    for (let i = 0; i < this.size; i++) column[i] = this.cell(i, j);
    return column;
  }
}
