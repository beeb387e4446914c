import { describe, expect, it } from 'vitest';
import { differenceByPage } from './by-page.js';

const mean = (pages: readonly number[]) => pages.reduce((sum, page) => sum + page, 0) / pages.length;

describe('differenceByPage', () => {
  it('does not take one page with many parts for proof', () => {
    // Ten pages alike, one on which the first is far ahead: a test over parts would be sure.
    const first = [...Array<number>(10).fill(0.5), 1];
    const second = [...Array<number>(10).fill(0.5), 0];
    const { difference, pValue } = differenceByPage(first, second, mean);
    expect(difference.estimate).toBeCloseTo(1 / 11, 12);
    expect(pValue).toBe(1);
    expect(difference.low).toBe(0);
  });

  it('is sure where nearly all pages agree, either way round', () => {
    const first = Array.from({ length: 20 }, (_, p) => 0.6 + (p % 3) / 100);
    const second = first.map((value, p) => value - (p === 7 ? -0.01 : 0.1));
    const there = differenceByPage(first, second, mean);
    expect(there.pValue).toBeLessThan(0.001);
    expect(there.difference.low).toBeGreaterThan(0.05);
    const back = differenceByPage(second, first, mean);
    expect(back.pValue).toBe(there.pValue);
    expect(back.difference.high).toBeLessThan(0);
  });

  it('finds nothing where there is nothing, and refuses other pages', () => {
    expect(differenceByPage([1, 2], [1, 2], mean)).toMatchObject({ pValue: 1, difference: { estimate: 0 } });
    expect(() => differenceByPage([1], [1, 2], mean)).toThrow(/same pages, at least one, got 1 and 2/);
  });
});
