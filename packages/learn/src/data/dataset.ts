import type { AnyMatrix } from './matrix.js';

/** A column: a number, or one of a fixed list of values. */
export type Attribute =
  | { readonly name: string; readonly kind: 'numeric' }
  | { readonly name: string; readonly kind: 'nominal'; readonly values: readonly string[] };

/** Rows with a class each: what every classifier fits. */
export interface Dataset {
  readonly attributes: readonly Attribute[];
  readonly x: AnyMatrix;
  /** Index into `classes`, one a row. */
  readonly y: Int32Array;
  readonly classes: readonly string[];
  /** One a row, not negative; all 1 when absent. */
  readonly weights?: Float64Array;
  /** Rows with the same group never stand on both sides of a split. */
  readonly groups?: Int32Array;
}
