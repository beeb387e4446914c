import { type Fill, type Stripe, share } from './family.js';

/** A column of numbers that there is one of a block. */
export function each(numbers: ArrayLike<number>): Fill {
  return ({ values, stride, from, to }, column) => {
    for (let b = from, i = column * stride; b < to; b++, i++) values[i] = numbers[b]!;
  };
}

/** A column of quotients of two such numbers. */
export function quotient(parts: ArrayLike<number>, wholes: ArrayLike<number>): Fill {
  return ({ values, stride, from, to }, column) => {
    for (let b = from, i = column * stride; b < to; b++, i++) values[i] = share(parts[b]!, wholes[b]!);
  };
}

/** A column of numbers that there is one of a node, of the node that `nodes` names for the block. */
export function eachAt(nodes: Int32Array, numbers: ArrayLike<number>): Fill {
  return ({ values, stride, from, to }, column) => {
    for (let b = from, i = column * stride; b < to; b++, i++) values[i] = numbers[nodes[b]!]!;
  };
}

/** A column of quotients of two such numbers. */
export function quotientAt(nodes: Int32Array, parts: Uint32Array, wholes: Uint32Array): Fill {
  return ({ values, stride, from, to }, column) => {
    for (let b = from, i = column * stride; b < to; b++, i++)
      values[i] = share(parts[nodes[b]!]!, wholes[nodes[b]!]!);
  };
}

/** A column of shares that such numbers make up of a whole. */
export function shareAt(nodes: Int32Array, parts: Uint32Array, whole: number): Fill {
  return ({ values, stride, from, to }, column) => {
    for (let b = from, i = column * stride; b < to; b++, i++) values[i] = share(parts[nodes[b]!]!, whole);
  };
}

/** A column of ones where a bit is set. */
export function flag(flags: ArrayLike<number>, bit: number): Fill {
  return ({ values, stride, from, to }, column) => {
    for (let b = from, i = column * stride; b < to; b++, i++) values[i] = flags[b]! & bit ? 1 : 0;
  };
}

/** A column with one number for all blocks. */
export function same(value: number): Fill {
  return (stripe, column) => writeAll(stripe, column, 1, value);
}

/** A column of whatever a function gives for a block: one call a number, which the loops above are spared. */
export function of(number: (block: number) => number): Fill {
  return ({ values, stride, from, to }, column) => {
    for (let b = from, i = column * stride; b < to; b++, i++) values[i] = number(b);
  };
}

/** Writes the same number to all blocks of some columns. */
export function writeAll(stripe: Stripe, column: number, columns: number, value: number): void {
  stripe.values.fill(value, column * stripe.stride, (column + columns) * stripe.stride);
}
