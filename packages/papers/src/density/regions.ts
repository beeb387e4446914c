import { TextLines } from '@webpith/lab/internals';
import { ATTR, IS_BLOCK, meaning, TAG } from 'webpith/stages';
import { type AncestorTitle, ancestorTitle, type SdTree } from './sd-tree.js';

/** A valid group (§3.3): a strong node with the valid weak nodes merged into it. */
interface Region {
  readonly node: number;
  readonly density: number;
  readonly level: number;
  readonly className: string;
  readonly id: string;
  readonly title: AncestorTitle | undefined;
}

type RegionFeatures = Omit<Region, 'density'>;

/** Steps 2 to 4: prunes nodes of at most `t2`, merges the rest into the nearest strong nodes; in document order. */
export function regionsOf(
  sd: SdTree,
  t2: number,
  featuresOf: (node: number) => RegionFeatures = node => regionFeatures(sd, node),
): Region[] {
  const merged = new Uint32Array(sd.tree.count);
  for (let node = 1; node < sd.tree.count; node++) {
    const isText = sd.tree.tag[node] === TAG['#text'];
    if (isText && isValid(sd, node, t2)) merged[sd.holder[node]!]! += sd.density[node]!;
  }
  const regions: Region[] = [];
  for (let node = 0; node < sd.tree.count; node++) {
    if (merged[node]! > 0) regions.push({ ...featuresOf(node), density: merged[node]! });
  }
  return regions;
}

/** Step 2: true if the outermost weak node around the text, or else its strong node, is denser than `t2`. */
function isValid(sd: SdTree, text: number, t2: number): boolean {
  return sd.density[sd.outermost[text]!]! > t2;
}

export function regionFeatures(sd: SdTree, node: number): RegionFeatures {
  const { tree } = sd;
  return {
    node,
    level: sd.level[node]!,
    className: sortedClasses(tree.attribute(node, ATTR.class) ?? ''),
    id: tree.attribute(node, ATTR.id) ?? '',
    title: ancestorTitle(sd, node),
  };
}

/** An element may have thousands of classes; this many characters identify its group. */
const MAX_CLASS_CHARACTERS = 2000;

function sortedClasses(value: string): string {
  const names = value.slice(0, MAX_CLASS_CHARACTERS).split(/\s+/).filter(Boolean);
  return names.sort().join(' ');
}

/** Calls `visit` for the valid texts of a region, and with -1 where a line ends. */
function visitTexts(sd: SdTree, node: number, t2: number, visit: (text: number) => void): void {
  const { tree } = sd;
  let line = node;
  for (let n = node + 1; n < tree.end[node]!; ) {
    const tag = tree.tag[n]!;
    if (sd.isStrong[n] === 1 || sd.isIgnored[n] === 1) {
      visit(-1);
      n = tree.end[n]!;
      continue;
    }
    if (tag === TAG['#text'] && isValid(sd, n, t2)) {
      const block = blockAround(sd, n, node);
      if (block !== line) visit(-1);
      line = block;
      visit(n);
    }
    if (tag === TAG.br) visit(-1);
    n++;
  }
}

function blockAround({ tree }: SdTree, text: number, region: number): number {
  let node = tree.parent[text]!;
  // Bounds the walk through deeply nested inline tags.
  for (let step = 0; step < 64 && node > region; step++, node = tree.parent[node]!) {
    if ((meaning(tree.tag[node]!) & IS_BLOCK) !== 0) return node;
  }
  return region;
}

export function regionText(sd: SdTree, node: number, t2: number): string {
  const lines = new TextLines();
  visitTexts(sd, node, t2, text => {
    if (text < 0) lines.endLine();
    else lines.add(sd.tree.text(text));
  });
  return lines.text();
}

export function someText(sd: SdTree, node: number, t2: number, test: (text: number) => boolean): boolean {
  let found = false;
  visitTexts(sd, node, t2, text => {
    found ||= text >= 0 && test(text);
  });
  return found;
}

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

export interface DetectedRegions<R> {
  readonly pageClass: PageClass;
  readonly article: R | undefined;
  readonly comments: readonly R[];
  readonly areas: readonly R[];
}

export type Decision = DetectedRegions<RankedRegion>;

export interface CommentRule {
  readonly scan: 'all' | 'candidates';
  hasKeyword(region: RankedRegion): boolean;
  sharesParent(region: RankedRegion, article: RankedRegion): boolean;
}

/** Steps 6 and 7: the candidates are the regions with dfm ≤ T1; then the rules of §3.3 in order. */
export function decide(
  regions: readonly RankedRegion[],
  t1: number,
  rule: CommentRule,
  articleOf: typeof articleRegion = articleRegion,
): Decision {
  const candidates = regions.filter(region => region.dfm <= t1);
  const article = articleOf(candidates);
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

export function titleDistance({ title }: RankedRegion): number {
  return title?.difference ?? Number.POSITIVE_INFINITY;
}

function least(values: readonly number[]): number {
  return values.reduce((min, value) => Math.min(min, value), Number.POSITIVE_INFINITY);
}

function areOnOneLevel(regions: readonly RankedRegion[]): boolean {
  return regions.every(region => region.level === regions[0]!.level);
}

function multiple(regions: readonly RankedRegion[], candidates: readonly RankedRegion[]): Decision {
  const groups = new Set(candidates.map(region => region.group));
  const areas = regions.filter(region => groups.has(region.group));
  return { pageClass: 'multiple', article: undefined, comments: [], areas };
}
