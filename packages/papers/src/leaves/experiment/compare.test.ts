import { describe, expect, it } from 'vitest';
import { differenceByPage } from './compare.js';

const paged = (values: readonly number[]) => values.map((value, i) => ({ page: `p${i}`, value }));
const mean = (pages: readonly number[]) => pages.reduce((sum, page) => sum + page, 0) / pages.length;

describe('differenceByPage', () => {
  it('is not significant if only one page differs, however many leaves it has', () => {
    // Ten equal pages, and one on which the first is far better: a test over leaves would be significant.
    const first = [...Array<number>(10).fill(0.5), 1];
    const second = [...Array<number>(10).fill(0.5), 0];
    const { difference, pValue } = differenceByPage(paged(first), paged(second), mean);
    expect(difference.estimate).toBeCloseTo(1 / 11, 12);
    expect(pValue).toBe(1);
    expect(difference.low).toBe(0);
  });

  it('is significant if nearly all pages agree, in either direction', () => {
    const first = Array.from({ length: 20 }, (_, p) => 0.6 + (p % 3) / 100);
    const second = first.map((value, p) => value - (p === 7 ? -0.01 : 0.1));
    const there = differenceByPage(paged(first), paged(second), mean);
    expect(there.pValue).toBeLessThan(0.001);
    expect(there.difference.low).toBeGreaterThan(0.05);
    const back = differenceByPage(paged(second), paged(first), mean);
    expect(back.pValue).toBe(there.pValue);
    expect(back.difference.high).toBeLessThan(0);
  });

  it('pairs by page, in any order of rows', () => {
    const first = paged(Array.from({ length: 30 }, (_, p) => ((p * 7) % 30) + 0.1 + (p % 3) / 100));
    const second = paged(Array.from({ length: 30 }, (_, p) => (p * 7) % 30));
    const expected = differenceByPage(first, second, mean);
    expect(expected.pValue).toBeLessThan(0.001);
    expect(differenceByPage(first, second.toReversed(), mean)).toEqual(expected);
    expect(differenceByPage(first.toReversed(), second, mean)).toEqual(expected);
  });

  it('finds no difference between equal methods, and refuses different pages', () => {
    const pages = paged([1, 2]);
    expect(differenceByPage(pages, pages, mean)).toMatchObject({ pValue: 1, difference: { estimate: 0 } });
    const other = [pages[0]!, { page: 'elsewhere', value: 2 }];
    expect(() => differenceByPage(pages, other, mean)).toThrow(/different pages \(2 and 2\): “p1”/);
    expect(() => differenceByPage(pages.slice(1), pages, mean)).toThrow(/different pages \(1 and 2\): “p0”/);
    expect(() => differenceByPage([], [], mean)).toThrow(/no pages to compare/);
  });
});
