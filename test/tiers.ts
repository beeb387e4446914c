import { it, type TestAPI } from 'vitest';

/** The tier that runs, set by `vitest.config.ts`: test, release or soak. */
const tier = process.env.PITH_TIER ?? 'test';
const isSoak = tier === 'soak';

/** Number of generated inputs: `few` in the test tier, `many` in the soak tier. */
export function volume(few: number, many: number): number {
  return isSoak ? many : few;
}

/** All items in the soak tier; in the test tier `count` of them, evenly spaced. */
export function sampled<T>(all: readonly T[], count: number): readonly T[] {
  if (isSoak || all.length <= count) return all;
  return Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)]!);
}

const notHere = Object.assign(() => {}, { each: () => () => {} }) as unknown as TestAPI;

/** `it` in the release tier; in the test tier it defines no test. For further cases beside the main scenario of a screen. */
export const itInRelease: TestAPI = tier === 'release' ? it : notHere;

/** `it` in the soak tier; in the test tier it defines no test. For repeated and slow faults. */
export const itInSoak: TestAPI = isSoak ? it : notHere;
