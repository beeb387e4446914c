import { type Features, STRIPE } from '../features/from-blocks.js';
import { type Checkpoint, type PackedTrees, scoreOne, segmentsOf } from '../packed-trees.js';
import { GROUP, type Scorer } from './kernel/kernel.js';
import { vectorScorer } from './kernel/vector-scorer.js';

/** Distance between columns: an odd number of groups, since a power of two would map all to the same cache lines. */
function strideOf(count: number): number {
  return (Math.ceil(Math.min(count, STRIPE) / GROUP) | 1) * GROUP;
}

export function bufferLength(width: number): number {
  return width * strideOf(STRIPE);
}

/** The buffer of the scorer is reused for every page. */
export function scorerOf(trees: PackedTrees, checkpoints: readonly Checkpoint[], width: number): Scorer {
  const room = bufferLength(width);
  return vectorScorer(trees, checkpoints, width, room) ?? plainScorer(trees, checkpoints, room);
}

export function scoreBlocks(scorer: Scorer, features: Features): Float32Array {
  const { count } = features.page.blocks;
  const { values } = scorer;
  const scores = new Float32Array(count);
  const stride = strideOf(count);
  for (let from = 0; from < count; from += STRIPE) {
    const to = Math.min(count, from + STRIPE);
    features.write({ values, stride, from, to });
    scorer.score(to - from, stride, scores, from);
  }
  return scores;
}

export function plainScorer(trees: PackedTrees, checkpoints: readonly Checkpoint[], room: number): Scorer {
  const values = new Float32Array(room);
  const segments = segmentsOf(trees, checkpoints);
  return {
    values,
    score(count, stride, scores, at) {
      for (let row = 0; row < count; row++) scores[at + row] = scoreOne(trees, values, row, segments, stride);
    },
  };
}
