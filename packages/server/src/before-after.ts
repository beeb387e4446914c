import type { BeforeAfter } from './api/jobs.js';

export function fourDigits(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

/** Mean scores of pages before and after a change; 0 without pages. */
export function meansOf(pages: readonly Pick<BeforeAfter, 'before' | 'after'>[]): BeforeAfter {
  const mean = (of: 'before' | 'after') =>
    fourDigits(pages.reduce((sum, page) => sum + page[of], 0) / Math.max(1, pages.length));
  return { pages: pages.length, before: mean('before'), after: mean('after') };
}
