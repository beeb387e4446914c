import { type Dictionary, type NamedValue, numberAt, numbersAt, type ValueGroup } from './dictionary.js';

/** Collects the features of one leaf after another; repeated features count once. */
export abstract class FeatureWriter<Bundle = unknown> {
  private seen = new Uint32Array(1 << 13);
  private row = 1;

  constructor(readonly dictionary: Dictionary) {}

  protected abstract take(number: number, value: number): void;

  protected abstract end(): void;

  /**
   * Combines features shared by several leaves with those of `above`; none of them may also be written individually.
   */
  abstract bundle(above: Bundle | undefined, numbers: readonly number[]): Bundle;

  abstract hasBundle(bundle: Bundle): void;

  /** Adds a binary feature. */
  has(name: string): void {
    this.put(this.dictionary.number(name), 1);
  }

  hasNumber(number: number): void {
    this.put(number, 1);
  }

  /** Adds the features of the first `most` values at a place. */
  hasValues(values: readonly (NamedValue | undefined)[], place: number, most = values.length): void {
    for (let k = 0; k < values.length && k < most; k++) {
      const value = values[k];
      if (value !== undefined) this.put(numberAt(value, place), 1);
    }
  }

  hasGroups(groups: readonly ValueGroup[], place: number): void {
    for (let g = 0; g < groups.length; g++) {
      const numbers = numbersAt(groups[g]!, place);
      for (let k = 0; k < numbers.length; k++) this.put(numbers[k]!, 1);
    }
  }

  /** Returns a function that adds the feature `prefix` + word. */
  words(prefix: string): (word: string) => void {
    const scope = this.dictionary.scope(prefix);
    return word => this.put(scope(word), 1);
  }

  /** Returns a function that adds the feature `prefix` + small integer. */
  steps(prefix: string): (value: number) => void {
    const numberOf = this.dictionary.steps(prefix);
    return value => this.put(numberOf(value), 1);
  }

  /** Adds a numeric feature; zeros are not stored. */
  is(name: string, value: number): void {
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
