import type { RankedRegion } from './candidates.js';

/** The page types of the paper. */
export const PAGE_CLASSES = ['article', 'article-with-comments', 'multiple'] as const;
export type PageClass = (typeof PAGE_CLASSES)[number];

/** What a page is, and the regions that are kept, each with its role. */
export interface Decision {
  readonly pageClass: PageClass;
  /** The article; undefined on a page with multiple areas. */
  readonly article: RankedRegion | undefined;
  readonly comments: readonly RankedRegion[];
  /** The areas of a page that has several. */
  readonly areas: readonly RankedRegion[];
}

/** What is asked of a region that is to be a comment. */
export interface CommentRule {
  /** Which regions are looked at besides the article: all that are left, or only candidates. */
  readonly scan: 'all' | 'candidates';
  /** Whether its text, classes or id hold a keyword. */
  hasKeyword(region: RankedRegion): boolean;
  /** Whether it has a common parent with the article. */
  sharesParent(region: RankedRegion, article: RankedRegion): boolean;
}

/** Steps 6 and 7: candidates by T1, then the rules of §3.3 in their order. */
export function decide(regions: readonly RankedRegion[], t1: number, rule: CommentRule): Decision {
  const candidates = regions.filter(region => region.dfm <= t1);
  const article = articleRegion(candidates);
  if (article === undefined) return multiple(regions, candidates);
  const scanned = rule.scan === 'all' ? regions : candidates;
  const comments = scanned.filter(
    region => region !== article && rule.hasKeyword(region) && rule.sharesParent(region, article),
  );
  if (comments.length > 0) return { pageClass: 'article-with-comments', article, comments, areas: [] };
  if (candidates.length > 1 && areOnOneLevel(candidates)) return multiple(regions, candidates);
  return { pageClass: 'article', article, comments: [], areas: [] };
}

/**
 * The candidate that is closest to the root and has its title closest, both at once; the densest of several. None is
 * found where one candidate is closer to the root and another closer to its title.
 */
export function articleRegion(candidates: readonly RankedRegion[]): RankedRegion | undefined {
  const level = least(candidates.map(region => region.level));
  const distance = least(candidates.map(titleDistance));
  if (distance === Number.POSITIVE_INFINITY) return undefined;
  const both = candidates.filter(region => region.level === level && titleDistance(region) === distance);
  return both.reduce<RankedRegion | undefined>(
    (best, region) => (best === undefined || region.density > best.density ? region : best),
    undefined,
  );
}

function titleDistance({ title }: RankedRegion): number {
  return title?.difference ?? Number.POSITIVE_INFINITY;
}

function least(values: readonly number[]): number {
  return values.reduce((min, value) => Math.min(min, value), Number.POSITIVE_INFINITY);
}

function areOnOneLevel(regions: readonly RankedRegion[]): boolean {
  return regions.every(region => region.level === regions[0]!.level);
}

/** The areas of a page are its candidates and what has the same classes as one of them. */
function multiple(regions: readonly RankedRegion[], candidates: readonly RankedRegion[]): Decision {
  const groups = new Set(candidates.map(region => region.group));
  const areas = regions.filter(region => groups.has(region.group));
  return { pageClass: 'multiple', article: undefined, comments: [], areas };
}
