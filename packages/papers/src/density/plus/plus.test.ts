import { describe, expect, it } from 'vitest';
import { type PageTree, treeFromHtml } from 'webpith/stages';
import type { DensityExtraction } from '../extractor.js';
import { articlePage, commentedPage, prose, threadPage } from '../testing/pages.js';
import {
  learnShares,
  learnTypes,
  loadPlusModel,
  type PlusExample,
  plusExtractor,
  plusToJSON,
  SHARE_GRID,
  segmentAs,
  shareAccuracies,
} from './extractor.js';
import {
  COMMENT,
  containerOf,
  isCommentFormName,
  isCommentName,
  isNoiseName,
  largestGroup,
  NOISE,
  PAGE_FEATURES,
  pageFeatures,
  plusMap,
} from './page-map.js';

const bytes = (html: string) => new TextEncoder().encode(html);
const SHARES = { article: 0.7, multiple: 0.7 };

function byId(tree: PageTree, id: string): number {
  for (let node = 1; node < tree.count; node++) {
    if (tree.attributes(node).some(([name, value]) => name === 'id' && value === id)) return node;
  }
  throw new Error(`no #${id}`);
}

describe('names', () => {
  it('distinguish comments from forms, counters and opinion pieces', () => {
    const comments = ['comments', 'comment-list', 'div-comment-12 x', 'leserkommentare', 'box commentsLists'];
    const others = [
      'comments-form',
      'comment-count',
      'commentary',
      'recent-comments',
      'has-comments',
      'comments-link',
    ];
    expect(comments.map(isCommentName)).toEqual(comments.map(() => true));
    expect(others.map(isCommentName)).toEqual(others.map(() => false));
  });

  it('identify noise by whole words and comment forms', () => {
    expect(['site-footer', 'mainNav', 'post related'].map(isNoiseName)).toEqual([true, true, true]);
    expect(['naval history', 'menuhin'].map(isNoiseName)).toEqual([false, false]);
    expect(['comment-respond', 'post-comments'].map(isCommentFormName)).toEqual([true, false]);
  });
});

describe('plusMap', () => {
  it('marks noise and comments, a form inside comments as noise', () => {
    const html = `<div id=a>${prose(9)}</div><aside id=n>${prose(1)}</aside>
      <div id=comments><p id=c>${prose(2)}</p><form id=f>${prose(1)}</form></div>`;
    const map = plusMap(treeFromHtml(html));
    const part = (id: string) => map.part[byId(map.sd.tree, id)];
    expect(['a', 'n', 'c', 'f'].map(part)).toEqual([0, NOISE, COMMENT, NOISE]);
    expect(map.commentNodes).toEqual([byId(map.sd.tree, 'comments')]);
    expect(map.commented[0]).toBe(prose(2).length);
    expect(map.characters[0]).toBe(prose(9).length + prose(2).length);
  });

  it('treats hidden text as visible if it is most of the page', () => {
    const text = prose(6);
    const hidden = plusMap(treeFromHtml(`<div style="visibility:hidden">${text}</div><p>Loading</p>`));
    expect(hidden.characters[0]).toBe(text.length + 7);
    const mostlyShown = plusMap(treeFromHtml(`<div>${text}</div><p style="display:none">Loading</p>`));
    expect(mostlyShown.characters[0]).toBe(text.length);
  });
});

describe('containerOf', () => {
  it('is the deepest strong node with the share of the text', () => {
    const html = `<div id=all><div id=story><div id=first>${prose(6)}</div><div>${prose(3)}</div></div><div>${prose(1)}</div></div>`;
    const map = plusMap(treeFromHtml(html));
    const id = (share: number) => containerOf(map, share, false);
    expect(id(0.55)).toBe(byId(map.sd.tree, 'first'));
    expect(id(0.85)).toBe(byId(map.sd.tree, 'story'));
    expect(id(0.95)).toBe(byId(map.sd.tree, 'all'));
  });

  it('is the root of a page without text', () => {
    expect(containerOf(plusMap(treeFromHtml('<div></div>')), 0.5, true)).toBe(0);
  });
});

