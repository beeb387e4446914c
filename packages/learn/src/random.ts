export interface Random {
  next(): number;
  below(n: number): number;
  normal(): number;
  shuffle<T extends { [index: number]: unknown; readonly length: number }>(items: T): T;
}

/** xoshiro128** seeded by splitmix32: integer arithmetic only, so results are the same on every platform. */
export function seededRandom(seed: number): Random {
  const state = splitmix32(seed);
  const rotl = (x: number, k: number) => (x << k) | (x >>> (32 - k));
  const bits = () => {
    const result = Math.imul(rotl(Math.imul(state[1]!, 5), 7), 9) >>> 0;
    const t = state[1]! << 9;
    state[2]! ^= state[0]!;
    state[3]! ^= state[1]!;
    state[1]! ^= state[2]!;
    state[0]! ^= state[3]!;
    state[2]! ^= t;
    state[3] = rotl(state[3]!, 11);
    return result;
  };
  // 53 bits: the full precision of a double.
  const next = () => ((bits() >>> 5) * 67108864 + (bits() >>> 6)) / 9007199254740992;
  const below = (n: number) => Math.floor(next() * n);
  return {
    next,
    below,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    shuffle(items) {
      const slots = items as { [index: number]: unknown; length: number };
      for (let i = slots.length - 1; i > 0; i--) {
        const j = below(i + 1);
        [slots[i], slots[j]] = [slots[j], slots[i]];
      }
      return items;
    },
  };
}

function splitmix32(seed: number): Int32Array {
  let a = seed | 0;
  return Int32Array.from({ length: 4 }, () => {
    a = (a + 0x9e3779b9) | 0;
    let t = Math.imul(a ^ (a >>> 16), 0x21f0aaad);
    t = Math.imul(t ^ (t >>> 15), 0x735a2d97);
    return t ^ (t >>> 15);
  });
}
