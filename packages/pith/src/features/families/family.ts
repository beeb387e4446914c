import type { PageFacts } from '../facts/page-facts.js';

/** Room for the numbers of some blocks, column after column: the number of block b in column c stands at
 * `c * stride + b - from`. Whole pages would take a thousand bytes and more a block. */
export interface Stripe {
  readonly values: Float32Array;
  readonly stride: number;
  readonly from: number;
  readonly to: number;
}

/** Writes columns of a stripe, the first of them at `column`. */
export type Fill = (stripe: Stripe, column: number) => void;

/** Reads what it needs of the whole page, once, and gives what fills its column for any stripe. */
export type Feature = (facts: PageFacts) => Fill;

/**
 * Features that belong together, by name, in the order of their columns. One that stands under several names in a row
 * fills the columns of all of them.
 */
export type Family = Readonly<Record<string, Feature>>;

/** Features that come out of one pass: each for itself would pass once more. */
export function group(names: readonly string[], feature: Feature): Family {
  return Object.fromEntries(names.map(name => [name, feature]));
}

/** Steps up to what is not there; ancestors further up than that are not looked for. Set by hand. */
export const NOT_THERE = 40;

/** A share that is 0, not NaN, of nothing. */
export function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}
