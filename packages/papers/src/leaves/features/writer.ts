import { type Dictionary, type NamedValue, numberAt, numbersAt, type ValueGroup } from './dictionary.js';

export abstract class FeatureWriter<Bundle = unknown> {
  private seen = new Uint32Array(1 << 13);
  private row = 1;

  constructor(readonly dictionary: Dictionary) {}

  protected abstract take(number: number, value: number): void;

  protected abstract end(): void;

  /**
   * Combines features that several leaves share with those of the bundle `above`. Features in a bundle must not be
   * added individually too.
   */
  abstract bundle(above: Bundle | undefined, numbers: readonly number[]): Bundle;

  abstract addBundle(bundle: Bundle): void;

  add(name: string): void {
    this.put(this.dictionary.number(name), 1);
  }

  addNumber(number: number): void {
    this.put(number, 1);
  }

  addValues(values: readonly (NamedValue | undefined)[], place: number, most = values.length): void {
    for (let k = 0; k < values.length && k < most; k++) {
      const value = values[k];
      if (value !== undefined) this.put(numberAt(value, place), 1);
    }
  }

  addGroups(groups: readonly ValueGroup[], place: number): void {
    for (let g = 0; g < groups.length; g++) {
      const numbers = numbersAt(groups[g]!, place);
      for (let k = 0; k < numbers.length; k++) this.put(numbers[k]!, 1);
    }
  }

  words(prefix: string): (word: string) => void {
    const scope = this.dictionary.scope(prefix);
    return word => this.put(scope(word), 1);
  }

  steps(prefix: string): (value: number) => void {
    const numberOf = this.dictionary.steps(prefix);
    return value => this.put(numberOf(value), 1);
  }

  setByName(name: string, value: number): void {
    if (value !== 0 && Number.isFinite(value)) this.put(this.dictionary.number(name), value);
  }

  value(number: number, value: number): void {
    if (value !== 0) this.put(number, value);
  }

  next(): void {
    this.end();
    this.row++;
  }

  private put(number: number, value: number): void {
    if (number < 0) return;
    if (number >= this.seen.length) {
      const grown = new Uint32Array(2 * number + 1);
      grown.set(this.seen);
      this.seen = grown;
    }
    if (this.seen[number] === this.row) return;
    this.seen[number] = this.row;
    this.take(number, value);
  }
}

export interface FeatureRows {
  readonly starts: number[];
  readonly indices: number[];
  readonly values: number[];
}

export class RowWriter extends FeatureWriter<readonly number[]> {
  readonly rows: FeatureRows = { starts: [0], indices: [], values: [] };

  bundle(above: readonly number[] | undefined, numbers: readonly number[]): readonly number[] {
    return above ? [...above, ...numbers] : numbers;
  }

  addBundle(bundle: readonly number[]): void {
    for (const number of bundle) this.take(number, 1);
  }

  protected take(number: number, value: number): void {
    this.rows.indices.push(number);
    this.rows.values.push(value);
  }

  protected end(): void {
    this.rows.starts.push(this.rows.indices.length);
  }
}

/** Label weights by feature, scaled: those of feature f are from `starts[f]` to `starts[f + 1]`. */
export interface ScoreTable {
  readonly width: number;
  readonly starts: Uint32Array;
  readonly labels: Uint8Array;
  readonly weights: Float64Array;
}

export class ScoreWriter extends FeatureWriter<number> {
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

  addBundle(bundle: number): void {
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
