import { describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import {
  featureBlocks,
  featureExtractor,
  isTextDominant,
  kFeatureExtractor,
  textPurity,
} from './feature-extractor.js';
import { extractHtml } from './testing/extract-html.js';

const blocksOf = (html: string) => {
  const tree = treeFromHtml(html);
  const blocks = featureBlocks(tree, ['table', 'tr', 'hr', 'ul']);
  return { blocks, texts: blocks.map(block => block.texts.map(node => tree.text(node)).join('|')) };
};

describe('featureBlocks', () => {
  it('assigns text to the innermost block, and keeps text between blocks', () => {
    const { texts } = blocksOf('a<table><tr><td>b</td></tr><tr><td>c<ul><li>d</ul>e</td></tr></table>f');
    expect(texts).toEqual(['a|f', '', 'b', 'c|e', 'd']);
  });

  it('cuts a block at a rule', () => {
    expect(blocksOf('a<p>b</p><hr>c<ul><li>d<hr>e</ul>f').texts).toEqual(['a|b', 'c|f', 'd', 'e']);
  });

  it('counts features and divides them by the largest of the page', () => {
    const { blocks } = blocksOf('12345678<img><img><b>x</b><ul><li><a>1234</a><img></ul>');
    expect(blocks[0]!.counts).toEqual({
      text: 9,
      links: 0,
      formats: 1,
      images: 2,
      applets: 0,
      scripts: 0,
      blocks: 1,
    });
    expect(blocks[1]!.values).toMatchObject({ text: 4 / 9, links: 1, images: 1 / 2 });
    expect(isTextDominant(blocks[0]!)).toBe(true); // no other feature is stronger
    expect(isTextDominant(blocks[1]!)).toBe(false); // links are stronger
    expect(textPurity(blocks[0]!)).toBe(1 / 4);
    expect(textPurity(blocks[1]!)).toBeCloseTo(4 / 9 / (4 / 9 + 1.5), 12);
  });
});

const row = (cell: string) => `<tr><td>${cell}</td></tr>`;
const page = `<table>${[
  row('<a href="a">menu</a> <a href="b">menu</a>'),
  row('a long text with one <a href="c">link</a> in it, the article say'),
  row('a shorter text that is pure, of the same article'),
  row('pure'),
].join('')}</table>`;

describe('Feature Extractor', () => {
  it('returns the purest block, and of equals the one with most text', () => {
    expect(extractHtml(featureExtractor, page)).toBe('a shorter text that is pure, of the same article');
  });

  it('merges text outside the block tags', () => {
    expect(extractHtml(featureExtractor, '<p>a <b>b</b></p><p>c d</p>')).toBe('a b\nc d');
  });
});

describe('K-Feature Extractor', () => {
  it('returns the cluster of blocks with most text', () => {
    expect(extractHtml(kFeatureExtractor, page, 2)).toBe(
      'a long text with one link in it, the article say\na shorter text that is pure, of the same article',
    );
  });

  it('works with fewer blocks than clusters', () => {
    expect(extractHtml(kFeatureExtractor, '<p>text</p>', 5)).toBe('text');
  });
});
