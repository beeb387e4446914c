import { describe, expect, it } from 'vitest';
import { blocksFromTree, treeFromHtml } from 'webpith/stages';
import { linkQuota, linkQuotas } from './link-quota.js';
import { extractHtml } from './testing/extract-html.js';

const page = '<p>one <a href="x">two</a> three four</p><ul><li><a href="y">five six</a> seven</li></ul>';

describe('Link Quota Filter', () => {
  it('counts linked words over all words, or over unlinked ones', () => {
    const blocks = blocksFromTree(treeFromHtml(page));
    expect([...linkQuotas(blocks, 'all')]).toEqual([1 / 4, 2 / 3]);
    expect([...linkQuotas(blocks, 'unlinked')]).toEqual([1 / 3, 2]);
  });

  it('drops blocks above the threshold and keeps those at it', () => {
    expect(extractHtml(linkQuota, page, { threshold: 0.25 })).toBe('one two three four');
    expect(extractHtml(linkQuota, page, { threshold: 0.25, against: 'unlinked' })).toBe('');
    expect(extractHtml(linkQuota, page, { threshold: 0.75 })).toBe('one two three four\nfive six seven');
  });

  it('counts all text of a node without nested blocks', () => {
    const split = '<div>one two<p>three</p><a href="x">four five</a></div>';
    expect(extractHtml(linkQuota, split, { threshold: 0.4 })).toBe('three');
    expect(extractHtml(linkQuota, split, { threshold: 0.5 })).toBe('one two\nthree\nfour five');
  });
});
