import { describe, expect, it } from 'vitest';
import { articleRegion, type CommentRule, decide, type RankedRegion, rankRegions } from './decide.js';

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
