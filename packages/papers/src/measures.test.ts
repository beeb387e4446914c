import { describe, expect, it } from 'vitest';
import { comparePages, type PageValue, pairByPage } from './measures.js';

/** Very different pages; on each the first method is slightly better. */
const first: PageValue[] = Array.from({ length: 40 }, (_, i) => ({
  page: `p${i}`,
  value: ((i * 7) % 40) + 0.2 + (i % 3) / 100,
}));
const second: PageValue[] = first.map(({ page }, i) => ({ page, value: (i * 7) % 40 }));

describe('pairing by page', () => {
  it('does not depend on the order of rows', () => {
    const shuffled = second.toSorted((a, b) => a.value - b.value);
    expect(comparePages(first, shuffled)).toEqual(comparePages(first, second));
    expect(comparePages(first, shuffled).pValue).toBeLessThan(1e-6);
    expect(comparePages(first, shuffled).difference.low).toBeGreaterThan(0.19);
  });

  it('refuses methods that cover different pages', () => {
    const other = [...second.slice(1), { page: 'elsewhere', value: 1 }];
    expect(() => pairByPage(first, other)).toThrow(/different pages \(40 and 40\): “p0”/);
    expect(() => pairByPage(first, second.slice(1))).toThrow(/different pages \(40 and 39\): “p0”/);
    expect(() => pairByPage(first.slice(1), second)).toThrow(/different pages \(39 and 40\): “p0”/);
  });

  it('refuses duplicate pages', () => {
    expect(() => pairByPage([...first, first[3]!], second)).toThrow(/“p3” twice/);
  });
});
