import { describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import {
  articleRegion,
  type CommentRule,
  decide,
  type RankedRegion,
  rankRegions,
  regionsOf,
  regionText,
} from './regions.js';
import { sdTree } from './sd-tree.js';

const letters = (count: number) => 'x'.repeat(count);
const regions = (html: string, t2: number) => regionsOf(sdTree(treeFromHtml(html)), t2);

describe('regionsOf', () => {
  it('prunes nodes of at most T2 characters, and merges the rest', () => {
    const html = `<div id=a><p>${letters(30)}</p><p>${letters(20)}</p><p>${letters(21)}</p></div>`;
    expect(regions(html, 20).map(({ density }) => density)).toEqual([51]);
    expect(regions(html, 19).map(({ density }) => density)).toEqual([71]);
    expect(regions(html, 30)).toEqual([]);
  });

  it('counts a short link inside a long paragraph as part of it', () => {
    const html = `<div><p>${letters(30)} <a href=x>link</a></p></div>`;
    expect(regions(html, 20)[0]!.density).toBe(34);
  });

  it('counts text directly in a strong node if that node is large enough', () => {
    const html = `<div>${letters(15)}<p>${letters(10)}</p></div>`;
    // The node has 25 characters and is valid; its paragraph of 10 is not.
    expect(regions(html, 20)[0]!.density).toBe(15);
  });

  it('keeps strong nodes separate: a list in an article is its own region', () => {
    const html = `<div id=a>${letters(50)}<ul id=l><li>${letters(40)}</li></ul></div>`;
    expect(regions(html, 20).map(({ id, density }) => [id, density])).toEqual([
      ['a', 50],
      ['l', 40],
    ]);
  });

  it('returns the features of §3.2', () => {
    const html = `<body><h2>T</h2><div id=a class="y  x">${letters(30)}</div>`;
    const [region] = regions(html, 20);
    expect(region).toMatchObject({ className: 'x y', id: 'a' });
    expect(region!.title?.difference).toBe(0);
  });

  it('returns the text of a region, one block per line, without other regions', () => {
    const sd = sdTree(
      treeFromHtml(
        '<div id=a>One <b>line</b>.<p>Two</p>three<br>four<div>other</div><script>no</script></div>',
      ),
    );
    const [region] = regionsOf(sd, 2);
    expect(regionText(sd, region!.node, 2)).toBe('One line.\nTwo\nthree\nfour');
  });
});

describe('rankRegions', () => {
  it('measures the distance from the densest region: equation 1', () => {
    const html = `<div>${letters(1000)}</div><div>${letters(900)}</div><div>${letters(50)}</div>`;
    expect(rankRegions(regions(html, 20)).map(({ dfm }) => dfm)).toEqual([0, 10, 95]);
  });

  it('groups regions by classes in any order; those without are single', () => {
    const boxes = ['class="a b"', 'class="b a"', 'class=c', '', '']
      .map(attribute => `<div ${attribute}>${letters(30)}</div>`)
      .join('');
    expect(rankRegions(regions(boxes, 20)).map(({ group }) => group)).toEqual([0, 0, 1, 2, 3]);
  });
});

let node = 0;
function region(density: number, level: number, titleDifference?: number, className = ''): RankedRegion {
  const title = titleDifference === undefined ? undefined : { node: 0, difference: titleDifference };
  return { node: ++node, density, level, className, id: '', title, dfm: 0, group: 0 };
}

function rule(
  isComment: (region: RankedRegion) => boolean = () => false,
  scan: 'all' | 'candidates' = 'all',
) {
  return { scan, hasKeyword: isComment, sharesParent: () => true } satisfies CommentRule;
}

describe('articleRegion', () => {
  it('is both closest to the root and closest to its title', () => {
    const [a, b] = [region(100, 3, 1), region(90, 4, 2)];
    expect(articleRegion([b, a])).toBe(a);
  });

  it('is undefined if one is closer to the root and another to its title', () => {
    expect(articleRegion([region(100, 3, 2), region(90, 4, 1)])).toBeUndefined();
  });

  it('is the densest of equals, and undefined without a title', () => {
    const dense = region(90, 3, 1);
    expect(articleRegion([region(80, 3, 1), dense])).toBe(dense);
    expect(articleRegion([region(100, 3)])).toBeUndefined();
    expect(articleRegion([])).toBeUndefined();
  });
});

describe('decide', () => {
  it('follows the example of figure 1: R2 is too far from R1, which is the article', () => {
    const regions = rankRegions([region(1000, 3, 1), region(200, 3, 1)]);
    const decision = decide(regions, 10, rule());
    expect(decision).toMatchObject({ pageClass: 'article', comments: [], areas: [] });
    expect(decision.article?.density).toBe(1000);
  });

  it('returns article with comments if another region is a comment', () => {
    const regions = rankRegions([region(1000, 3, 1), region(200, 5, 3), region(100, 5, 3)]);
    const isSmall = ({ density }: RankedRegion) => density <= 200;
    const decision = decide(regions, 10, rule(isSmall));
    expect(decision.pageClass).toBe('article-with-comments');
    expect(decision.comments.map(({ density }) => density)).toEqual([200, 100]);
  });

  it('searches comments among candidates only with the option', () => {
    const regions = rankRegions([region(1000, 3, 1), region(200, 5, 3)]);
    const isSmall = ({ density }: RankedRegion) => density <= 200;
    expect(decide(regions, 10, rule(isSmall, 'candidates')).pageClass).toBe('article');
    expect(decide(regions, 80, rule(isSmall, 'candidates')).pageClass).toBe('article-with-comments');
  });

  it('requires a common parent', () => {
    const regions = rankRegions([region(1000, 3, 1), region(200, 5, 3)]);
    const apart: CommentRule = { ...rule(() => true), sharesParent: () => false };
    expect(decide(regions, 10, apart).pageClass).toBe('article');
  });

  it('returns multiple if several candidates are on one level', () => {
    const level = rankRegions([region(1000, 3, 1), region(900, 3, 1)]);
    expect(decide(level, 10, rule()).pageClass).toBe('multiple');
    const levels = rankRegions([region(1000, 3, 1), region(900, 4, 2)]);
    expect(decide(levels, 10, rule()).pageClass).toBe('article');
    expect(decide(rankRegions([region(1000, 3, 1)]), 100, rule()).pageClass).toBe('article');
  });

  it('returns multiple without an article, with all regions similar to a candidate', () => {
    const regions = rankRegions([
      region(1000, 3, 2, 'post'),
      region(950, 4, 1, 'post'),
      region(100, 4, 1, 'post'),
      region(100, 9, 1, 'menu'),
    ]);
    const decision = decide(regions, 10, rule());
    expect(decision).toMatchObject({ pageClass: 'multiple', article: undefined });
    expect(decision.areas.map(({ density }) => density)).toEqual([1000, 950, 100]);
  });

  it('returns multiple for a page without regions', () => {
    expect(decide([], 50, rule())).toEqual({
      pageClass: 'multiple',
      article: undefined,
      comments: [],
      areas: [],
    });
  });
});
