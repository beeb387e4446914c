import { describe, expect, it } from 'vitest';
import type { FeatureRows } from './features/writer.js';
import { fitVectors, PAPER_VECTORS, RICH_VECTORS, vectorise } from './vectors.js';

/** Rows of feature number → value. */
function rowsOf(...rows: readonly Record<number, number>[]): FeatureRows {
  const page: FeatureRows = { starts: [0], indices: [], values: [] };
  for (const row of rows) {
    for (const [feature, value] of Object.entries(row)) {
      page.indices.push(Number(feature));
      page.values.push(value);
    }
    page.starts.push(page.indices.length);
  }
  return page;
}

describe('fitVectors', () => {
  it('drops features seen fewer than three times and divides by three deviations', () => {
    const page = rowsOf(
      { 0: 1, 1: 1 },
      { 0: 1 },
      { 0: 1, 1: 1 },
      { 2: 4, 3: 1 },
      { 2: 4, 3: 1 },
      { 2: 4, 3: 1 },
    );
    const { vectors, numbers } = fitVectors([page], ['a', 'b', 'c', 'd'], PAPER_VECTORS);
    expect(vectors.names).toEqual(['a', 'c', 'd']);
    expect([...numbers]).toEqual([0, 2, 3]);
    expect(vectors.factors[0]).toBeCloseTo(1 / (3 * 0.5));
    expect(vectors.factors[1]).toBeCloseTo(1 / (3 * 2));
  });

  it('can require several pages and leave binary features unscaled', () => {
    const page = rowsOf({ 0: 1 }, { 0: 1 }, { 0: 1, 1: 1 });
    const { vectors } = fitVectors([page, page, page], ['says:print', 'b'], RICH_VECTORS);
    expect(vectors).toEqual({ names: ['says:print', 'b'], factors: [RICH_VECTORS.emphasis, 1] });
    expect(fitVectors([page], ['a', 'b'], RICH_VECTORS).vectors.names).toEqual([]);
  });
});

describe('vectorise', () => {
  it('writes pages as rows with ascending columns and drops unknown features', () => {
    const pages = [rowsOf({ 5: 1, 2: 3 }), rowsOf({ 9: 1 }, { 2: 1 })];
    const { x, starts } = vectorise(pages, { names: ['b', 'e'], factors: [2, 1] }, Int32Array.of(2, 5));
    expect([...starts]).toEqual([0, 1, 3]);
    expect([...x.starts]).toEqual([0, 2, 2, 3]);
    expect([...x.indices]).toEqual([0, 1, 0]);
    expect([...x.values]).toEqual([6, 1, 2]);
  });
});
