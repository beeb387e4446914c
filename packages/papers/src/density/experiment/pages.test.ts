import { expect, it } from 'vitest';
import { type ClassPage, foldsWithinSites, siteGold } from './pages.js';

const html = new TextEncoder().encode('<p>x');

it('derives the class of a page from the annotation of its corpus', () => {
  expect(siteGold('dragnet', { id: 'a', html, text: 'one two' })).toMatchObject({
    pageClass: 'article',
    article: 7,
    comments: 0,
  });
  const commented = siteGold('l3s', { id: 'a', html, text: 'one two', comments: ['three', 'four'] });
  expect(commented).toMatchObject({ pageClass: 'article-with-comments', article: 7, comments: 10 });
  expect(siteGold('wcxb', { id: 'a', html, type: 'forum', text: 'one' })?.pageClass).toBe('multiple');
  // Unlabelled: comments are unknown.
  expect(siteGold('wcxb', { id: 'a', html, type: 'article', text: 'one' })).toBeUndefined();
  expect(siteGold('dragnet', { id: 'a', html })).toBeUndefined();
});

it('spreads the pages of a site over all folds', () => {
  const pages = Array.from({ length: 40 }, (_, i) => ({
    key: `x/${i}`,
    corpus: 'x',
    site: `site${i % 4}`,
    gold: { pageClass: 'article', article: 1, comments: 0, text: undefined },
  })) satisfies ClassPage[];
  const folds = foldsWithinSites(pages);
  for (const site of ['site0', 'site3']) {
    const own = pages.flatMap((page, i) => (page.site === site ? [folds[i]!] : []));
    expect([...own].sort()).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
  }
});
