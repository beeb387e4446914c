/**
 * The weight matrix of Pegasos, `columns × classes`, stored as `scale · values`, so that shrinking is one
 * multiplication and a step costs no more than the row's stored cells. The sum of iterates, for averaging, is
 * `scaleSum · values − behind`.
 */
export class ScaledWeights {
  readonly #values: Float64Array;
  readonly #behind: Float64Array | undefined;
  #scale = 1;
  #scaleSum = 0;
  #norm2 = 0;
  #iterates = 0;

  constructor(
    columns: number,
    readonly classes: number,
    averaged: boolean,
  ) {
    this.#values = new Float64Array(columns * classes);
    this.#behind = averaged ? new Float64Array(columns * classes) : undefined;
  }

  get norm2(): number {
    return this.#norm2;
  }

  score(cells: RowCells, scores: Float64Array): void {
    const { indices, values, from, to } = cells;
    const { classes } = this;
    scores.fill(0);
    for (let at = from; at < to; at++) {
      const first = indices[at]! * classes;
      const value = values[at]! * this.#scale;
      for (let k = 0; k < classes; k++) scores[k]! += value * this.#values[first + k]!;
    }
  }

  shrink(factor: number): void {
    this.#scale *= factor;
    this.#norm2 *= factor * factor;
    // Fold the scale in long before it underflows.
    if (this.#scale < 1e-9) this.#fold();
  }

  /** Adds `amount` times the row to one class. */
  add(cells: RowCells, label: number, amount: number): void {
    const { indices, values, from, to } = cells;
    const step = amount / this.#scale;
    let change = 0;
    for (let at = from; at < to; at++) {
      const place = indices[at]! * this.classes + label;
      const before = this.#values[place]!;
      const after = before + step * values[at]!;
      this.#values[place] = after;
      if (this.#behind) this.#behind[place]! += (after - before) * this.#scaleSum;
      change += after * after - before * before;
    }
    this.#norm2 = Math.max(0, this.#norm2 + change * this.#scale * this.#scale);
  }

  /** Includes the current weights in the average. */
  keep(): void {
    this.#scaleSum += this.#scale;
    this.#iterates++;
  }

  /** The mean of the kept weights when averaging, otherwise the current ones. */
  result(): Float64Array {
    const behind = this.#behind;
    if (!behind || this.#iterates === 0) return this.#values.map(value => value * this.#scale);
    return this.#values.map((value, i) => (this.#scaleSum * value - behind[i]!) / this.#iterates);
  }

  /** Also folds the sum of iterates, whose two parts would grow and cancel. */
  #fold(): void {
    const behind = this.#behind;
    if (behind) for (let i = 0; i < behind.length; i++) behind[i]! -= this.#scaleSum * this.#values[i]!;
    for (let i = 0; i < this.#values.length; i++) this.#values[i]! *= this.#scale;
    this.#scaleSum = 0;
    this.#scale = 1;
  }
}

export interface RowCells {
  readonly indices: Uint32Array;
  readonly values: Float32Array | Float64Array;
  from: number;
  to: number;
}
