import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { denseMatrix } from '../../data/matrix.js';
import { binColumns, binOf, fitBinning, shortestBetween } from './binning.js';

const value = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, 1, 2, -1, 0.5),
);

describe('binning', () => {
  it('gives every value its own bin while there are few', () => {
    const x = denseMatrix([[3], [1], [2], [2], [Number.NaN]]);
    const binning = fitBinning(x, Int32Array.from([0, 1, 2, 3, 4]), 255, 1);
    expect([...binColumns(x, binning).columns[0]!]).toEqual([2, 0, 1, 1, 3]);
  });

  it('fills bins about evenly when values are many', () => {
    const x = denseMatrix(Array.from({ length: 10_000 }, (_, i) => [i ** 3]));
    const binning = fitBinning(
      x,
      Int32Array.from({ length: 10_000 }, (_, i) => i),
      100,
      1,
    );
    const counts = new Array<number>(100).fill(0);
    for (const bin of binColumns(x, binning).columns[0]!) counts[bin]!++;
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(99);
    expect(Math.max(...counts)).toBeLessThanOrEqual(101);
  });

  it('gives a value of most rows its own bin', () => {
    const x = denseMatrix(Array.from({ length: 1000 }, (_, i) => [i < 900 ? 0 : i]));
    const [edges] = fitBinning(
      x,
      Int32Array.from({ length: 1000 }, (_, i) => i),
      10,
      1,
    ).edges;
    expect(edges![0]).toBeLessThan(900);
    expect(edges!.length).toBe(10);
  });

  it('never exceeds its bins and keeps the order of values', () => {
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 2, max: 9 }),
        (values, most) => {
          const x = denseMatrix(values.map(entry => [entry]));
          const [edges] = fitBinning(x, Int32Array.from(values.keys()), most, 1).edges;
          expect(edges!.length).toBeLessThanOrEqual(most);
          for (const a of values) {
            for (const b of values) if (a < b) expect(binOf(a, edges!)).toBeLessThanOrEqual(binOf(b, edges!));
            expect(a).toBeLessThanOrEqual(edges![binOf(a, edges!)]!);
          }
        },
      ),
    );
  });

  it('separates two numbers by a short one', () => {
    expect(shortestBetween(0.1234567, 0.2)).toBe(0.16);
    fc.assert(
      fc.property(value, value, (a, b) => {
        fc.pre(a !== b);
        const [low, high] = a < b ? [a, b] : [b, a];
        const between = shortestBetween(low, high);
        expect(between >= low && between < high).toBe(true);
      }),
    );
  });
});
