import type { PageFacts } from '../facts/page-facts.js';

/**
 * Feature values of the blocks `from` to `to`, column by column: block b of column c is at `c * stride + b - from`.
 * Pages are processed in stripes since a row takes more than a kilobyte.
 */
export interface Stripe {
  readonly values: Float32Array;
  readonly stride: number;
  readonly from: number;
  readonly to: number;
}

/** Writes one or more columns of a stripe, starting at `column`. */
export type Fill = (stripe: Stripe, column: number) => void;

/** Prepares a feature for a page; the returned function fills its columns for any stripe. */
export type Feature = (facts: PageFacts) => Fill;

/**
 * A family of features by name, in column order. A feature listed under several consecutive names fills all their
 * columns.
 */
export type Family = Readonly<Record<string, Feature>>;

export function group(names: readonly string[], feature: Feature): Family {
  return Object.fromEntries(names.map(name => [name, feature]));
}

/** Value of "steps up to …" if no such ancestor exists; the search stops there. Set by hand. */
export const NOT_THERE = 40;

export function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}
