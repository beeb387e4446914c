/** Kernels by name, computed from the inner products of two rows with themselves and with each other. */
export const KERNELS = {
  linear: (_own: number, _other: number, both: number) => both,
  rbf: (own: number, other: number, both: number, gamma: number) =>
    Math.exp(-gamma * Math.max(0, own + other - 2 * both)),
} as const;

export type KernelName = keyof typeof KERNELS;

/** Dense rows with precomputed squared norms. */
export class KernelRows {
  readonly #squares: Float64Array;

  constructor(
    readonly data: Float64Array,
    readonly columns: number,
    readonly kernel: KernelName,
    readonly gamma: number,
  ) {
    const rows = columns > 0 ? data.length / columns : 0;
    this.#squares = Float64Array.from({ length: rows }, (_, row) => this.#inner(row, data, row));
  }

  get rows(): number {
    return this.#squares.length;
  }

  between(a: number, b: number): number {
    return KERNELS[this.kernel](
      this.#squares[a]!,
      this.#squares[b]!,
      this.#inner(a, this.data, b),
      this.gamma,
    );
  }

  /** Kernel of every row with a row of other data. */
  withRow(other: Float64Array, row: number, values: Float64Array): void {
    let square = 0;
    for (let at = row * this.columns; at < (row + 1) * this.columns; at++) square += other[at]! * other[at]!;
    const kernel = KERNELS[this.kernel];
    for (let i = 0; i < values.length; i++) {
      values[i] = kernel(this.#squares[i]!, square, this.#inner(i, other, row), this.gamma);
    }
  }

  #inner(row: number, other: Float64Array, otherRow: number): number {
    const a = row * this.columns;
    const b = otherRow * this.columns;
    let sum = 0;
    for (let i = 0; i < this.columns; i++) sum += this.data[a + i]! * other[b + i]!;
    return sum;
  }
}
