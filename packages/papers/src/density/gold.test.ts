import { pageDigest } from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import { describe, expect, it } from 'vitest';
import { goldOf } from './gold.js';
import { sdTree } from './sd-tree.js';
import { findNode } from './testing/find-node.js';

const html = new TextEncoder().encode(
  '<div id=a>twelve chars</div><div id=c style="display:none"><p>abc</p><p>de</p></div>',
);
const nodeOf = (what: string) => findNode(sdTree(pageTree({ html })), what);
const labels = (nodes: Record<number, string>) => ({ id: 'p', digest: pageDigest(html), nodes });

describe('goldOf', () => {
  it('derives classes from page types, with the gold text as one region', () => {
    const gold = goldOf({ page: { id: 'p', html, type: 'forum', text: ' a  b ' } });
    expect(gold).toMatchObject({ pageClass: 'multiple', article: 3, comments: 0 });
  });

  it('distinguishes articles with and without comments by labels, hidden or not', () => {
    const page = { id: 'p', html, type: 'article', text: 'gold' };
    expect(goldOf({ page, labels: labels({}) })).toMatchObject({ pageClass: 'article', article: 4 });
    const both = labels({ [nodeOf('#a')]: 'article', [nodeOf('#c')]: 'comments' });
    expect(goldOf({ page, labels: both })).toMatchObject({
      pageClass: 'article-with-comments',
      article: 12,
      comments: 5,
    });
  });

  it('is undefined for unlabelled articles and other types', () => {
    expect(goldOf({ page: { id: 'p', html, type: 'article', text: 'x' } })).toBeUndefined();
    expect(goldOf({ page: { id: 'p', html, type: 'product', text: 'x' } })).toBeUndefined();
  });

  it('rejects labels of missing nodes', () => {
    expect(() => goldOf({ page: { id: 'p', html }, labels: labels({ 999: 'comments' }) })).toThrow(
      /node 999.*Label the page again/,
    );
  });
});
