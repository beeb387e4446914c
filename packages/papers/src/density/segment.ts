import { ATTR, type PageTree } from 'webpith/stages';
import { rankRegions } from './candidates.js';
import { type CommentRule, type Decision, decide } from './decide.js';
import { keywordTest } from './keywords.js';
import type { DensityModel, DensityOptions } from './model.js';
import { type Region, regionsOf, regionText, someText } from './regions.js';
import { type SdTree, sdTree } from './sd-tree.js';

export interface Segmentation extends Decision {
  readonly sd: SdTree;
  textOf(region: Region): string;
  /** Lowest common ancestor. */
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
  const inName = remembered(sd.tree.count, node => {
    const { tree } = sd;
    return (
      isKeyword(tree.attribute(node, ATTR.class) ?? '') || isKeyword(tree.attribute(node, ATTR.id) ?? '')
    );
  });
  const inText = remembered(sd.tree.count, text => isKeyword(sd.tree.text(text)));
  return t2 => {
    const hasKeyword = remembered(sd.tree.count, node => inName(node) || someText(sd, node, t2, inText));
    return {
      scan: options.commentScan,
      hasKeyword: region => hasKeyword(region.node),
      sharesParent: (region, article) => shareParent(sd, region.node, article.node),
    };
  };
}

/** Caches a test of nodes. */
function remembered(count: number, test: (node: number) => boolean): (node: number) => boolean {
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
