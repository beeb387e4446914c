import { scaledCosine } from '@webpith/lab';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Feature } from './features.js';
import { keepByThresholds, scoredPage, scoreOf, scratchFor, thresholdRanges } from './fitness.js';

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

const text = fc.array(fc.constantFrom('sea', 'pier', 'tide', 'boat', 'a', '海', '—'), { maxLength: 12 });

describe('scoreOf', () => {
  it('is the scaled cosine of any selection of blocks', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, fc.boolean()), { maxLength: 8 }), text, (chosen, gold) => {
        const blocks = chosen.map(([words]) => words.join(' '));
        const keep = chosen.map(([, isKept]) => (isKept ? 1 : 0));
        const joined = blocks.filter((_, i) => keep[i] === 1).join('\n');
        const page = scoredPage(blocks, gold.join(' '));
        const scratch = scratchFor([page]);
        const expected = scaledCosine(gold.join(' '), joined);
        expect(scoreOf(page, keep, scratch)).toBeCloseTo(expected, 12);
        // The scratch arrays must be zero again for the next page.
        expect(scoreOf(page, keep, scratch)).toBeCloseTo(expected, 12);
      }),
    );
  });

  it('is the same on pages with too many blocks for pairs', () => {
    const blocks = Array.from({ length: 300 }, (_, i) => `sea tide w${i % 7} w${i % 11}`);
    const page = scoredPage(blocks, blocks.slice(0, 90).join(' '));
    expect(page.pairs).toBeUndefined();
    const keep = blocks.map((_, i) => (i % 3 === 0 ? 1 : 0));
    const joined = blocks.filter((_, i) => keep[i] === 1).join('\n');
    const expected = scaledCosine(blocks.slice(0, 90).join(' '), joined);
    const scratch = scratchFor([page]);
    for (const _ of [1, 2]) expect(scoreOf(page, keep, scratch)).toBeCloseTo(expected, 12);
  });
});
