import { type Features, STRIPE } from '../features/from-blocks.js';
import { GROUP, type Scorer } from './kernel/group.js';
import { vectorScorer } from './kernel/vector-scorer.js';
import type { PackedTrees } from './packed-trees.js';
import { type Checkpoint, scoreOne, segmentsOf } from './trees.js';

/** Columns lie an odd number of groups apart: at a power of two they would crowd into a few lines of the cache. */
function strideOf(count: number): number {
  return (Math.ceil(Math.min(count, STRIPE) / GROUP) | 1) * GROUP;
}

/** Numbers that the columns of a stripe take. */
export function roomFor(width: number): number {
  return width * strideOf(STRIPE);
}

/** A scorer for trees over so many columns. The room is its own and lasts: it holds nothing that a later page could see. */
export function scorerOf(trees: PackedTrees, checkpoints: readonly Checkpoint[], width: number): Scorer {
  const room = roomFor(width);
  return vectorScorer(trees, checkpoints, width, room) ?? plainScorer(trees, checkpoints, room);
}

/** Scores of all blocks of a page, a stripe at a time. */
export function scoreBlocks(scorer: Scorer, { facts, write, width }: Features): Float32Array {
  const { count } = facts.blocks;
  const { values } = scorer;
  const scores = new Float32Array(count);
  const stride = strideOf(count);
  for (let from = 0; from < count; from += STRIPE) {
    const to = Math.min(count, from + STRIPE);
    write({ values, stride, from, to });
    fillGroup(values, width, stride, to - from);
    scorer.score(to - from, stride, scores, from);
  }
  return scores;
}

/** Repeats the last block to the end of its group, so that nothing of another page widens the range of a column. */
function fillGroup(values: Float32Array, width: number, stride: number, count: number): void {
  const end = Math.ceil(count / GROUP) * GROUP;
  if (end === count) return;
  for (let column = 0, at = 0; column < width; column++, at += stride) {
    const last = values[at + count - 1]!;
    for (let i = at + count; i < at + end; i++) values[i] = last;
  }
}

/** The same without the kernel: one block after the other, each tree walked from its root. */
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
