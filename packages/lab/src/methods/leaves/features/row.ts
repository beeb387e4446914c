import type { Dictionary } from './dictionary.js';

/** Rows of numbered features, one a leaf, in the numbering of a dictionary: binary features have the value 1. */
export interface FeatureRows {
  readonly starts: number[];
  readonly indices: number[];
  readonly values: number[];
}

/** Collects the features of one leaf after the other; a feature named twice counts once. */
export class RowWriter {
  readonly rows: FeatureRows = { starts: [0], indices: [], values: [] };
  private seen = new Uint32Array(1 << 15);
  private row = 1;

  constructor(readonly dictionary: Dictionary) {}

  /** A feature that holds. */
  has(name: string): void {
    this.put(this.dictionary.number(name), 1);
  }

  /** A feature that holds, by number. */
  hasNumber(number: number): void {
    this.put(number, 1);
  }

  /** Features that hold, by number. */
  hasNumbers(numbers: ArrayLike<number>): void {
    for (let k = 0; k < numbers.length; k++) this.put(numbers[k]!, 1);
  }

  /** Says that one of the features `prefix` + word holds. */
  words(prefix: string): (word: string) => void {
    const scope = this.dictionary.scope(prefix);
    return word => this.put(scope(word), 1);
  }

  /** Numbers of the features `prefix` + word that are known. */
  numbersOf(prefix: string, words: readonly string[]): number[] {
    const scope = this.dictionary.scope(prefix);
    return words.map(scope).filter(number => number >= 0);
  }

  /** Says that one of the features `prefix` + small whole number holds. */
  steps(prefix: string): (value: number) => void {
    const numbers: number[] = [];
    return value => {
      numbers[value] ??= this.dictionary.number(`${prefix}${value}`);
      this.put(numbers[value], 1);
    };
  }

  /** A feature with a value; zero is not stored. */
  is(name: string, value: number): void {
    if (value !== 0 && Number.isFinite(value)) this.put(this.dictionary.number(name), value);
  }

  /** A feature with a value, by number; zero is not stored. */
  value(number: number, value: number): void {
    if (value !== 0) this.put(number, value);
  }

  /** Ends the row. */
  next(): void {
    this.rows.starts.push(this.rows.indices.length);
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
    this.rows.indices.push(number);
    this.rows.values.push(value);
  }
}
