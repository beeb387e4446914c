import type { Extractor } from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import { denseMatrix } from '@webpith/learn';
import { TAG } from 'webpith/stages';
import { writeText } from '../../write-text.js';
import { type DetectedRegions, PAGE_CLASSES, type PageClass } from '../decide.js';
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
  return PAGE_CLASSES[types.predict(row)[0]!]!;
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
