import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confusionMatrix, scoresOf } from './confusion.js';

const labels = (...values: number[]) => Int32Array.from(values);

describe('scoresOf', () => {
  it("gives scikit-learn's figures for the example of its documentation", () => {
    const matrix = confusionMatrix(['0', '1', '2'], labels(0, 1, 2, 0, 1, 2), labels(0, 2, 1, 0, 0, 1));
    expect([...matrix.counts]).toEqual([2, 0, 0, 1, 0, 1, 0, 2, 0]);
    const scores = scoresOf(matrix);
    expect(scores.macro.precision).toBeCloseTo(0.2222, 4);
    expect(scores.macro.recall).toBeCloseTo(0.3333, 4);
    expect(scores.macro.f1).toBeCloseTo(0.2667, 4);
    expect(scores.micro.f1).toBeCloseTo(0.3333, 4);
    expect(scores.classes[0]).toEqual({ precision: 2 / 3, recall: 1, f1: 0.8, support: 2 });
    expect(scores.classes[1]).toEqual({ precision: 0, recall: 0, f1: 0, support: 2 });
  });

  it('gives κ worked by hand: 20 and 15 of 50 agreed, 5 and 10 not', () => {
    const counts = Float64Array.from([20, 5, 10, 15]);
    expect(scoresOf({ classes: ['yes', 'no'], counts }).kappa).toBeCloseTo(0.4, 12);
  });

  it('weighs rows, and leaves classes nobody saw out of the means', () => {
    const weights = Float64Array.from([3, 1]);
    const scores = scoresOf(confusionMatrix(['a', 'b', 'c'], labels(0, 1), labels(0, 0), weights));
    expect(scores.accuracy).toBe(0.75);
    expect(scores.macro.recall).toBe(0.5);
  });

  it('has micro F1 equal to accuracy and all figures between 0 and 1', () => {
    const pairs = fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { minLength: 1 });
    fc.assert(
      fc.property(pairs, rows => {
        const truth = Int32Array.from(rows, ([t]) => t);
        const said = Int32Array.from(rows, ([, s]) => s);
        const scores = scoresOf(confusionMatrix(['a', 'b', 'c', 'd'], truth, said));
        expect(scores.micro.f1).toBeCloseTo(scores.accuracy, 12);
        for (const { precision, recall, f1 } of [...scores.classes, scores.macro]) {
          for (const figure of [precision, recall, f1]) {
            expect(figure).toBeGreaterThanOrEqual(0);
            expect(figure).toBeLessThanOrEqual(1);
          }
        }
      }),
    );
  });

  it('refuses labels that are none', () => {
    expect(() => confusionMatrix(['a'], labels(0), labels(1))).toThrow(/Row 0: label 1/);
    expect(() => confusionMatrix(['a'], labels(0), labels())).toThrow(/1 true and 0 predicted/);
  });
});
