import { ATTR, type PageTree } from 'webpith/stages';
import { rankRegions } from './candidates.js';
import { type CommentRule, type Decision, decide } from './decide.js';
import { keywordTest } from './keywords.js';
import type { DensityModel, DensityOptions } from './model.js';
import { type Region, regionsOf, regionText, someText } from './regions.js';
import { type SdTree, sdTree } from './sd-tree.js';

/** A page cut into regions: the decision, and how to read what it kept. */
export interface Segmentation extends Decision {
  readonly sd: SdTree;
  textOf(region: Region): string;
  /** The lowest node that holds both regions. */
  commonParent(first: Region, second: Region): number;
}

/** The SD algorithm, steps 1 to 7. */
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

/** The rules for comments that the options ask for, by T2; what a text was found to hold is remembered. */
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

/** A test of nodes that is made once a node. */
function remembered(count: number, test: (node: number) => boolean): (node: number) => boolean {
  const answers = new Int8Array(count);
  return node => {
    if (answers[node] === 0) answers[node] = test(node) ? 1 : -1;
    return answers[node] === 1;
  };
}

/** Whether two nodes have a common parent below the body: all have the body itself. */
function shareParent({ section }: SdTree, first: number, second: number): boolean {
  return section[first]! >= 0 && section[first] === section[second];
}

function lowestCommonNode(tree: PageTree, first: number, second: number): number {
  let node = first;
  while (node > 0 && !tree.contains(node, second)) node = tree.parent[node]!;
  return Math.max(0, node);
}
