import type { Dictionary } from './features/dictionary.js';
import { FeatureWriter } from './features/writer.js';

/** Label weights by feature, scaling included: those of feature f are at `starts[f]` to `starts[f + 1]`. */
export interface ScoreTable {
  readonly width: number;
  readonly starts: Uint32Array;
  readonly labels: Uint8Array;
  readonly weights: Float64Array;
}

/** Sums the label scores of each leaf directly, without storing feature rows. */
export class ScoreWriter extends FeatureWriter<number> {
  /** Leaves × labels. */
  readonly scores: Float64Array;
  private at = 0;
  /** Concatenated sums; a bundle is an offset into this array. */
  private sums: Float64Array;
  private used = 0;

  constructor(
    dictionary: Dictionary,
    private readonly table: ScoreTable,
    leaves: number,
  ) {
    super(dictionary);
    this.scores = new Float64Array(leaves * table.width);
    this.sums = new Float64Array(4 * leaves * table.width);
  }

  bundle(above: number | undefined, numbers: readonly number[]): number {
    const { width } = this.table;
    const at = this.used;
    this.used += width;
    if (this.used > this.sums.length) {
      const grown = new Float64Array(2 * this.used);
      grown.set(this.sums);
      this.sums = grown;
    }
    if (above !== undefined) this.sums.copyWithin(at, above, above + width);
    for (const number of numbers) addScores(this.table, number, 1, this.sums, at);
    return at;
  }

  hasBundle(bundle: number): void {
    const { scores, sums, at } = this;
    for (let label = 0; label < this.table.width; label++) scores[at + label]! += sums[bundle + label]!;
  }

  protected take(number: number, value: number): void {
    addScores(this.table, number, value, this.scores, this.at);
  }

  protected end(): void {
    this.at += this.table.width;
  }
}

function addScores(
  { starts, labels, weights }: ScoreTable,
  feature: number,
  value: number,
  out: Float64Array,
  at: number,
): void {
  for (let k = starts[feature]!; k < starts[feature + 1]!; k++) out[at + labels[k]!]! += value * weights[k]!;
}
