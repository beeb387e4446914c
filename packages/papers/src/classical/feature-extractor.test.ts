import { describe, expect, it } from 'vitest';
import { featureExtractor } from './feature-extractor.js';
import { kFeatureExtractor } from './k-feature-extractor.js';
import { extractHtml } from './testing/extract-html.js';

const row = (cell: string) => `<tr><td>${cell}</td></tr>`;
const page = `<table>${[
  row('<a href="a">menu</a> <a href="b">menu</a>'),
  row('a long text with one <a href="c">link</a> in it, the article say'),
  row('a shorter text that is pure, of the same article'),
  row('pure'),
].join('')}</table>`;

describe('Feature Extractor', () => {
  it('takes the purest block, and of equally pure ones that with the most text', () => {
    expect(extractHtml(featureExtractor, page)).toBe('a shorter text that is pure, of the same article');
  });

  it('takes the tags that make a block as an option', () => {
    expect(extractHtml(featureExtractor, '<p>a <b>b</b></p><p>c d</p>')).toBe('a b\nc d');
    expect(extractHtml(featureExtractor, '<p>a <b>b</b></p><p>c d</p>', { blockTags: ['p'] })).toBe('c d');
  });
});

describe('K-Feature Extractor', () => {
  it('takes the cluster of blocks that is richest in text', () => {
    expect(extractHtml(kFeatureExtractor, page, { k: 2 })).toBe(
      'a long text with one link in it, the article say\na shorter text that is pure, of the same article',
    );
  });

  it('makes do with fewer blocks than clusters', () => {
    expect(extractHtml(kFeatureExtractor, '<p>text</p>', { k: 5 })).toBe('text');
  });
});
