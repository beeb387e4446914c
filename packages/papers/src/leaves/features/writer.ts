import { type Dictionary, type NamedValue, numberAt, numbersAt, type ValueGroup } from './dictionary.js';

/** Takes in the features of one leaf after the other; a feature named twice counts once. */
export abstract class FeatureWriter<Bundle = unknown> {
  private seen = new Uint32Array(1 << 13);
  private row = 1;

  constructor(readonly dictionary: Dictionary) {}

  /** Takes in a feature that the leaf has not had yet. */
  protected abstract take(number: number, value: number): void;

  /** Ends the row. */
  protected abstract end(): void;

  /** Features that several leaves share, in addition to those above; none of them may be said on its own. */
  abstract bundle(above: Bundle | undefined, numbers: readonly number[]): Bundle;

  /** Says that the features of a bundle hold. */
  abstract hasBundle(bundle: Bundle): void;

  /** A feature that holds. */
  has(name: string): void {
    this.put(this.dictionary.number(name), 1);
  }

  /** A feature that holds, by number. */
  hasNumber(number: number): void {
    this.put(number, 1);
  }

  /** Says that the features which values make at a place hold; only those of the first `most`. */
  hasValues(values: readonly (NamedValue | undefined)[], place: number, most = values.length): void {
    for (let k = 0; k < values.length && k < most; k++) {
      const value = values[k];
      if (value !== undefined) this.put(numberAt(value, place), 1);
    }
  }

  /** The same of groups of values. */
  hasGroups(groups: readonly ValueGroup[], place: number): void {
    for (let g = 0; g < groups.length; g++) {
      const numbers = numbersAt(groups[g]!, place);
      for (let k = 0; k < numbers.length; k++) this.put(numbers[k]!, 1);
    }
  }

  /** Says that one of the features `prefix` + word holds. */
  words(prefix: string): (word: string) => void {
    const scope = this.dictionary.scope(prefix);
    return word => this.put(scope(word), 1);
  }

  /** Says that one of the features `prefix` + small whole number holds. */
  steps(prefix: string): (value: number) => void {
    const numberOf = this.dictionary.steps(prefix);
    return value => this.put(numberOf(value), 1);
  }

  /** A feature with a value; zero is not stored. */
  is(name: string, value: number): void {
    if (value !== 0 && Number.isFinite(value)) this.put(this.dictionary.number(name), value);
  }

  /** A feature with a value, by number; zero is not stored. */
  value(number: number, value: number): void {
    if (value !== 0) this.put(number, value);
  }

  /** Goes on to the next leaf. */
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
