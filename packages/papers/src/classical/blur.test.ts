import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blur, blurUntilStable, gaussianWeights } from './blur.js';

describe('gaussianWeights', () => {
  it('adds up to one over both sides and falls with the distance', () => {
    const weights = gaussianWeights(2, 1);
    const sum = 1 + 2 * Math.exp(-0.5) + 2 * Math.exp(-2);
    expect(weights[0]).toBeCloseTo(1 / sum, 12);
    expect(weights[1]).toBeCloseTo(Math.exp(-0.5) / sum, 12);
    expect(weights[2]).toBeCloseTo(Math.exp(-2) / sum, 12);
  });
});

describe('blur', () => {
  it('matches computed values, with fewer neighbours at the ends', () => {
    // Weights ½ and ¼ on each side; at an end, ½ and ¼ over ¾.
    const values = blur(Float64Array.of(0, 0, 1, 1, 1, 1, 0), Float64Array.of(0.5, 0.25));
    expect([...values]).toEqual([0, 0.25, 0.75, 1, 1, 0.75, 0.25 / 0.75]);
  });

  it('agrees with the definition for every vector, and stays within its bounds', () => {
    const vector = fc.array(fc.constantFrom(0, 0, 1, 1, 0.5), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(vector, fc.integer({ min: 1, max: 8 }), (list, radius) => {
        const weights = gaussianWeights(radius, radius / 2);
        const blurred = blur(Float64Array.from(list), weights);
        list.forEach((_, i) => {
          let sum = 0;
          let weight = 0;
          for (let j = Math.max(0, i - radius); j <= Math.min(list.length - 1, i + radius); j++) {
            sum += weights[Math.abs(i - j)]! * list[j]!;
            weight += weights[Math.abs(i - j)]!;
          }
          expect(blurred[i]).toBeCloseTo(sum / weight, 9);
        });
      }),
    );
  });
});

describe('blurUntilStable', () => {
  it('stops when values are stable, or after the maximum number of passes', () => {
    const start = Float64Array.of(0, 0, 0, 1, 1, 1);
    const weights = Float64Array.of(0.5, 0.25);
    const once = blur(start, weights);
    // The first pass moves the border by 0.25, the second by less.
    expect([...blurUntilStable(start, weights, 0.25, 10)]).toEqual([...once]);
    expect([...blurUntilStable(start, weights, 0.2, 10)]).toEqual([...blur(once, weights)]);
    expect([...blurUntilStable(start, weights, 0, 1)]).toEqual([...once]);
  });
});
