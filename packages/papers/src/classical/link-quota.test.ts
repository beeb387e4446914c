import { describe, expect, it } from 'vitest';
import { blocksFromTree, treeFromHtml } from 'webpith/stages';
import { linkQuota, linkQuotas } from './link-quota.js';

const page = '<p>one <a href="x">two</a> three four</p><ul><li><a href="y">five six</a> seven</li></ul>';

describe('Link Quota Filter', () => {
  it('counts linked words over all words', () => {
    const blocks = blocksFromTree(treeFromHtml(page));
    expect([...linkQuotas(blocks)]).toEqual([1 / 4, 2 / 3]);
  });

  it('drops blocks above the threshold and keeps those at it', () => {
    expect(linkQuota(treeFromHtml(page), 0.25)).toBe('one two three four');
    expect(linkQuota(treeFromHtml(page), 0.75)).toBe('one two three four\nfive six seven');
  });

  it('counts all text of a node without nested blocks', () => {
    const split = '<div>one two<p>three</p><a href="x">four five</a></div>';
    expect(linkQuota(treeFromHtml(split), 0.4)).toBe('three');
    expect(linkQuota(treeFromHtml(split), 0.5)).toBe('one two\nthree\nfour five');
  });
});
