import { describe, expect, it } from 'vitest';
import { type LooseTree, packTrees, scoreRows, unpackTrees } from 'webpith/stages';
import { findCheckpoints } from './block-model.js';
import type { TrainingSet } from './training-set.js';

/** x0 ≤ t ? -a : a */
const stump = (threshold: number, value: number): LooseTree => ({
  column: [0],
  threshold: [threshold],
  left: [~0],
  right: [~1],
  value: [-value, value],
});

/** Log-odds far from any page's cut. */
const SETTLED = 1.5;

/** A hundred blocks, from clear noise to clear content. */
const rows = Float32Array.from({ length: 100 }, (_, i) => i);
const set: TrainingSet = {
  pages: [],
  width: 1,
  rows,
  share: new Float32Array(100),
  words: new Uint32Array(100).fill(10),
};
/** Trees that split anywhere from 30 to 69, so that blocks in the middle need all of them. */
const trees = Array.from({ length: 200 }, (_, t) => stump(30 + ((t * 17) % 40) - 0.5, 0.05));

describe('findCheckpoints', () => {
  const checkpoints = findCheckpoints(set, trees, [0]);
  const packed = unpackTrees(packTrees(trees, [0]));
  const all = scoreRows(packed, rows, 1);
  const early = scoreRows(packed, rows, 1, checkpoints);

  it('sets checkpoints before the last tree, in order', () => {
    const after = checkpoints.map(checkpoint => checkpoint.trees);
    expect(after.length).toBeGreaterThan(1);
    expect(after).toEqual(after.toSorted((a, b) => a - b));
    expect(after.at(-1)).toBeLessThan(trees.length);
    const some = after[1]!;
    expect(findCheckpoints(set, trees.slice(0, some), [0]).map(({ trees: count }) => count)).toEqual(
      after.slice(0, 1),
    );
  });

  it('exits early only for blocks with the same final decision', () => {
    const changed = all.filter((score, row) => Math.abs(score - early[row]!) > 1e-3);
    expect(changed.length).toBeGreaterThan(20);
    all.forEach((score, row) => {
      if (Math.abs(score) < SETTLED) expect(early[row]).toBeCloseTo(score, 4);
      else expect(Math.sign(early[row]!)).toBe(Math.sign(score));
    });
  });

  it('assigns the mean final score of similar blocks', () => {
    for (const { lowScore, highScore } of checkpoints) {
      expect(lowScore).toBeLessThan(-SETTLED);
      expect(highScore).toBeGreaterThan(SETTLED);
    }
  });
});
