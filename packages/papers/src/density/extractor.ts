import type { Extraction, Extractor } from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import { ATTR, type PageTree } from 'webpith/stages';
import {
  type CommentRule,
  type Decision,
  type DetectedRegions,
  decide,
  type RankedRegion,
  rankRegions,
} from './decide.js';
import { explainRegions } from './explain.js';
import { keywordTest } from './keywords.js';
import type { DensityModel, DensityOptions } from './model.js';
import { regionsOf, regionText, someText } from './regions.js';
import { ancestorTitle, type SdTree, sdTree } from './sd-tree.js';

interface RegionRelation {
  readonly region: number;
  readonly role: 'comments';
  readonly of: number;
  readonly commonParent: number;
}

export interface DensityExtraction extends Extraction {
  readonly relations: readonly RegionRelation[];
}

export function densityExtractor(model: DensityModel, name = 'density'): Extractor {
  return {
    name,
    extract: page => densityExtraction(segment(pageTree(page), model), model),
    explain: page => explainRegions(segment(pageTree(page), model), model),
  };
}

export function densityExtraction(
  segmentation: Segmentation,
  { thresholds }: DensityModel,
): DensityExtraction {
  const { sd } = segmentation;
  return extractionOf(sd, segmentation, ({ node }) => regionText(sd, node, thresholds.t2));
}

/** Finding the common parent takes a walk up the tree, so the number of relations is limited. */
const MAX_RELATIONS = 200;

/** Converts detected regions to the lab's format: text, regions by role, node labels, relations. */
export function extractionOf<R extends { readonly node: number }>(
  sd: SdTree,
  { pageClass, article, comments, areas }: DetectedRegions<R>,
  textOf: (region: R, role: string) => string,
): DensityExtraction {
  const byRole = { article: article ? [article] : [], comments, multiple: areas };
  const regions = Object.entries(byRole).filter(([, list]) => list.length > 0);
  const texts = Object.fromEntries(
    regions.map(([role, list]) => [role, list.map(region => textOf(region, role))]),
  );
  const main = article ?? areas[0];
  const title = main && ancestorTitle(sd, main.node);
  return {
    text: (texts.article ?? texts.multiple ?? []).join('\n'),
    type: pageClass,
    regions: texts,
    labels: Object.fromEntries(regions.flatMap(([role, list]) => list.map(({ node }) => [node, role]))),
    relations: article
      ? comments.slice(0, MAX_RELATIONS).map(({ node }) => relation(sd, article.node, node))
      : [],
    comments: texts.comments,
    title: title && sd.tree.textContent(title.node).replace(/\s+/g, ' ').trim(),
  };
}

function relation({ tree }: SdTree, article: number, comment: number): RegionRelation {
  let commonParent = article;
  while (commonParent > 0 && !tree.contains(commonParent, comment)) commonParent = tree.parent[commonParent]!;
  return { region: comment, role: 'comments', of: article, commonParent };
}

export interface Segmentation extends Decision {
  readonly sd: SdTree;
  /** All regions, with their distance from the densest. */
  readonly regions: readonly RankedRegion[];
  readonly hasKeyword: CommentRule['hasKeyword'];
}

export function segment(tree: PageTree, { thresholds, options }: DensityModel): Segmentation {
  const sd = sdTree(tree, options);
  const { t1, t2 } = thresholds;
  const regions = rankRegions(regionsOf(sd, t2));
  const rule = commentRules(sd, options)(t2);
  return { ...decide(regions, t1, rule), sd, regions, hasKeyword: rule.hasKeyword };
}

/** Returns the comment rule for a T2, with keywords also in texts unless `isNameOnly`; caches the keyword tests of nodes. */
export function commentRules(
  sd: SdTree,
  options: DensityOptions,
  isNameOnly = false,
): (t2: number) => CommentRule {
  const { tree, section } = sd;
  const isKeyword = keywordTest(options.languages);
  const inName = cachedTest(
    tree.count,
    node =>
      isKeyword(tree.attribute(node, ATTR.class) ?? '') || isKeyword(tree.attribute(node, ATTR.id) ?? ''),
  );
  const inText = cachedTest(tree.count, text => isKeyword(tree.text(text)));
  return t2 => {
    const hasKeyword = cachedTest(
      tree.count,
      node => inName(node) || (!isNameOnly && someText(sd, node, t2, inText)),
    );
    return {
      scan: options.commentScan,
      hasKeyword: region => hasKeyword(region.node),
      // The body is common to all regions, so the common parent must be below it.
      sharesParent: (region, article) =>
        section[region.node]! >= 0 && section[region.node] === section[article.node],
    };
  };
}

function cachedTest(count: number, test: (node: number) => boolean): (node: number) => boolean {
  const answers = new Int8Array(count);
  return node => {
    if (answers[node] === 0) answers[node] = test(node) ? 1 : -1;
    return answers[node] === 1;
  };
}
