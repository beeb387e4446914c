import { describe, expect, it } from 'vitest';
import { additionalErrors, normalQuantile } from './error-estimate.js';

const limit = (errors: number, total: number) =>
  (errors + additionalErrors(total, errors, 0.25, normalQuantile(0.75))) / total;

describe('error estimates', () => {
  it('give the normal quantiles of the tables', () => {
    expect(normalQuantile(0.5)).toBe(0);
    expect(normalQuantile(0.75)).toBeCloseTo(0.6744897501960817, 14);
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 13);
    expect(normalQuantile(0.999999)).toBeCloseTo(4.753424308822899, 9);
  });

  it('give the limits Quinlan prints for no error: U25%(0,6) = 0.206, U25%(0,9) = 0.143, U25%(0,1) = 0.750', () => {
    expect(limit(0, 6)).toBeCloseTo(0.206, 3);
    expect(limit(0, 9)).toBeCloseTo(0.143, 3);
    expect(limit(0, 1)).toBeCloseTo(0.75, 12);
  });

  it('come near his exact limit for one error in 16 (0.157)', () => {
    expect(limit(1, 16)).toBeCloseTo(0.157, 2);
  });

  it('grow with the errors and never exceed the total', () => {
    for (let errors = 0; errors < 10; errors += 0.25) {
      expect(limit(errors + 0.25, 10)).toBeGreaterThan(limit(errors, 10) - 1e-12);
      expect(limit(errors, 10)).toBeLessThanOrEqual(1);
    }
  });
});
