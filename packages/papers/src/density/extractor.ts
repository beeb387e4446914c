import type { Extraction, Extractor } from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import { ATTR, type PageTree } from 'webpith/stages';
import { type CommentRule, type Decision, decide, rankRegions } from './decide.js';
import { keywordTest } from './keywords.js';
import type { DensityModel, DensityOptions } from './model.js';
import { type Region, regionsOf, regionText, someText } from './regions.js';
import { type SdTree, sdTree } from './sd-tree.js';

interface RegionRelation {
  readonly region: number;
  readonly role: 'comments';
  readonly of: number;
  readonly commonParent: number;
}

export interface DensityExtraction extends Extraction {
  readonly relations: readonly RegionRelation[];
}

/** Relations are found by walking up, so their number is limited. */
const MAX_RELATIONS = 200;

export function densityExtractor(model: DensityModel, name = 'density'): Extractor {
  return { name, extract: page => densityExtraction(segment(pageTree(page), model)) };
}

/** Converts a segmentation to the lab's format: text, regions by role, node labels, relations. */
export function densityExtraction(segmentation: Segmentation): DensityExtraction {
  const { pageClass, article, comments, areas, sd, textOf } = segmentation;
  const kept: Readonly<Record<string, readonly Region[]>> = {
    article: article === undefined ? [] : [article],
    comments,
    multiple: areas,
  };
  const regions = Object.entries(kept).filter(([, list]) => list.length > 0);
  const texts = Object.fromEntries(regions.map(([role, list]) => [role, list.map(textOf)]));
  const title = article?.title ?? areas[0]?.title;
  return {
    text: (texts.article ?? texts.multiple ?? []).join('\n'),
    type: pageClass,
    regions: texts,
    labels: Object.fromEntries(regions.flatMap(([role, list]) => list.map(({ node }) => [node, role]))),
    relations: relationsOf(segmentation),
    ...(texts.comments === undefined ? {} : { comments: texts.comments }),
    ...(title === undefined ? {} : { title: sd.tree.textContent(title.node).replace(/\s+/g, ' ').trim() }),
  };
}

function relationsOf({ article, comments, commonParent }: Segmentation): RegionRelation[] {
  if (article === undefined) return [];
  return comments.slice(0, MAX_RELATIONS).map(comment => ({
    region: comment.node,
    role: 'comments' as const,
    of: article.node,
    commonParent: commonParent(article, comment),
  }));
}

interface Segmentation extends Decision {
  readonly sd: SdTree;
  textOf(region: Region): string;
  commonParent(first: Region, second: Region): number;
}

export function segment(tree: PageTree, { thresholds, options }: DensityModel): Segmentation {
  const sd = sdTree(tree, options);
  const { t1, t2 } = thresholds;
  const decision = decide(rankRegions(regionsOf(sd, t2)), t1, commentRules(sd, options)(t2));
  return {
    ...decision,
    sd,
    textOf: region => regionText(sd, region.node, t2),
    commonParent: (first, second) => lowestCommonNode(tree, first.node, second.node),
  };
}

/** Returns the comment rule for a T2; caches the keyword tests of nodes. */
export function commentRules(sd: SdTree, options: DensityOptions): (t2: number) => CommentRule {
  const isKeyword = keywordTest(options.languages);
  const inName = cachedTest(sd.tree.count, node => {
    const { tree } = sd;
    return (
      isKeyword(tree.attribute(node, ATTR.class) ?? '') || isKeyword(tree.attribute(node, ATTR.id) ?? '')
    );
  });
  const inText = cachedTest(sd.tree.count, text => isKeyword(sd.tree.text(text)));
  return t2 => {
    const hasKeyword = cachedTest(sd.tree.count, node => inName(node) || someText(sd, node, t2, inText));
    return {
      scan: options.commentScan,
      hasKeyword: region => hasKeyword(region.node),
      sharesParent: (region, article) => shareParent(sd, region.node, article.node),
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

/** True if two nodes have a common parent below the body, which is common to all. */
function shareParent({ section }: SdTree, first: number, second: number): boolean {
  return section[first]! >= 0 && section[first] === section[second];
}

function lowestCommonNode(tree: PageTree, first: number, second: number): number {
  let node = first;
  while (node > 0 && !tree.contains(node, second)) node = tree.parent[node]!;
  return Math.max(0, node);
}
