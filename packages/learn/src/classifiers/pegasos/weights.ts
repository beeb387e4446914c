/**
 * The weight matrix of Pegasos, `columns × classes`, kept as `scale · values`, so that shrinking every weight is
 * one multiplication and a step costs no more than the row's stored cells. The sum of all iterates, for
 * averaging, is kept the same way: it is `scaleSum · values − behind` at any time.
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

  /** ‖w‖². */
  get norm2(): number {
    return this.#norm2;
  }

  /** Scores of all classes for the cells of a row, into `scores`. */
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

  /** Multiplies every weight. */
  shrink(factor: number): void {
    this.#scale *= factor;
    this.#norm2 *= factor * factor;
    // Long before the scale underflows it is folded into the values.
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

  /** Counts the weights as they are now into the average. */
  keep(): void {
    this.#scaleSum += this.#scale;
    this.#iterates++;
  }

  /** The weights: the mean of all that were kept when averaging, otherwise the present ones. */
  result(): Float64Array {
    const behind = this.#behind;
    if (!behind || this.#iterates === 0) return this.#values.map(value => value * this.#scale);
    return this.#values.map((value, i) => (this.#scaleSum * value - behind[i]!) / this.#iterates);
  }

  /** The sum so far is written out, too: its two parts would otherwise grow and cancel. */
  #fold(): void {
    const behind = this.#behind;
    if (behind) for (let i = 0; i < behind.length; i++) behind[i]! -= this.#scaleSum * this.#values[i]!;
    for (let i = 0; i < this.#values.length; i++) this.#values[i]! *= this.#scale;
    this.#scaleSum = 0;
    this.#scale = 1;
  }
}

/** The stored cells of one sparse row. */
export interface RowCells {
  readonly indices: Uint32Array;
  readonly values: Float32Array | Float64Array;
  from: number;
  to: number;
}
