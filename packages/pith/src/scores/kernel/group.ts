/** Number of blocks scored together. */
export const GROUP = 16;

export interface Scorer {
  readonly values: Float32Array;
  /** Writes the scores of the first `count` blocks to `scores` from `at` on; columns are `stride` apart. */
  score(count: number, stride: number, scores: Float32Array, at: number): void;
}
