import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Feature } from './features.js';
import { keepByThresholds, thresholdRanges } from './thresholds.js';

const feature = (bound: 'lower' | 'upper'): Feature => ({ name: bound, title: bound, bound, value: () => 0 });
const FEATURES = [feature('lower'), feature('upper')];

function kept(rows: readonly number[], thresholds: readonly number[]): number[] {
  const keep = new Uint8Array(rows.length / 2);
  keepByThresholds(Float64Array.from(rows), FEATURES, thresholds, keep);
  return [...keep];
}

describe('keepByThresholds', () => {
  it('keeps a block only if all thresholds are satisfied, both bounds included', () => {
    expect(kept([2, 0.5, 1, 0.5, 2, 0.6, 1, 0.6], [2, 0.5])).toEqual([1, 0, 0, 0]);
  });

  it('keeps all blocks without features', () => {
    expect(kept([0, 1, 5, 0], [0, 1])).toEqual([1, 1]);
  });

  it('keeps no more when any threshold is tightened', () => {
    const value = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value)), value, value, value, (pairs, low, high, by) => {
        const loose = kept(pairs.flat(), [low, high]);
        const tight = kept(pairs.flat(), [low + by, high - by]);
        tight.forEach((isKept, i) => {
          expect(isKept).toBeLessThanOrEqual(loose[i]!);
        });
      }),
    );
  });
});

describe('thresholdRanges', () => {
  it('covers nearly all blocks for lower bounds and every block for upper bounds', () => {
    const rows = Float64Array.from(Array.from({ length: 101 }, (_, i) => [i, i / 100]).flat());
    expect([...thresholdRanges([{ rows }], FEATURES)]).toEqual([95, 1]);
  });

  it('is not empty without blocks', () => {
    expect([...thresholdRanges([{ rows: new Float64Array(0) }], FEATURES)]).toEqual([1, 1]);
  });
});
