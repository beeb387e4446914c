import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LooseTree, packTrees, scoreRows, unpackTrees } from './packed-trees.js';

/** x0 ≤ 1 ? (x1 ≤ 5 ? 0.5 : -0.25) : 1 */
const small: LooseTree = {
  column: [0, 1],
  threshold: [1, 5],
  left: [1, ~0],
  right: [~2, ~1],
  value: [0.5, -0.25, 1],
};
const lone: LooseTree = { column: [], threshold: [], left: [], right: [], value: [0.125] };

function score(tree: LooseTree, row: readonly number[]): number {
  let node = tree.column.length > 0 ? 0 : ~0;
  while (node >= 0)
    node = row[tree.column[node]!]! <= tree.threshold[node]! ? tree.left[node]! : tree.right[node]!;
  return tree.value[~node]!;
}

/** A random tree grown by splitting leaves, as in boosting. */
const anyTree = fc
  .array(fc.record({ at: fc.nat(), column: fc.nat(3), threshold: fc.float({ noNaN: true }) }), {
    maxLength: 20,
  })
  .map(splits => {
    const column: number[] = [];
    const threshold: number[] = [];
    const left: number[] = [];
    const right: number[] = [];
    let leaves = 1;
    for (const split of splits) {
      const leaf = ~(split.at % leaves);
      const node = column.length;
      const parent = [...left, ...right].indexOf(leaf);
      if (parent >= 0) (parent < left.length ? left : right)[parent % Math.max(1, left.length)] = node;
      column.push(split.column);
      threshold.push(split.threshold);
      left.push(leaf);
      right.push(~leaves++);
    }
    return {
      column,
      threshold,
      left,
      right,
      value: Array.from({ length: leaves }, (_, i) => Math.sin(i + 1)),
    };
  });

describe('packed trees', () => {
  it('score rows like the loose trees', () => {
    const trees = unpackTrees(packTrees([small, lone], [0.25]));
    const rows = Float32Array.from([0, 5, 1, 5.5, 1.5, 0]);
    const expected = [0.25 + 0.5 + 0.125, 0.25 - 0.25 + 0.125, 0.25 + 1 + 0.125];
    const scores = scoreRows(trees, rows, 2);
    for (const [i, value] of expected.entries()) expect(scores[i]).toBeCloseTo(value, 4);
  });

  it('score any forest within the rounding of its leaves', () => {
    fc.assert(
      fc.property(
        fc.array(anyTree, { minLength: 1, maxLength: 5 }),
        fc.array(fc.float({ noNaN: true }), { minLength: 4, maxLength: 4 }),
        (forest, row) => {
          const packed = unpackTrees(packTrees(forest, [0]));
          const expected = forest.reduce((sum, tree) => sum + score(tree, row), 0);
          expect(scoreRows(packed, Float32Array.from(row), 4)[0]).toBeCloseTo(expected, 3);
        },
      ),
    );
  });

  it('keep several outputs apart', () => {
    const trees = unpackTrees(packTrees([small, lone], [0, 1]));
    const scores = scoreRows(trees, Float32Array.from([2, 0]), 2);
    expect(scores[0]).toBeCloseTo(1, 4);
    expect(scores[1]).toBeCloseTo(1.125, 4);
  });

  it('settle clear rows at a checkpoint, and no other', () => {
    const many = Array.from({ length: 100 }, () => small);
    const trees = unpackTrees(packTrees(many, [0]));
    const rows = Float32Array.from([2, 0, 1, 9, 0, 0]); // a tree adds 1, -0.25 and 0.5
    const checkpoint = { trees: 24, low: -5, lowScore: -7, high: 20, highScore: 9 };
    const [high, low, other] = scoreRows(trees, rows, 2, [checkpoint]);
    expect(high).toBe(9);
    expect(low).toBe(-7);
    expect(other).toBeCloseTo(50, 2);
    expect(scoreRows(trees, rows, 2)[0]).toBeCloseTo(100, 2);
  });
});
