import { type Fill, type Stripe, share } from './family.js';

/** Numbers that there is one of a block, or of a node. */
export type Numbers = Uint8Array | Uint16Array | Uint32Array | Float32Array;

/** A column of numbers that there is one of a block. */
export function each(numbers: Numbers): Fill {
  return ({ values, stride, from, to }, column) => values.set(numbers.subarray(from, to), column * stride);
}

/** A column of such numbers of the block so many before or behind, and what stands for one that there is not. */
export function eachBeside(offset: number, numbers: Numbers, none: number): Fill {
  return ({ values, stride, from, to }, column) => {
    const at = column * stride;
    const first = Math.max(from, -offset);
    const end = Math.min(to, numbers.length - offset);
    values.fill(none, at, at + to - from);
    if (first < end) values.set(numbers.subarray(first + offset, end + offset), at + first - from);
  };
}

/** A column of quotients of two such numbers. */
export function quotient(parts: Uint32Array, wholes: Uint32Array): Fill {
  return ({ values, stride, from, to }, column) => {
    for (let b = from, i = column * stride; b < to; b++, i++) values[i] = share(parts[b]!, wholes[b]!);
  };
}

/** A column of numbers that there is one of a node, of the node that `nodes` names for the block. */
export function eachAt(nodes: Int32Array, numbers: Numbers): Fill {
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
export function flag(flags: Uint8Array, bit: number): Fill {
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
