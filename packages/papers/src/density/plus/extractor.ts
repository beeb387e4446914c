import type { Extractor } from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import { denseMatrix } from '@webpith/learn';
import { type PageTree, TAG } from 'webpith/stages';
import { writeText } from '../../write-text.js';
import { PAGE_CLASSES, type PageClass } from '../decide.js';
import type { DensityExtraction } from '../extractor.js';
import { ancestorTitle } from '../sd-tree.js';
import type { ContainerShares, PlusModel } from './model.js';
import { PAGE_FEATURES, pageFeatures } from './page-features.js';
import { COMMENT, containerOf, largestGroup, NOISE, type PageMap, plusMap } from './page-map.js';

export function plusExtractor(model: PlusModel): Extractor {
  return {
    name: 'density-plus',
    extract: page => {
      const { map, segmentation } = segmentPlus(pageTree(page), model);
      return plusExtraction(map, segmentation);
    },
  };
}

/** Each area takes a walk over the page, so their number is limited. */
const MAX_AREAS = 200;

function plusExtraction(map: PageMap, segmentation: PlusSegmentation): DensityExtraction {
  const { pageClass, article, comments, areas } = segmentation;
  const kept = {
    article: article === undefined ? [] : [article],
    comments: comments.slice(0, MAX_AREAS),
    multiple: areas.slice(0, MAX_AREAS),
  };
  const regions = Object.entries(kept).filter(([, list]) => list.length > 0);
  const texts = Object.fromEntries(
    regions.map(([role, list]) => [role, list.map(region => plusText(map, region, role !== 'article'))]),
  );
  const main = article ?? areas[0];
  const title = main && plusTitle(map, main);
  return {
    text: (texts.article ?? texts.multiple ?? []).join('\n'),
    type: pageClass,
    regions: texts,
    labels: Object.fromEntries(regions.flatMap(([role, list]) => list.map(({ node }) => [node, role]))),
    relations: article === undefined ? [] : kept.comments.map(comment => relation(map, article, comment)),
    ...(texts.comments === undefined ? {} : { comments: texts.comments }),
    ...(title === undefined ? {} : { title }),
  };
}

function relation({ sd: { tree } }: PageMap, article: PlusRegion, comment: PlusRegion) {
  let common = article.node;
  while (common > 0 && !tree.contains(common, comment.node)) common = tree.parent[common]!;
  return { region: comment.node, role: 'comments' as const, of: article.node, commonParent: common };
}

interface PlusRegion {
  readonly node: number;
  readonly density: number;
}

interface PlusSegmentation {
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

function segmentPlus(
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
const MIN_GROUP_SHARE = 0.8;

function areasOf(map: PageMap, share: number): PlusRegion[] {
  const node = containerOf(map, share, true);
  const group = largestGroup(map, node);
  const region = (part: number) => ({ node: part, density: map.characters[part]! });
  const isWhole = group === undefined || group.characters < MIN_GROUP_SHARE * map.characters[node]!;
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

function plusTitle({ sd }: PageMap, { node }: PlusRegion): string | undefined {
  const title = ancestorTitle(sd, node);
  return title && sd.tree.textContent(title.node).replace(/\s+/g, ' ').trim();
}
