import type { Explanation, Extractor, Finding } from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import { denseMatrix } from '@webpith/learn';
import { TAG } from 'webpith/stages';
import { writeText } from '../../write-text.js';
import type { DetectedRegions, PageClass } from '../decide.js';
import { extractionOf } from '../extractor.js';
import type { ContainerShares, PlusModel } from './model.js';
import { PAGE_FEATURES, pageFeatures } from './page-features.js';
import { COMMENT, containerOf, largestGroup, NOISE, type PageMap, plusMap } from './page-map.js';

export function plusExtractor(model: PlusModel): Extractor {
  return {
    name: 'density-plus',
    extract: page => {
      const map = plusMap(pageTree(page));
      const { comments, areas, ...rest } = segmentAs(map, pageClassOf(map, model), model.shares);
      const regions = {
        ...rest,
        comments: comments.slice(0, MAX_REGIONS),
        areas: areas.slice(0, MAX_REGIONS),
      };
      return extractionOf(map.sd, regions, (region, role) => plusText(map, region, role !== 'article'));
    },
    explain: page => explainMap(plusMap(pageTree(page)), model),
  };
}

/** Writing the text of a region takes a walk over the page, so their number is limited. */
export const MAX_REGIONS = 200;

interface PlusRegion {
  readonly node: number;
  readonly density: number;
}

type PlusSegmentation = DetectedRegions<PlusRegion>;

function pageClassOf(map: PageMap, { types }: PlusModel): PageClass {
  const row = denseMatrix([pageFeatures(map)], PAGE_FEATURES.length);
  return types.classes[types.predict(row)[0]!] as PageClass;
}

export function segmentAs(map: PageMap, pageClass: PageClass, shares: ContainerShares): PlusSegmentation {
  if (pageClass === 'multiple') {
    return { pageClass, article: undefined, comments: [], areas: areasOf(map, shares.multiple) };
  }
  const node = containerOf(map, shares.article, false);
  const article = { node, density: map.characters[node]! - map.commented[node]! };
  const comments = pageClass === 'article' ? [] : map.commentNodes;
  const commentRegions = comments.map(comment => ({ node: comment, density: map.commented[comment]! }));
  return { pageClass, article, comments: commentRegions, areas: [] };
}

/** Minimum share of the container's text in repeated siblings for them to be the areas. */
const MIN_GROUP_SHARE = 0.8;

function areasOf(map: PageMap, share: number): PlusRegion[] {
  const node = containerOf(map, share, true);
  const group = largestGroup(map, node);
  const region = (part: number) => ({ node: part, density: map.characters[part]! });
  const isWhole = group === undefined || group.characters < MIN_GROUP_SHARE * map.characters[node]!;
  return isWhole ? [region(node)] : group.nodes.map(region);
}

export function plusText({ sd, part }: PageMap, { node }: PlusRegion, withComments: boolean): string {
  const { tree } = sd;
  return writeText(tree, text => {
    if (text < node || text >= tree.end[node]! || sd.isIgnored[text] === 1) return '';
    if (part[text] === NOISE || (part[text] === COMMENT && !withComments)) return '';
    return tree.tag[text] === TAG['#text'] ? tree.text(text) : '';
  });
}

/** Strong elements with the share of the page's text that they contain, the parts named as noise and the comments. */
function explainMap(map: PageMap, model: PlusModel): Explanation {
  const row = denseMatrix([pageFeatures(map)], PAGE_FEATURES.length);
  const probabilities = model.types.probabilities(row);
  const pageClass = pageClassOf(map, model);
  const { article, areas, comments } = segmentAs(map, pageClass, model.shares);
  const isMain = new Set([...(article ? [article] : []), ...areas].map(({ node }) => node));
  const isComment = new Set(comments.map(({ node }) => node));
  const { tree, isStrong } = map.sd;
  const all = Math.max(1, map.characters[0]!);
  const findings: Finding[] = [];
  for (let node = 1; node < tree.count; node++) {
    const part = map.part[node]!;
    const isOutermost = part !== map.part[tree.parent[node]!];
    if (isStrong[node] === 0 && !isMain.has(node) && !(part === NOISE && isOutermost)) continue;
    if (part === NOISE && !isOutermost) continue;
    const share = map.characters[node]! / all;
    const reason = isMain.has(node)
      ? 'chosen: the deepest element with enough of the text'
      : isComment.has(node)
        ? 'comments, by the names of its element'
        : part === NOISE
          ? 'noise, by its tag or names'
          : `contains ${Math.round(100 * share)} % of the text`;
    const evidence = [
      { fact: `${map.characters[node]} of ${map.characters[0]} characters`, weight: share },
      { fact: `${map.linked[node]} characters in links`, weight: -map.linked[node]! / all },
      { fact: `${map.commented[node]} characters of comments`, weight: -map.commented[node]! / all },
    ];
    findings.push({
      node,
      kept: isMain.has(node),
      stage: 'element',
      reason,
      score: Math.min(1, share),
      evidence,
    });
  }
  const classes = model.types.classes.map((name, i) => `${name} ${probabilities[i]!.toFixed(2)}`).join(', ');
  const { article: one, multiple } = model.shares;
  return {
    notes: [
      `page class ${pageClass} (${classes})`,
      `the main element contains at least ${one} of an article’s text, ${multiple} of several areas’`,
    ],
    findings,
  };
}
