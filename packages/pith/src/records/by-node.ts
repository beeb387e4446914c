import { onceAPage, type PageFacts } from '../features/facts/page-facts.js';

/** A number of a node. */
export type ByNode = (node: number) => number;

/**
 * What `read` says of nodes, read once for each that is asked for: evidence, comments and posts ask for the same ones.
 * Numbers are doubles, and none of them NaN.
 */
export function byNode(read: (facts: PageFacts, node: number) => number): (facts: PageFacts) => ByNode {
  const ofPage = (facts: PageFacts): ByNode => {
    const known = new Float64Array(facts.blocks.tree.count).fill(Number.NaN);
    return node => {
      if (Number.isNaN(known[node])) known[node] = read(facts, node);
      return known[node]!;
    };
  };
  return facts => onceAPage(facts, ofPage);
}
