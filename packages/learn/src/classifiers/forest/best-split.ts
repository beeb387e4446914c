import type { BinnedColumn } from './bins.js';

/** A binary test: numeric bins up to `bin`, or the nominal value `bin`, go left. */
export interface BinSplit {
  readonly column: number;
  readonly bin: number;
  readonly missingLeft: boolean;
  readonly score: number;
}

/** A range of `order`. */
export interface NodeRows {
  readonly order: Int32Array;
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the split on one column with the lowest Gini impurity: it maximises Σ left² / left + Σ right² / right over
 * the classes. Reuses its scratch arrays.
 */
export class SplitFinder {
  readonly #y: Int32Array;
  readonly #draws: Float64Array;
  readonly #classes: number;
  readonly #minimumLeaf: number;
  readonly #histogram: Float64Array;
  readonly #used: Uint32Array;
  readonly #seen: Uint8Array;
  readonly #left: Float64Array;

  constructor(y: Int32Array, draws: Float64Array, classes: number, mostBins: number, minimumLeaf: number) {
    this.#y = y;
    this.#draws = draws;
    this.#classes = classes;
    this.#minimumLeaf = minimumLeaf;
    this.#histogram = new Float64Array(mostBins * classes);
    this.#used = new Uint32Array(mostBins);
    this.#seen = new Uint8Array(mostBins);
    this.#left = new Float64Array(classes);
  }

  /** Undefined if no split leaves enough weight on both sides. */
  best(column: BinnedColumn, index: number, rows: NodeRows, counts: Float64Array): BinSplit | undefined {
    const used = this.#fill(column, rows);
    const hasMissing = used.at(-1) === column.missingBin;
    const bins = hasMissing ? used.subarray(0, -1) : used;
    let best: BinSplit | undefined;
    this.#left.fill(0);
    for (let k = 0; k < bins.length; k++) {
      if (!column.numeric) this.#left.fill(0);
      for (let label = 0; label < this.#classes; label++) {
        this.#left[label]! += this.#histogram[bins[k]! * this.#classes + label]!;
      }
      const bin = column.numeric && k + 1 < bins.length ? middleCut(bins[k]!, bins[k + 1]!) : bins[k]!;
      const score = this.#score(counts, -1);
      if (score > (best?.score ?? 0)) best = { column: index, bin, missingLeft: false, score };
      const other = hasMissing ? this.#score(counts, column.missingBin) : 0;
      if (other > (best?.score ?? 0)) best = { column: index, bin, missingLeft: true, score: other };
    }
    this.#clear(used);
    return best;
  }

  /** Fills the class weights by bin; returns the bins that occur, ascending. */
  #fill(column: BinnedColumn, rows: NodeRows): Uint32Array {
    let count = 0;
    for (let i = rows.from; i < rows.to; i++) {
      const row = rows.order[i]!;
      const bin = column.bins[row]!;
      if (this.#seen[bin] === 0) {
        this.#seen[bin] = 1;
        this.#used[count++] = bin;
      }
      this.#histogram[bin * this.#classes + this.#y[row]!]! += this.#draws[row]!;
    }
    return this.#used.subarray(0, count).sort();
  }

  #clear(used: Uint32Array): void {
    for (const bin of used) {
      this.#seen[bin] = 0;
      this.#histogram.fill(0, bin * this.#classes, (bin + 1) * this.#classes);
    }
  }

  /** Purity of both sides, with bin `alsoLeft` (none if -1) on the left; 0 if a side is too light. */
  #score(counts: Float64Array, alsoLeft: number): number {
    let left = 0;
    let right = 0;
    let leftSquares = 0;
    let rightSquares = 0;
    for (let label = 0; label < this.#classes; label++) {
      const also = alsoLeft < 0 ? 0 : this.#histogram[alsoLeft * this.#classes + label]!;
      const here = this.#left[label]! + also;
      const there = counts[label]! - here;
      left += here;
      right += there;
      leftSquares += here * here;
      rightSquares += there * there;
    }
    if (left < this.#minimumLeaf || right < this.#minimumLeaf) return 0;
    return leftSquares / left + rightSquares / right;
  }
}

/** The cut half-way between two bins that occur. */
function middleCut(low: number, high: number): number {
  return (low + high - 1) >> 1;
}
