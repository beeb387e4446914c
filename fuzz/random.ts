/** Numbers that look random and are the same in every run. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from 0 up to, not including, `below`. */
  below(limit: number): number;
  /** One of some values. */
  pick<T>(values: readonly T[]): T;
  /** True in so large a share of cases. */
  chance(share: number): boolean;
}

/** The random numbers of one page of one run: page 7 of seed 1 is the same whatever was done before. */
export function randomOf(seed: number, page: number): Random {
  let state = mix(Math.imul(seed, 0x9e3779b1) ^ mix(page + 1));
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    return mix(state) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: values => values[below(values.length)]!,
    chance: share => next() < share,
  };
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
