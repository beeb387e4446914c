/** True in the soak tier (`npm run test:soak`). */
export const isSoak = process.env.PITH_SOAK === '1';

/** Number of generated inputs: `few` in the test tier, `many` in the soak tier. */
export function volume(few: number, many: number): number {
  return isSoak ? many : few;
}

/** All items in the soak tier; in the test tier `count` of them, evenly spaced. */
export function sampled<T>(all: readonly T[], count: number): readonly T[] {
  if (isSoak || all.length <= count) return all;
  return Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)]!);
}
