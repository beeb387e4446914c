import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fault } from '../testing/conformance.js';
import { type Dataset, numericAttributes } from './dataset.js';
import { crossValidationFolds, groupedFolds, type Split, stratifiedFolds } from './splits.js';

const labels = fc
  .array(fc.integer({ min: 0, max: 3 }), { minLength: 5, maxLength: 60 })
  .map(list => Int32Array.from(list));
const seeds = fc.integer();

function expectPartition(splits: readonly Split[], rows: number): void {
  const tested = splits.flatMap(split => [...split.test]).sort((a, b) => a - b);
  expect(tested).toEqual(Array.from({ length: rows }, (_, row) => row));
  for (const { train, test } of splits) {
    expect([...train, ...test].sort((a, b) => a - b)).toEqual(tested);
    expect(test.length).toBeGreaterThan(0);
  }
}

const dataset = (y: Int32Array, groups?: Int32Array): Dataset => ({
  attributes: numericAttributes(1),
  x: { kind: 'dense', rows: y.length, columns: 1, data: new Float64Array(y.length) },
  y,
  classes: ['a', 'b', 'c', 'd'],
  ...(groups && { groups }),
});

describe('folds', () => {
  it('test every row once, in folds whose sizes differ by at most one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 50 }), seeds, (rows, seed) => {
        const splits = stratifiedFolds(new Int32Array(rows), 5, seed);
        expectPartition(splits, rows);
        const sizes = splits.map(split => split.test.length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('keep class counts within one of each other', () => {
    fc.assert(
      fc.property(labels, seeds, (y, seed) => {
        const splits = stratifiedFolds(y, 4, seed);
        expectPartition(splits, y.length);
        for (const label of new Set(y)) {
          const counts = splits.map(split => split.test.filter(row => y[row] === label).length);
          expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('never split a group', () => {
    fc.assert(
      fc.property(labels, seeds, (y, seed) => {
        const groups = y.map((_, row) => (row * 7) % 5);
        const splits = crossValidationFolds(dataset(y, groups), { folds: 3, seed });
        expectPartition(splits, y.length);
        for (const { train, test } of splits) {
          const inTest = new Set(test.map(row => groups[row]!));
          expect(train.some(row => inTest.has(groups[row]!))).toBe(false);
        }
      }),
    );
  });

  it('spread rare classes over groups if possible', () => {
    // Ten groups of ten rows; four groups have one row of class 1.
    const groups = Int32Array.from({ length: 100 }, (_, row) => Math.floor(row / 10));
    const y = Int32Array.from(groups, (group, row) => (group < 4 && row % 10 === 0 ? 1 : 0));
    for (let seed = 0; seed < 10; seed++) {
      const counts = groupedFolds(groups, y, 4, seed).map(
        split => split.test.filter(row => y[row] === 1).length,
      );
      expect(counts).toEqual([1, 1, 1, 1]);
    }
  });

  it('are the same for the same seed and differ between seeds', () => {
    const folds = (seed: number) => stratifiedFolds(new Int32Array(40), 4, seed);
    expect(folds(5)).toEqual(folds(5));
    expect(folds(5)).not.toEqual(folds(6));
  });

  it('are rejected if there are too many or too few', () => {
    const four = new Int32Array(4);
    expect(fault(() => stratifiedFolds(four, 5)).code).toBe('bad-option');
    expect(fault(() => stratifiedFolds(four, 5)).message).toContain('5 folds for 4 rows');
    expect(fault(() => stratifiedFolds(four, 1)).code).toBe('bad-option');
    expect(fault(() => stratifiedFolds(four, 2.5)).code).toBe('bad-option');
    const groups = Int32Array.of(1, 1, 2, 2);
    expect(fault(() => groupedFolds(groups, four, 3)).message).toContain('3 folds for 2 groups');
  });
});
