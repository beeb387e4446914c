import { describe, expect, it } from 'vitest';
import { blogSign, genreOfCorpusPage, isBlogUrl } from './genres.js';
import { segmented } from './testing/pages.js';

describe('addresses of blogs', () => {
  it.each([
    ['https://someone.blogspot.co.uk/2020/a.html', true],
    ['https://someone.substack.com/p/a', true],
    ['https://blog.firm.example/a', true],
    ['https://firm.example/en/blog/a', true],
    ['https://firm.example/company-blog/a', true],
    ['https://firm.example/blogger-of-the-year', false],
    ['https://paper.example/2024/05/06/a', false],
    ['not an address', false],
  ])('%s: %s', (url, expected) => {
    expect(isBlogUrl(url)).toBe(expected);
  });
});

describe('signs of a blog', () => {
  const sign = (html: string) => blogSign(segmented(html).tree, 'https://x.example/a');

  it('are found in generator and markup', () => {
    expect(sign('<meta name=generator content="Ghost 5.1">')).toBe('generator');
    expect(sign('<body class="post-template single-post postid-12">text')).toBe('markup');
    expect(sign('<script type="application/ld+json">{"@type":"BlogPosting"}</script>')).toBe('markup');
    expect(sign('<div itemtype="https://schema.org/BlogPosting">text</div>')).toBe('markup');
  });

  it('are absent on a newspaper page', () => {
    expect(
      sign('<meta name=generator content="Drupal 9"><body class=article><article class=story>text'),
    ).toBeUndefined();
  });
});

describe('the genre of a corpus page', () => {
  const { tree } = segmented('<body class=single-post>text');

  it('is its type, or news or blog for an article', () => {
    expect(genreOfCorpusPage('news', undefined, tree, 'x')).toBe('news');
    expect(genreOfCorpusPage('forum', undefined, tree, 'wcxb')).toBe('forum');
    expect(genreOfCorpusPage('article', undefined, tree, 'wcxb')).toBe('blog');
    expect(genreOfCorpusPage('article', undefined, tree, 'newspapers')).toBe('news');
    expect(genreOfCorpusPage('product', undefined, tree, 'wcxb')).toBeUndefined();
  });
});
