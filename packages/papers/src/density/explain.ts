import type { Explanation, Finding } from '@webpith/lab';
import { articleRegion, type RankedRegion } from './decide.js';
import type { Segmentation } from './extractor.js';
import type { DensityModel } from './model.js';

/** Regions whose keywords are looked up: each takes a walk over the region. */
const MAX_KEYWORDS = 500;

/** Every region with its density, its distance from the densest against T1, its level, title and keywords. */
export function explainRegions(
  { sd, regions, hasKeyword, pageClass, article, comments, areas }: Segmentation,
  { thresholds: { t1, t2 } }: DensityModel,
): Explanation {
  const candidates = regions.filter(({ dfm }) => dfm <= t1);
  const roles = new Map<number, string>([
    ...areas.map(({ node }) => [node, 'area'] as const),
    ...comments.map(({ node }) => [node, 'comments'] as const),
    ...(article ? [[article.node, 'article'] as const] : []),
  ]);
  const least = Math.min(...candidates.map(({ level }) => level));
  const nearest = articleRegion(candidates);
  const findings = regions.map((region, i): Finding => {
    const role = roles.get(region.node);
    const isCandidate = region.dfm <= t1;
    return {
      node: region.node,
      kept: role === 'article' || role === 'area',
      stage: 'region',
      reason: reasonOf(role, region, isCandidate, t1),
      score: 1 - region.dfm / 100,
      evidence: [
        { fact: `density ${region.density} characters, noise is at most ${t2}`, weight: 1 },
        {
          fact: `distance from the densest ${region.dfm.toFixed(1)}, candidates have at most T1 = ${t1}`,
          weight: (t1 - region.dfm) / 100,
        },
        {
          fact: levelFact(region, isCandidate, least),
          weight: isCandidate && region.level === least ? 1 : 0,
        },
        { fact: titleFact(region), weight: region === nearest ? 1 : 0 },
        ...(i < MAX_KEYWORDS && hasKeyword(region)
          ? [{ fact: 'its class, id or text has a keyword of comments', weight: -1 }]
          : []),
      ],
    };
  });
  const notes = [
    `page class ${pageClass}: ${sentenceOf(pageClass, candidates.length)}`,
    `${regions.length} regions, ${candidates.length} candidates, T1 = ${t1}, T2 = ${t2}; tree of ${sd.tree.count} nodes`,
  ];
  return { notes, findings };
}

function reasonOf(role: string | undefined, { dfm }: RankedRegion, isCandidate: boolean, t1: number): string {
  if (role === 'article') return 'article: closest to the root and to its title';
  if (role === 'comments') return 'comments: a keyword, and a common parent with the article';
  if (role === 'area') return isCandidate ? 'one of several areas' : 'an area: same classes as a candidate';
  return isCandidate
    ? 'a candidate that is not the article'
    : `too far from the densest: ${dfm.toFixed(1)} > ${t1}`;
}

function levelFact({ level }: RankedRegion, isCandidate: boolean, least: number): string {
  return `level ${level}${isCandidate ? `, the candidate closest to the root has ${least}` : ''}`;
}

function titleFact({ title }: RankedRegion): string {
  return title === undefined ? 'no title before it' : `${title.difference} levels from its title`;
}

function sentenceOf(pageClass: Segmentation['pageClass'], candidates: number): string {
  if (candidates === 0) return 'no region has text';
  if (pageClass === 'article') return 'one candidate is closest to the root and to its title';
  if (pageClass === 'article-with-comments')
    return 'one candidate is the article, other regions have keywords';
  return 'no candidate is closest both to the root and to its title, or several are on one level';
}
