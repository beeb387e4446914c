import type { PackedTrees, Steps } from './packed-trees.js';

/** A point after which clear rows need no further trees: most blocks of a page are obviously noise. */
export interface Checkpoint {
  readonly trees: number;
  /** A row below `low` gets the score `lowScore`, a row above `high` gets `highScore`. */
  readonly low: number;
  readonly lowScore: number;
  readonly high: number;
  readonly highScore: number;
}

/** Scores of all rows, `rows × outputs`. Checkpoints require a single output. */
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
  const segments = segmentsOf(trees, checkpoints);
  for (let row = 0; row < count; row++) {
    if (outputs === 1) {
      scores[row] = scoreOne(trees, rows, row * width, segments);
      continue;
    }
    for (let k = 0; k < outputs; k++) scores[row * outputs + k] = trees.start[k]!;
    for (let t = 0; t < total; t++) {
      scores[row * outputs + (t % outputs)]! += reachedLeaf(trees.steps, 2 * first[t]!, rows, row * width, 1);
    }
  }
  return scores;
}

export function scoreOne(
  trees: PackedTrees,
  rows: Float32Array,
  at: number,
  segments: readonly Segment[],
  stride = 1,
): number {
  let score = trees.start[0]!;
  for (const { from, to, check } of segments) {
    score += sumLeaves(trees, from, to, rows, at, stride);
    const settled = settledScore(score, check);
    if (settled !== undefined) return settled;
  }
  return score;
}

export interface Segment {
  readonly from: number;
  readonly to: number;
  readonly check: Checkpoint | undefined;
}

export function segmentsOf({ first }: PackedTrees, checkpoints: readonly Checkpoint[]): Segment[] {
  const ends = [...checkpoints.map(({ trees }) => trees), first.length - 1];
  return ends.map((to, i) => ({ from: ends[i - 1] ?? 0, to, check: checkpoints[i] }));
}

/** The final score of a row at a checkpoint, if it is settled; after the last tree it always is. */
export function settledScore(score: number, check: Checkpoint | undefined): number | undefined {
  if (check === undefined) return score;
  if (score < check.low) return check.lowScore;
  return score > check.high ? check.highScore : undefined;
}

function sumLeaves(
  { first, steps }: PackedTrees,
  from: number,
  to: number,
  rows: Float32Array,
  at: number,
  stride: number,
): number {
  let sum = 0;
  for (let tree = from; tree < to; tree++) sum += reachedLeaf(steps, 2 * first[tree]!, rows, at, stride);
  return sum;
}

function reachedLeaf(
  { way, value }: Steps,
  root: number,
  rows: Float32Array,
  at: number,
  stride: number,
): number {
  let node = root;
  for (let step = way[node]!; step >= 0; step = way[node]!) {
    // No branch: the direction is unpredictable.
    const isRight = Number(!(rows[at + (step >> 16) * stride]! <= value[node + 1]!));
    node += 2 + (((step & 0xffff) - 2) & -isRight);
  }
  return value[node + 1]!;
}
