import { describe, expect, it } from 'vitest';
import { dealPages } from './paper-split.js';

const pages = [...'aabbbccdefgh'].map(site => ({ site }));
const halvesOf = (site: string, halves: readonly number[]) =>
  new Set(halves.filter((_, page) => pages[page]!.site === site));

describe('dealPages', () => {
  it('by page puts pages of a site into both halves', () => {
    const halves = dealPages(pages, 'by page');
    for (const site of 'abc') expect(halvesOf(site, halves)).toEqual(new Set([0, 1]));
  });

  it('by site keeps them together', () => {
    const halves = dealPages(pages, 'by site');
    for (const site of 'abcdefgh') expect(halvesOf(site, halves).size).toBe(1);
  });

  it('makes reproducible halves of about the same size', () => {
    for (const split of ['by page', 'by site'] as const) {
      const halves = dealPages(pages, split);
      expect(Math.abs(halves.filter(half => half === 0).length - pages.length / 2)).toBeLessThanOrEqual(2);
      expect(dealPages(pages, split)).toEqual(halves);
    }
  });
});
