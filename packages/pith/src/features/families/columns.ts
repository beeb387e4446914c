import type { Page } from '../page.js';

/**
 * Feature values of the blocks `from` to `to`, column by column: the value of block b in column c is at `c * stride + b
 * - from`. Pages are processed in stripes, since the values of a block take more than a kilobyte.
 */
export interface Stripe {
  readonly values: Float32Array;
  readonly stride: number;
  readonly from: number;
  readonly to: number;
}

/** Writes one or more columns of a stripe, starting at `column`. */
export type Fill = (stripe: Stripe, column: number) => void;

/** Prepares columns for a page; the returned function fills them for any stripe. */
export type Prepare = (page: Page) => Fill;

export interface Feature {
  readonly names: readonly string[];
  readonly prepare: Prepare;
}

export type Family = readonly Feature[];

export function columns(features: Readonly<Record<string, Prepare>>): Family {
  return Object.entries(features).map(([name, prepare]) => ({ names: [name], prepare }));
}

/** Number of steps to an ancestor if there is none, and maximum number of steps. Set by hand. */
export const NO_ANCESTOR = 40;

export function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}

export type Numbers = Uint8Array | Uint16Array | Uint32Array | Float32Array;

export function perBlock(numbers: Numbers): Fill {
  return ({ values, stride, from, to }, column) => values.set(numbers.subarray(from, to), column * stride);
}

/** A column with the value of the block `offset` blocks later, or `none` beyond the ends. */
export function atOffset(offset: number, numbers: Numbers, none: number): Fill {
  return ({ values, stride, from, to }, column) => {
    const at = column * stride;
    const first = Math.max(from, -offset);
    const end = Math.min(to, numbers.length - offset);
    values.fill(none, at, at + to - from);
    if (first < end) values.set(numbers.subarray(first + offset, end + offset), at + first - from);
  };
}

export function ratio(parts: Uint32Array, wholes: Uint32Array): Fill {
  return ({ values, stride, from, to }, column) => {
    for (let b = from, i = column * stride; b < to; b++, i++) values[i] = share(parts[b]!, wholes[b]!);
  };
}

export function atNode(nodes: Int32Array, numbers: Numbers): Fill {
  return ({ values, stride, from, to }, column) => {
    for (let b = from, i = column * stride; b < to; b++, i++) values[i] = numbers[nodes[b]!]!;
  };
}

export function ratioAtNode(nodes: Int32Array, parts: Uint32Array, wholes: Uint32Array): Fill {
  return ({ values, stride, from, to }, column) => {
    for (let b = from, i = column * stride; b < to; b++, i++)
      values[i] = share(parts[nodes[b]!]!, wholes[nodes[b]!]!);
  };
}

/** A column with the value at `nodes[block]` as a share of `whole`. */
export function shareAtNode(nodes: Int32Array, parts: Uint32Array, whole: number): Fill {
  return ({ values, stride, from, to }, column) => {
    for (let b = from, i = column * stride; b < to; b++, i++) values[i] = share(parts[nodes[b]!]!, whole);
  };
}

export function flag(flags: Uint8Array, bit: number): Fill {
  return ({ values, stride, from, to }, column) => {
    for (let b = from, i = column * stride; b < to; b++, i++) values[i] = flags[b]! & bit ? 1 : 0;
  };
}

export function constant(value: number): Fill {
  return (stripe, column) => fillColumns(stripe, column, 1, value);
}

/** A column computed by a function, with one call per block. */
export function computed(number: (block: number) => number): Fill {
  return ({ values, stride, from, to }, column) => {
    for (let b = from, i = column * stride; b < to; b++, i++) values[i] = number(b);
  };
}

export function fillColumns(stripe: Stripe, column: number, columns: number, value: number): void {
  stripe.values.fill(value, column * stripe.stride, (column + columns) * stripe.stride);
}
