import type { Region } from './regions.js';

export interface RankedRegion extends Region {
  /** Distance from the densest region, 100 − 100 · density / largest density (equation 1). */
  readonly dfm: number;
  /** Number of the group of regions with the same classes; a region without classes is its own group. */
  readonly group: number;
}

export function rankRegions(regions: readonly Region[]): RankedRegion[] {
  const largest = regions.reduce((max, region) => Math.max(max, region.density), 0);
  const groups = new Map<string, number>();
  let count = 0;
  return regions.map(region => {
    const known = region.className === '' ? undefined : groups.get(region.className);
    const group = known ?? count++;
    if (region.className !== '') groups.set(region.className, group);
    return { ...region, dfm: 100 - (region.density * 100) / largest, group };
  });
}

export const PAGE_CLASSES = ['article', 'article-with-comments', 'multiple'] as const;
export type PageClass = (typeof PAGE_CLASSES)[number];

/** The regions found on a page; `areas` only on a page with multiple areas, which has no article. */
export interface DetectedRegions<R> {
  readonly pageClass: PageClass;
  readonly article: R | undefined;
  readonly comments: readonly R[];
  readonly areas: readonly R[];
}

export type Decision = DetectedRegions<RankedRegion>;

export interface CommentRule {
  /** Search all regions except the article, or only the candidates. */
  readonly scan: 'all' | 'candidates';
  hasKeyword(region: RankedRegion): boolean;
  sharesParent(region: RankedRegion, article: RankedRegion): boolean;
}

/** Steps 6 and 7: the candidates are the regions with dfm ≤ T1; then the rules of §3.3 in order. */
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

/** The candidate that is both closest to the root and closest to its title, the densest of several. */
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

/** The areas are the candidates and all regions in their groups. */
function multiple(regions: readonly RankedRegion[], candidates: readonly RankedRegion[]): Decision {
  const groups = new Set(candidates.map(region => region.group));
  const areas = regions.filter(region => groups.has(region.group));
  return { pageClass: 'multiple', article: undefined, comments: [], areas };
}
