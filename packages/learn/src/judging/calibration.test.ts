import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../random.js';
import { calibrate, calibrations, loadCalibration } from './calibration.js';
import { expectedCalibrationError, reliability } from './calibration-error.js';
import { fitIsotonic } from './isotonic.js';
import { fitPlatt } from './platt.js';

/** Rows whose answer is yes with probability 1 / (1 + exp(−2·score + 1)). */
function sigmoidRows(seed: number, count: number) {
  const random = seededRandom(seed);
  const scores = Float64Array.from({ length: count }, () => random.normal() * 2);
  const positive = scores.map(score => (random.next() < 1 / (1 + Math.exp(1 - 2 * score)) ? 1 : 0));
  return { scores, positive };
}

describe('fitPlatt', () => {
  it('finds the sigmoid that made the answers', () => {
    const { slope, offset } = fitPlatt(sigmoidRows(3, 20_000));
    expect(Math.abs(slope + 2)).toBeLessThan(0.1);
    expect(Math.abs(offset - 1)).toBeLessThan(0.1);
  });

  it('says on average what is the case, for any rows (the gradient for the offset is zero)', () => {
    const row = fc.tuple(fc.double({ min: -50, max: 50, noNaN: true }), fc.nat(1));
    fc.assert(
      fc.property(fc.array(row, { minLength: 2, maxLength: 40 }), list => {
        const positives = list.filter(([, p]) => p).length;
        const negatives = list.length - positives;
        fc.pre(positives > 0 && negatives > 0);
        const rows = { scores: list.map(r => r[0]), positive: list.map(r => r[1]) };
        const said = calibrate(fitPlatt(rows), rows.scores).reduce((sum, p) => sum + p, 0);
        const expected = (positives * (positives + 1)) / (positives + 2) + negatives / (negatives + 2);
        expect(said).toBeCloseTo(expected, 3);
      }),
    );
  });

  it('stays finite where scores separate or are all alike', () => {
    const apart = fitPlatt({ scores: [-1000, -1000, 1000, 1000], positive: [0, 0, 1, 1] });
    expect(calibrate(apart, [-1000, 1000])[1]).toBeCloseTo(0.75, 3);
    const alike = fitPlatt({ scores: [1, 1, 1, 1], positive: [1, 0, 0, 0] });
    expect(calibrate(alike, [1])[0]).toBeCloseTo((2 / 3 + 3 / 5) / 4, 6);
    expect(() => fitPlatt({ scores: [1], positive: [1] })).toThrow(/both kinds/);
    expect(() => fitPlatt({ scores: [Number.NaN], positive: [1] })).toThrow(/finite score/);
  });
});

describe('fitIsotonic', () => {
  it('gives the worked example: 0, then 1 and 0 pooled, then 1, 1 and 0 pooled', () => {
    const found = fitIsotonic({ scores: [1, 2, 3, 4, 5, 6], positive: [0, 1, 0, 1, 1, 0] });
    expect(found.scores).toEqual([1, 2, 3, 4, 6]);
    expect(found.probabilities).toEqual([0, 0.5, 0.5, 2 / 3, 2 / 3]);
    expect([...calibrate(found, [0, 1.5, 2.5, 5, 9])]).toEqual([0, 0.25, 0.5, 2 / 3, 2 / 3]);
  });

  it('equals the max-min formula of isotonic regression, for any rows', () => {
    const row = fc.tuple(fc.integer({ min: 0, max: 8 }), fc.nat(1), fc.integer({ min: 1, max: 4 }));
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 25 }), list => {
        const found = fitIsotonic({
          scores: list.map(r => r[0]),
          positive: list.map(r => r[1]),
          weights: list.map(r => r[2]),
        });
        const scores = [...new Set(list.map(r => r[0]))];
        const mean = (from: number, to: number) => {
          const inside = list.filter(([s]) => s >= from && s <= to);
          return inside.reduce((sum, r) => sum + r[1] * r[2], 0) / inside.reduce((sum, r) => sum + r[2], 0);
        };
        for (const score of scores) {
          const below = scores.filter(s => s <= score);
          const above = scores.filter(s => s >= score);
          const expected = Math.max(...below.map(a => Math.min(...above.map(b => mean(a, b)))));
          expect(calibrate(found, [score])[0]).toBeCloseTo(expected, 10);
        }
      }),
    );
  });

  it('refuses no rows and scores that are not numbers', () => {
    expect(() => fitIsotonic({ scores: [], positive: [] })).toThrow(/at least one row/);
    expect(() => fitIsotonic({ scores: [Number.NaN], positive: [1] })).toThrow(/Row 0/);
  });
});

describe('calibrations', () => {
  it.each(Object.keys(calibrations) as (keyof typeof calibrations)[])(
    '%s round-trips and calibrates',
    name => {
      const calibration = calibrations[name](sigmoidRows(1, 3000));
      const loaded = loadCalibration(JSON.parse(JSON.stringify(calibration)));
      expect(loaded).toEqual(calibration);
      const { scores, positive } = sigmoidRows(2, 3000);
      expect(expectedCalibrationError(calibrate(loaded, scores), positive)).toBeLessThan(0.03);
    },
  );

  it('refuses files that are none', () => {
    const refused = { code: 'bad-model' };
    for (const json of [
      null,
      { kind: 'other' },
      { kind: 'platt', slope: 1 },
      { kind: 'isotonic', scores: [2, 1], probabilities: [0, 1] },
      { kind: 'isotonic', scores: [], probabilities: [] },
    ]) {
      expect(() => loadCalibration(json)).toThrow(expect.objectContaining(refused));
    }
  });
});

describe('expectedCalibrationError', () => {
  it('gives the figure worked by hand', () => {
    // Two rows said 0.9, one came true: |0.9 − 0.5|; two rows said 0.1, none came true: |0.1 − 0|.
    expect(expectedCalibrationError([0.9, 0.9, 0.1, 0.1], [1, 0, 0, 0])).toBeCloseTo(0.25, 12);
    expect(reliability([1, 0], [1, 0], 2).map(bin => bin.rows)).toEqual([1, 1]);
  });

  it('refuses what is no probability', () => {
    expect(() => expectedCalibrationError([1.5], [1])).toThrow(/Row 0/);
    expect(() => expectedCalibrationError([1], [])).toThrow(/1 probabilities and 0 outcomes/);
    expect(() => expectedCalibrationError([1], [1], 0)).toThrow(/bins must be/);
  });
});
