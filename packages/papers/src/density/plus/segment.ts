import { denseMatrix } from '@webpith/learn';
import { type PageTree, TAG } from 'webpith/stages';
import { writeText } from '../../write-text.js';
import { PAGE_CLASSES, type PageClass } from '../decide.js';
import { ancestorTitle } from '../titles.js';
import { containerOf } from './container.js';
import type { ContainerShares, PlusModel } from './model.js';
import { PAGE_FEATURES, pageFeatures } from './page-features.js';
import { COMMENT, NOISE, type PageMap, plusMap } from './page-map.js';
import { largestGroup } from './repeated.js';

export interface PlusRegion {
  readonly node: number;
  readonly density: number;
}

export interface PlusSegmentation {
  readonly pageClass: PageClass;
  readonly article: PlusRegion | undefined;
  readonly comments: readonly PlusRegion[];
  readonly areas: readonly PlusRegion[];
}

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
  const comments =
    pageClass === 'article' ? [] : map.commentNodes.map(comment => commentRegion(map, comment));
  return { pageClass, article, comments, areas: [] };
}

export function segmentPlus(
  tree: PageTree,
  model: PlusModel,
): { readonly map: PageMap; readonly segmentation: PlusSegmentation } {
  const map = plusMap(tree);
  return { map, segmentation: segmentAs(map, pageClassOf(map, model), model.shares) };
}

function commentRegion(map: PageMap, node: number): PlusRegion {
  return { node, density: map.commented[node]! };
}

/** Repeated siblings are areas only if they have this share of the text of the container. */
const LEAST_GROUP_SHARE = 0.8;

function areasOf(map: PageMap, share: number): PlusRegion[] {
  const node = containerOf(map, share, true);
  const group = largestGroup(map, node);
  const region = (part: number) => ({ node: part, density: map.characters[part]! });
  const isWhole = group === undefined || group.characters < LEAST_GROUP_SHARE * map.characters[node]!;
  return isWhole ? [region(node)] : group.nodes.map(region);
}

/** The text of a region without noise, and without comments by default. */
export function plusText({ sd, part }: PageMap, { node }: PlusRegion, withComments: boolean): string {
  const { tree } = sd;
  // `writeText` visits the whole page.
  return writeText(tree, text => {
    if (text < node || text >= tree.end[node]! || sd.isIgnored[text] === 1) return '';
    if (part[text] === NOISE || (part[text] === COMMENT && !withComments)) return '';
    return tree.tag[text] === TAG['#text'] ? tree.text(text) : '';
  });
}

export function plusTitle({ sd }: PageMap, { node }: PlusRegion): string | undefined {
  const title = ancestorTitle(sd, node);
  return title && sd.tree.textContent(title.node).replace(/\s+/g, ' ').trim();
}
