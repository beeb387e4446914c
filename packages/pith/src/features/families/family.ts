import type { PageFacts } from '../facts/page-facts.js';

/** Some numbers about every block, which belong together. */
export interface Family {
  readonly name: string;
  /** Names of the numbers, in the order in which `fill` writes them. */
  readonly features: readonly string[];
  /** Writes the numbers of every block b from `rows[b * width + at]` on. */
  fill(facts: PageFacts, rows: Float32Array, width: number, at: number): void;
}

/** A share that is 0, not NaN, of nothing. */
export function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}
