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

/** A part of the page that is kept. */
export interface PlusRegion {
  readonly node: number;
  readonly density: number;
}

/** What a page is, and the parts of it that are kept. */
export interface PlusSegmentation {
  readonly pageClass: PageClass;
  readonly article: PlusRegion | undefined;
  readonly comments: readonly PlusRegion[];
  readonly areas: readonly PlusRegion[];
}

/** The class that the model gives a page. */
function pageClassOf(map: PageMap, { types }: PlusModel): PageClass {
  const row = denseMatrix([pageFeatures(map)], PAGE_FEATURES.length);
  return PAGE_CLASSES[types.predict(row)[0]!]!;
}

/** Cuts a page whose class is known. */
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

/** Cuts a page. */
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

/** Siblings that repeat are areas only where they hold most of what was chosen. */
const LEAST_GROUP_SHARE = 0.8;

/** The repeated parts of the chosen node, or the node itself where nothing repeats. */
function areasOf(map: PageMap, share: number): PlusRegion[] {
  const node = containerOf(map, share, true);
  const group = largestGroup(map, node);
  const region = (part: number) => ({ node: part, density: map.characters[part]! });
  const isWhole = group === undefined || group.characters < LEAST_GROUP_SHARE * map.characters[node]!;
  return isWhole ? [region(node)] : group.nodes.map(region);
}

/** The text of a region: what is no noise, comments only where they are asked for. */
export function plusText({ sd, part }: PageMap, { node }: PlusRegion, withComments: boolean): string {
  const { tree } = sd;
  // Texts are asked for in document order over the whole page; those outside of the region are none of its.
  return writeText(tree, text => {
    if (text < node || text >= tree.end[node]! || sd.isIgnored[text] === 1) return '';
    if (part[text] === NOISE || (part[text] === COMMENT && !withComments)) return '';
    return tree.tag[text] === TAG['#text'] ? tree.text(text) : '';
  });
}

/** The heading that is the title of a region, as text. */
export function plusTitle({ sd }: PageMap, { node }: PlusRegion): string | undefined {
  const title = ancestorTitle(sd, node);
  return title && sd.tree.textContent(title.node).replace(/\s+/g, ' ').trim();
}
