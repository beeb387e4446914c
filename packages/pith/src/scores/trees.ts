import type { PackedTrees } from './packed-trees.js';

/** A point at which rows that are settled are let go: most blocks of a page are plainly noise. */
export interface Checkpoint {
  /** After so many trees … */
  readonly trees: number;
  /** … a row below `low` ends as if its score were `lowScore`, a row above `high` as if it were `highScore`. */
  readonly low: number;
  readonly lowScore: number;
  readonly high: number;
  readonly highScore: number;
}

/** Scores of all rows, `rows × outputs`. Checkpoints are for trees with one output. */
export function scoreRows(
  trees: PackedTrees,
  rows: Float32Array,
  width: number,
  checkpoints: readonly Checkpoint[] = [],
): Float32Array {
  const { outputs, first } = trees;
  const count = width > 0 ? rows.length / width : 0;
  const total = first.length - 1;
  const scores = new Float32Array(count * outputs);
  for (let row = 0; row < count; row++) {
    if (outputs === 1) {
      scores[row] = scoreOne(trees, rows, row * width, checkpoints);
      continue;
    }
    for (let k = 0; k < outputs; k++) scores[row * outputs + k] = trees.start[k]!;
    for (let t = 0; t < total; t++) {
      scores[row * outputs + (t % outputs)]! += sumLeaves(trees, t, t + 1, rows, row * width);
    }
  }
  return scores;
}

function scoreOne(
  trees: PackedTrees,
  rows: Float32Array,
  at: number,
  checkpoints: readonly Checkpoint[],
): number {
  let score = trees.start[0]!;
  let done = 0;
  for (const checkpoint of checkpoints) {
    score += sumLeaves(trees, done, checkpoint.trees, rows, at);
    done = checkpoint.trees;
    if (score < checkpoint.low) return checkpoint.lowScore;
    if (score > checkpoint.high) return checkpoint.highScore;
  }
  return score + sumLeaves(trees, done, trees.first.length - 1, rows, at);
}

/** Sum of the leaves that a row reaches in the trees `from` to `to`. */
function sumLeaves(trees: PackedTrees, from: number, to: number, rows: Float32Array, at: number): number {
  const { first } = trees;
  const { way, value } = trees.steps;
  let sum = 0;
  for (let tree = from; tree < to; tree++) {
    let node = 2 * first[tree]!;
    for (let step = way[node]!; step >= 0; step = way[node]!) {
      node += rows[at + (step >> 16)]! <= value[node + 1]! ? 2 : step & 0xffff;
    }
    sum += value[node + 1]!;
  }
  return sum;
}
