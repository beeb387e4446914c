import { type Checkpoint, type LooseTree, packTrees, scoreRows, unpackTrees } from 'webpith/stages';
import type { TrainingSet } from './training-set.js';

/** Number of trees after which scores are checked for early exit. */
const AFTER = [15, 30, 50, 80, 120];
/** Final log-odds outside this range never lie near a page's cut. */
const PLAINLY = { noise: -1.8, content: 1.8 };
/** Share of the words that may exit early with a wrong result. */
const ALLOWED = 0.002;
const SAMPLE = 60_000;

/** Finds the bounds for early exit from the block model. */
export function findCheckpoints(
  set: TrainingSet,
  trees: readonly LooseTree[],
  start: readonly number[],
): Checkpoint[] {
  const { rows, words } = sampled(set);
  const scoreAfter = (count: number) =>
    scoreRows(unpackTrees(packTrees(trees.slice(0, count), start)), rows, set.width);
  const final = scoreAfter(trees.length);
  return AFTER.filter(count => count < trees.length).map(count => {
    const partial = scoreAfter(count);
    const low = bound(
      partial,
      final.map(score => -score),
      words,
      -PLAINLY.noise,
    );
    const high = bound(
      partial.map(score => -score),
      final,
      words,
      PLAINLY.content,
    );
    // On few pages the bounds may cross; then no block exits early.
    const settles = low.at <= -high.at;
    return {
      trees: count,
      low: settles ? low.at : Number.NEGATIVE_INFINITY,
      lowScore: -low.end,
      high: settles ? -high.at : Number.POSITIVE_INFINITY,
      highScore: high.end,
    };
  });
}

function sampled(set: TrainingSet): { rows: Float32Array; words: Float64Array } {
  const count = set.share.length;
  const step = Math.max(1, Math.floor(count / SAMPLE));
  const taken = Array.from({ length: Math.floor(count / step) }, (_, i) => i * step);
  const rows = new Float32Array(taken.length * set.width);
  taken.forEach((row, i) => {
    rows.set(set.rows.subarray(row * set.width, (row + 1) * set.width), i * set.width);
  });
  return { rows, words: Float64Array.from(taken, row => set.words[row]! + 0.1) };
}

/**
 * Returns the highest bound such that, of the rows with a partial score below it, all but the allowed share
 * of words end at `plainly` or above in `final`; and the mean of their final scores.
 */
function bound(partial: Float32Array, final: Float32Array, words: Float64Array, plainly: number) {
  const order = Array.from(partial.keys()).sort((a, b) => partial[a]! - partial[b]!);
  let taken = 0;
  let wrong = 0;
  let sum = 0;
  let best = { at: Number.NEGATIVE_INFINITY, end: 0 };
  for (const row of order) {
    taken += words[row]!;
    sum += final[row]! * words[row]!;
    if (final[row]! < plainly) wrong += words[row]!;
    if (wrong <= taken * ALLOWED) best = { at: partial[row]!, end: sum / taken };
  }
  return best;
}
