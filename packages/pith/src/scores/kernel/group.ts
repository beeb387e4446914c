/** Blocks that are scored together. */
export const GROUP = 16;

/** Scores blocks whose columns were put into its room. */
export interface Scorer {
  /** Room for the columns of a stripe. */
  readonly values: Float32Array;
  /** Writes the scores of the first `count` blocks from `scores[at]` on; columns are `stride` apart. */
  score(count: number, stride: number, scores: Float32Array, at: number): void;
}
