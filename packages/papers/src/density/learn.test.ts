import { pageDigest } from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import { describe, expect, it } from 'vitest';
import { goldOf, learnThresholds, type Outcomes, regionAccuracyOf, scoreThresholds } from './learn.js';
import { PAGE_CLASSES, type PageClass } from './regions.js';
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

/** A page classified correctly while `t1` is in a range. */
function page(pageClass: PageClass, from: number, to: number, accuracy = 1): Outcomes {
  const right = PAGE_CLASSES.indexOf(pageClass);
  return {
    gold: { pageClass, article: 100, comments: 0, text: undefined },
    predicted: t1 => (t1 >= from && t1 <= to ? right : (right + 1) % 3),
    accuracy: (_, t2) => (t2 <= 40 ? accuracy : accuracy / 2),
  };
}

describe('scoreThresholds', () => {
  it('gives every class the same weight', () => {
    const pages = [
      page('article', 0, 10),
      page('article', 0, 10),
      page('article', 50, 60),
      page('multiple', 0, 10, 0.4),
    ];
    const { precision, regionAccuracy } = scoreThresholds(pages, { t1: 0, t2: 20 });
    expect(precision).toBeCloseTo((2 / 3 + 1) / 2);
    expect(regionAccuracy).toBeCloseTo((1 + 0.4) / 2);
  });

  it('leaves pages without annotated regions out of the accuracy', () => {
    const bare: Outcomes = { ...page('article', 0, 100), accuracy: () => Number.NaN };
    expect(scoreThresholds([bare], { t1: 0, t2: 0 })).toEqual({ precision: 1, regionAccuracy: 0 });
  });
});

describe('learnThresholds', () => {
  it('finds the T1 that all classes agree on', () => {
    const pages = [page('article', 0, 45), page('article-with-comments', 30, 50), page('multiple', 45, 100)];
    expect(learnThresholds(pages).t1).toBe(45);
  });

  it('chooses T2 by region accuracy if precision is equal', () => {
    const pages = [
      { ...page('article', 0, 100), accuracy: (_: number, t2: number) => 1 / (1 + Math.abs(t2 - 60)) },
    ];
    expect(learnThresholds(pages)).toEqual({ t1: 0, t2: 60 });
  });

  it('rejects an empty training set', () => {
    expect(() => learnThresholds([])).toThrow(/at least one labelled page/);
  });
});

describe('regionAccuracyOf', () => {
  const sized = (density: number) => ({ density });

  it('follows equation 4: too short 0.5, too long 200 / 300, missed 0', () => {
    const gold = {
      pageClass: 'article-with-comments',
      article: 100,
      comments: 100,
      text: undefined,
    } as const;
    const cut = (article: number, ...comments: number[]) =>
      regionAccuracyOf({ article: sized(article), comments: comments.map(sized), areas: [] }, gold);
    expect(cut(50)).toBeCloseTo((0.5 + 0) / 2);
    expect(cut(200, 60, 40)).toBeCloseTo((200 / 300 + 1) / 2);
  });

  it('compares the densest area with an article, and all kept regions with several areas', () => {
    const areas = [sized(80), sized(100), sized(20)];
    const cut = { article: undefined, comments: [], areas };
    const gold = { article: 100, comments: 0, text: undefined };
    expect(regionAccuracyOf(cut, { ...gold, pageClass: 'article' })).toBe(1);
    expect(regionAccuracyOf(cut, { ...gold, pageClass: 'multiple' })).toBeCloseTo(200 / 300);
  });

  it('is undefined without annotation', () => {
    const gold = { pageClass: 'article', article: undefined, comments: 0, text: undefined } as const;
    expect(regionAccuracyOf({ article: sized(5), comments: [], areas: [] }, gold)).toBeUndefined();
  });
});
