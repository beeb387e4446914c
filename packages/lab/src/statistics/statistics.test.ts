import { seededRandom } from '@webpith/learn';
import { describe, expect, it } from 'vitest';
import { bootstrapDifference, bootstrapMean } from './bootstrap.js';
import { mcNemar, mcNemarOfCases, pairedTTest } from './significance.js';
import { summarise } from './summary.js';

describe('mcNemar', () => {
  it('is (|n01 − n10| − 1)² / (n01 + n10): 25 against 15', () => {
    const { statistic, pValue } = mcNemar(25, 15);
    expect(statistic).toBe(81 / 40);
    expect(pValue).toBeCloseTo(0.15473, 5);
    expect(mcNemar(15, 25).pValue).toBe(pValue);
  });

  it('has p = 0.05 at the critical value 3.841459', () => {
    // (24 − 1)² / 138 = 3.8333, just below; (25 − 1)² / 139 = 4.1439, above.
    expect(mcNemar(81, 57).pValue).toBeGreaterThan(0.05);
    expect(mcNemar(82, 57).pValue).toBeLessThan(0.05);
  });

  it('finds no difference between equal classifiers', () => {
    expect(mcNemar(0, 0)).toMatchObject({ statistic: 0, pValue: 1 });
    expect(mcNemar(7, 7)).toMatchObject({ statistic: 0, pValue: 1 });
    expect(mcNemar(1, 0)).toMatchObject({ statistic: 0, pValue: 1 });
  });

  it('counts cases', () => {
    const first = [true, true, false, false, true];
    const second = [true, false, true, false, false];
    expect(mcNemarOfCases(first, second)).toMatchObject({ onlySecondRight: 1, onlyFirstRight: 2 });
    expect(() => mcNemarOfCases([true], [])).toThrow(/same cases, got 1 and 0/);
    expect(() => mcNemar(-1, 0)).toThrow(/got -1/);
    expect(() => mcNemar(0.5, 0)).toThrow(/got 0.5/);
  });
});

describe('pairedTTest', () => {
  // Hours of sleep gained by ten patients under two drugs (Student 1908).
  const first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
  const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];

  it('gives t = −4.0621 with 9 degrees of freedom and p = 0.002833 on the sleep data', () => {
    const test = pairedTTest(first, second);
    expect(test.meanDifference).toBeCloseTo(-1.58, 10);
    expect(test.statistic).toBeCloseTo(-4.0621, 4);
    expect(test.degrees).toBe(9);
    expect(test.pValue).toBeCloseTo(0.002833, 6);
    expect(pairedTTest(second, first).pValue).toBeCloseTo(test.pValue, 12);
  });

  it('handles equal differences', () => {
    expect(pairedTTest([1, 2], [1, 2])).toMatchObject({ statistic: 0, pValue: 1 });
    expect(pairedTTest([0.3, 0.4, 0.5], [0.1, 0.2, 0.3])).toMatchObject({ pValue: 0 });
  });

  it('refuses unpaired samples', () => {
    expect(() => pairedTTest([1], [1])).toThrow(/at least two each/);
    expect(() => pairedTTest([1, 2], [1])).toThrow(/got 2 and 1/);
    expect(() => pairedTTest([1, Number.NaN], [1, 2])).toThrow(/got NaN and 2 for case 1/);
  });
});

describe('bootstrap', () => {
  const random = seededRandom(5);
  const values = Array.from({ length: 400 }, () => random.next());

  it('gives about mean ± 1.96 standard errors', () => {
    const { estimate, low, high } = bootstrapMean(values, { resamples: 4_000 });
    const { mean, deviation } = summarise(values)!;
    const error = deviation / Math.sqrt(values.length);
    expect(estimate).toBeCloseTo(mean, 12);
    expect((estimate - low) / error).toBeCloseTo(1.96, 0);
    expect((high - estimate) / error).toBeCloseTo(1.96, 0);
  });

  it('is the same for the same seed, and wider for more confidence', () => {
    expect(bootstrapMean(values, { seed: 3 })).toEqual(bootstrapMean(values, { seed: 3 }));
    expect(bootstrapMean(values, { seed: 3 })).not.toEqual(bootstrapMean(values, { seed: 4 }));
    const wide = bootstrapMean(values, { confidence: 0.99 });
    const narrow = bootstrapMean(values, { confidence: 0.8 });
    expect(wide.high - wide.low).toBeGreaterThan(narrow.high - narrow.low);
  });

  it('keeps pairs together: a constant difference has no spread', () => {
    const shifted = values.map(value => value + 0.25);
    const { low, high } = bootstrapDifference(shifted, values);
    expect(low).toBeCloseTo(0.25, 12);
    expect(high).toBeCloseTo(0.25, 12);
  });

  it('covers the true mean about as often as its confidence', () => {
    const draws = seededRandom(11);
    let covered = 0;
    for (let trial = 0; trial < 200; trial++) {
      const sample = Array.from({ length: 40 }, () => draws.next());
      const { low, high } = bootstrapMean(sample, { resamples: 300, seed: trial });
      if (low <= 0.5 && 0.5 <= high) covered++;
    }
    expect(covered).toBeGreaterThan(175);
    expect(covered).toBeLessThan(200);
  });

  it('refuses empty input, non-numbers and invalid options', () => {
    expect(() => bootstrapMean([])).toThrow(/at least one value/);
    expect(() => bootstrapMean([Number.NaN])).toThrow(/only numbers/);
    expect(() => bootstrapMean([1], { confidence: 1 })).toThrow(/between 0 and 1/);
    expect(() => bootstrapMean([1], { resamples: 0 })).toThrow(/at least 1, got 0/);
  });
});

describe('summarise', () => {
  it('gives mean, sample deviation and quartiles', () => {
    expect(summarise([4, 1, 3, 2])).toEqual({
      count: 4,
      mean: 2.5,
      deviation: Math.sqrt(5 / 3),
      minimum: 1,
      lowerQuartile: 1.75,
      median: 2.5,
      upperQuartile: 3.25,
      maximum: 4,
    });
    expect(summarise([7])).toMatchObject({ mean: 7, deviation: 0, median: 7 });
    expect(summarise([])).toBeUndefined();
  });
});
