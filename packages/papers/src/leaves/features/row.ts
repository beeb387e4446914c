import { FeatureWriter } from './writer.js';

/** Sparse feature rows, one per leaf; binary features have the value 1. */
export interface FeatureRows {
  readonly starts: number[];
  readonly indices: number[];
  readonly values: number[];
}

/** Collects features as rows for training. */
export class RowWriter extends FeatureWriter<readonly number[]> {
  readonly rows: FeatureRows = { starts: [0], indices: [], values: [] };

  bundle(above: readonly number[] | undefined, numbers: readonly number[]): readonly number[] {
    return above ? [...above, ...numbers] : numbers;
  }

  hasBundle(bundle: readonly number[]): void {
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
