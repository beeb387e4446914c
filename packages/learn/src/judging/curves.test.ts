import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaByClass, prArea, rocArea, thresholdCurve } from './curves.js';

const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.nat(1), fc.integer({ min: 1, max: 3 })), {
  minLength: 1,
  maxLength: 30,
});

describe('rocArea', () => {
  it('gives the figures worked by hand', () => {
    // Three of the four pairs are in order.
    expect(rocArea({ scores: [0.1, 0.4, 0.35, 0.8], positive: [0, 0, 1, 1] })).toBe(0.75);
    // A tie with one negative, above the other: (½ + 1) / 2.
    expect(rocArea({ scores: [1, 1, 0], positive: [1, 0, 0] })).toBe(0.75);
    expect(rocArea({ scores: [5, 5, 5], positive: [1, 0, 0] })).toBe(0.5);
    expect(rocArea({ scores: [1, 2], positive: [1, 1] })).toBeNaN();
    expect(rocArea({ scores: [], positive: [] })).toBeNaN();
  });

  it('is the share of pairs in order, ties counting half, for any scores and weights', () => {
    fc.assert(
      fc.property(rows, list => {
        let good = 0;
        let all = 0;
        for (const [s, p, w] of list) {
          for (const [t, q, v] of list) {
            if (!p || q) continue;
            all += w * v;
            good += w * v * (s > t ? 1 : s === t ? 0.5 : 0);
          }
        }
        const area = rocArea({
          scores: list.map(row => row[0]),
          positive: list.map(row => row[1]),
          weights: list.map(row => row[2]),
        });
        if (all === 0) expect(area).toBeNaN();
        else expect(area).toBeCloseTo(good / all, 12);
      }),
    );
  });
});

describe('prArea', () => {
  it('gives average precision worked by hand', () => {
    // Found at ranks 1 and 3: (1 + 2/3) / 2.
    expect(prArea({ scores: [0.1, 0.4, 0.35, 0.8], positive: [0, 0, 1, 1] })).toBeCloseTo(5 / 6, 12);
    expect(prArea({ scores: [5, 5, 5, 5], positive: [1, 0, 0, 0] })).toBe(0.25);
    expect(prArea({ scores: [1], positive: [0] })).toBeNaN();
  });

  it('does not depend on the order of rows that tie', () => {
    fc.assert(
      fc.property(rows, list => {
        const area = (ordered: typeof list) =>
          prArea({ scores: ordered.map(row => row[0]), positive: ordered.map(row => row[1]) });
        expect(area([...list].reverse())).toBe(area(list));
      }),
    );
  });
});

describe('thresholdCurve', () => {
  it('has one point a score, from the strictest down', () => {
    expect(thresholdCurve({ scores: [1, 3, 3], positive: [1, 1, 0] })).toEqual([
      { threshold: 3, truePositives: 1, falsePositives: 1 },
      { threshold: 1, truePositives: 2, falsePositives: 1 },
    ]);
  });

  it('refuses what does not fit', () => {
    expect(() => thresholdCurve({ scores: [1], positive: [] })).toThrow(/1 scores, 0 answers/);
    expect(() => thresholdCurve({ scores: [Number.NaN], positive: [1] })).toThrow(/Row 0 has no score/);
  });

  it('goes class by class', () => {
    const probabilities = Float64Array.from([0.7, 0.2, 0.1, 0.1, 0.8, 0.1, 0.3, 0.3, 0.4]);
    expect(areaByClass(rocArea, probabilities, Int32Array.from([0, 1, 2]), 3)).toEqual([1, 1, 1]);
  });
});
