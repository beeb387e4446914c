import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { denseMatrix } from '../data/matrix.js';
import { seededRandom } from '../random.js';
import { kMeans } from './k-means.js';

describe('kMeans', () => {
  it('finds four clouds', () => {
    const random = seededRandom(1);
    const corners = [
      [0, 0],
      [10, 0],
      [0, 10],
      [10, 10],
    ];
    const rows = Array.from({ length: 200 }, (_, i) => corners[i % 4]!.map(v => v + random.normal() * 0.5));
    const { assignments, centres } = kMeans(denseMatrix(rows), { k: 4 });
    for (let i = 0; i < 200; i++) expect(assignments[i]).toBe(assignments[i % 4]);
    expect(new Set(assignments).size).toBe(4);
    const first = assignments[3]! * 2;
    expect(centres.data[first]).toBeCloseTo(10, 0);
  });

  it('finds the optimum computed by hand', () => {
    const { inertia, assignments } = kMeans(denseMatrix([[0], [1], [10], [11], [12]]), { k: 2 });
    expect(inertia).toBeCloseTo(0.5 + 2, 12);
    expect(assignments[0]).toBe(assignments[1]);
    expect(assignments[2]).toBe(assignments[4]);
  });

  it('leaves no cluster empty and assigns rows to their nearest centre', () => {
    const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 })), {
      minLength: 3,
      maxLength: 20,
    });
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 3 }), fc.integer(), (list, k, seed) => {
        const x = denseMatrix(list);
        const { assignments, centres, inertia } = kMeans(x, { k, seed });
        expect(new Set(assignments).size).toBe(k);
        expect(centres.data.every(Number.isFinite)).toBe(true);
        const distance = (row: number, c: number) =>
          list[row]!.reduce((sum, v, j) => sum + (v - centres.data[c * 2 + j]!) ** 2, 0);
        let total = 0;
        list.forEach((_, row) => {
          const nearest = Math.min(...Array.from({ length: k }, (_, c) => distance(row, c)));
          expect(distance(row, assignments[row]!)).toBeCloseTo(nearest, 9);
          total += distance(row, assignments[row]!);
        });
        expect(inertia).toBeCloseTo(total, 9);
      }),
    );
  });

  it('is deterministic and rejects invalid data', () => {
    const x = denseMatrix([[1], [2], [5], [7]]);
    expect(kMeans(x, { k: 2, seed: 3 })).toEqual(kMeans(x, { k: 2, seed: 3 }));
    expect(() => kMeans(x, { k: 5 })).toThrow(/5 clusters for 4 rows/);
    expect(() => kMeans(x, { k: 0 })).toThrow(/“k” must be/);
    expect(() => kMeans(denseMatrix([[1, Number.NaN]]), { k: 1 })).toThrow(/Row 0, column 1/);
  });
});
