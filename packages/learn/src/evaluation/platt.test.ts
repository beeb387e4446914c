import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../random.js';
import { fitPlatt, plattProbability } from './platt.js';

/** Rows that are positive with probability 1 / (1 + exp(−2·score + 1)). */
function sigmoidRows(seed: number, count: number) {
  const random = seededRandom(seed);
  const scores = Float64Array.from({ length: count }, () => random.normal() * 2);
  const positive = scores.map(score => (random.next() < 1 / (1 + Math.exp(1 - 2 * score)) ? 1 : 0));
  return { scores, positive };
}

describe('fitPlatt', () => {
  it('recovers the sigmoid that generated the labels', () => {
    const { slope, offset } = fitPlatt(sigmoidRows(3, 20_000));
    expect(Math.abs(slope + 2)).toBeLessThan(0.1);
    expect(Math.abs(offset - 1)).toBeLessThan(0.1);
  });

  it('has the right mean probability for any rows (the gradient of the offset is zero)', () => {
    const row = fc.tuple(fc.double({ min: -50, max: 50, noNaN: true }), fc.nat(1));
    fc.assert(
      fc.property(fc.array(row, { minLength: 2, maxLength: 40 }), list => {
        const positives = list.filter(([, p]) => p).length;
        const negatives = list.length - positives;
        fc.pre(positives > 0 && negatives > 0);
        const rows = { scores: list.map(r => r[0]), positive: list.map(r => r[1]) };
        const found = fitPlatt(rows);
        const predicted = rows.scores.reduce((sum, score) => sum + plattProbability(found, score), 0);
        const expected = (positives * (positives + 1)) / (positives + 2) + negatives / (negatives + 2);
        expect(predicted).toBeCloseTo(expected, 3);
      }),
    );
  });

  it('stays finite for separable or equal scores', () => {
    const apart = fitPlatt({ scores: [-1000, -1000, 1000, 1000], positive: [0, 0, 1, 1] });
    expect(plattProbability(apart, 1000)).toBeCloseTo(0.75, 3);
    const alike = fitPlatt({ scores: [1, 1, 1, 1], positive: [1, 0, 0, 0] });
    expect(plattProbability(alike, 1)).toBeCloseTo((2 / 3 + 3 / 5) / 4, 6);
    expect(() => fitPlatt({ scores: [1], positive: [1] })).toThrow(/both kinds/);
    expect(() => fitPlatt({ scores: [Number.NaN], positive: [1] })).toThrow(/finite score/);
  });
});
