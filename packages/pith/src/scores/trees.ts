import { LEAF, type PackedTrees } from './packed-trees.js';

/** Trees between two looks at whether a row is settled. */
const STRIDE = 24;

/**
 * Scores of all rows, `rows × outputs`. With one output, a row whose score has left ±`settled` at one of the looks in
 * between is left as it is: the trees that remain could not bring it back across the cut.
 */
export function scoreRows(
  trees: PackedTrees,
  rows: Float32Array,
  width: number,
  settled = Number.POSITIVE_INFINITY,
): Float32Array {
  const { outputs, first } = trees;
  const count = width > 0 ? rows.length / width : 0;
  const total = first.length - 1;
  const scores = new Float32Array(count * outputs);
  for (let row = 0; row < count; row++) {
    if (outputs === 1) {
      scores[row] = scoreOne(trees, rows, row * width, settled);
      continue;
    }
    for (let k = 0; k < outputs; k++) scores[row * outputs + k] = trees.start[k]!;
    for (let t = 0; t < total; t++)
      scores[row * outputs + (t % outputs)]! += leafValue(trees, t, rows, row * width);
  }
  return scores;
}

function scoreOne(trees: PackedTrees, rows: Float32Array, at: number, settled: number): number {
  const total = trees.first.length - 1;
  let score = trees.start[0]!;
  for (let t = 0; t < total; ) {
    const stop = Math.min(total, t + STRIDE);
    for (; t < stop; t++) score += leafValue(trees, t, rows, at);
    if (score > settled || score < -settled) return score;
  }
  return score;
}

function leafValue(
  { first, column, threshold, right }: PackedTrees,
  tree: number,
  rows: Float32Array,
  at: number,
): number {
  let node = first[tree]!;
  for (let c = column[node]!; c !== LEAF; c = column[node]!) {
    node = rows[at + c]! <= threshold[node]! ? node + 1 : right[node]!;
  }
  return threshold[node]!;
}

/** The logistic function. */
export function probability(score: number): number {
  return 1 / (1 + Math.exp(-score));
}
