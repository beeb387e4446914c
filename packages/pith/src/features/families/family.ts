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

/** Some numbers about every block, which belong together. */
export interface Family {
  readonly name: string;
  /** Names of the numbers, in the order of their columns. */
  readonly features: readonly string[];
  /** Reads what it needs of the whole page, once, and gives what fills its columns for any stripe. */
  prepare(facts: PageFacts): Fill;
}

/** A share that is 0, not NaN, of nothing. */
export function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}

/** Writes one column from numbers that there is one of a block. */
export function writeEach(stripe: Stripe, column: number, numbers: ArrayLike<number>): void {
  const { values, stride, from, to } = stripe;
  for (let b = from, i = column * stride; b < to; b++, i++) values[i] = numbers[b]!;
}

/** Writes one column from the quotient of two such numbers. */
export function writeShare(
  stripe: Stripe,
  column: number,
  parts: ArrayLike<number>,
  wholes: ArrayLike<number>,
): void {
  const { values, stride, from, to } = stripe;
  for (let b = from, i = column * stride; b < to; b++, i++) values[i] = share(parts[b]!, wholes[b]!);
}

/** Writes the same number to all blocks of some columns. */
export function writeAll(stripe: Stripe, column: number, columns: number, value: number): void {
  stripe.values.fill(value, column * stripe.stride, (column + columns) * stripe.stride);
}
