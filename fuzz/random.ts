/** Deterministic pseudo-random numbers. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** An integer in [0, `below`). */
  below(limit: number): number;
  pick<T>(values: readonly T[]): T;
  /** True with this probability. */
  chance(share: number): boolean;
}

/** The generator of one page: depends only on seed and page number. */
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