describe('segmentAs', () => {
  it('returns the posts of a discussion', () => {
    const map = plusMap(treeFromHtml(threadPage(6)));
    expect(largestGroup(map, 0)!.nodes).toHaveLength(6);
    expect(segmentAs(map, 'multiple', SHARES).areas).toHaveLength(6);
  });

  it('separates comments from the article', () => {
    const map = plusMap(treeFromHtml(commentedPage(3)));
    const { article, comments } = segmentAs(map, 'article-with-comments', SHARES);
    const written = Array.from({ length: 10 }, (_, i) => prose(3, i).length);
    expect(article!.density).toBe(written.reduce((sum, length) => sum + length));
    expect(comments).toHaveLength(1);
    expect(segmentAs(map, 'article', SHARES).comments).toEqual([]);
  });
});

const makers = {
  article: articlePage,
  'article-with-comments': commentedPage,
  multiple: threadPage,
} as const;

const examples: PlusExample[] = (Object.keys(makers) as (keyof typeof makers)[]).flatMap(pageClass =>
  Array.from({ length: 40 }, (_, i) => {
    const map = plusMap(treeFromHtml(makers[pageClass](pageClass === 'article' ? 24 + 3 * i : 4 + i)));
    const gold = { pageClass, article: 2000, comments: 0, text: undefined };
    return { gold, features: pageFeatures(map), accuracies: shareAccuracies(map, gold) };
  }),
);

describe('learning', () => {
  it('chooses the shares with the best region accuracy', () => {
    const page = (pageClass: 'article' | 'multiple', best: number): PlusExample => ({
      gold: { pageClass, article: 1, comments: 0, text: undefined },
      features: [],
      accuracies: SHARE_GRID.map(share => (share === best ? 1 : Number.NaN)),
    });
    expect(learnShares([page('article', 0.6), page('multiple', 0.9)])).toEqual({
      article: 0.6,
      multiple: 0.9,
    });
  });

  it('classifies pages, reloads its model, and accepts hostile pages', () => {
    const model = plusToJSON({ shares: SHARES, types: learnTypes(examples) });
    const read = loadPlusModel(JSON.parse(JSON.stringify(model)));
    const extractor = plusExtractor(read);
    const extract = (html: string) => extractor.extract({ id: 'p', html: bytes(html) }) as DensityExtraction;
    const types = Object.values(makers).map(page => extract(page()).type);
    expect(types).toEqual(Object.keys(makers));
    expect(extract(commentedPage()).relations).toHaveLength(1);
    expect(extract('').text).toBe('');
    const deep = `<h1>T</h1>${'<div class=comment>text in here'.repeat(20_000)}${'<div>'.repeat(200_000)}${prose(3)}`;
    expect(extract(deep).text.length).toBeGreaterThan(0);
  });

  it('rejects models with other features or none', () => {
    const file = plusToJSON({ shares: SHARES, types: learnTypes(examples) });
    const other = { ...file, method: 'density' };
    expect(() => loadPlusModel(other)).toThrow(
      /expected a model of “density-plus”, got a model of “density”/,
    );
    const types = file.weights.types as unknown as { attributes: { name: string }[] };
    const renamed = {
      ...types,
      attributes: types.attributes.map(entry => ({ ...entry, name: `old ${entry.name}` })),
    };
    expect(() => loadPlusModel({ ...file, weights: { ...file.weights, types: renamed } })).toThrow(
      /features of this version/,
    );
  });

  it('returns one finite number per feature, even without text', () => {
    for (const html of ['', articlePage(), commentedPage(), threadPage()]) {
      const row = pageFeatures(plusMap(treeFromHtml(html)));
      expect(row).toHaveLength(PAGE_FEATURES.length);
      expect(row.every(Number.isFinite)).toBe(true);
    }
  });
});
