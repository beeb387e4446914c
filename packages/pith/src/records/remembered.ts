import { onceAPage, type PageFacts } from '../features/facts/page-facts.js';

/** A number of a node or of a block. */
export type Numbered = (index: number) => number;

/**
 * What `read` says of each of so many, read once for those that are asked for: evidence, comments and posts of a page ask
 * for the same ones. Never NaN.
 */
export function remembered(count: number, read: Numbered): Numbered {
  const known = new Float64Array(count).fill(Number.NaN);
  return index => {
    if (Number.isNaN(known[index])) known[index] = read(index);
    return known[index]!;
  };
}

/** The same of the nodes of a page. */
export function rememberedByNode(
  read: (facts: PageFacts, node: number) => number,
): (facts: PageFacts) => Numbered {
  const ofPage = (facts: PageFacts) => remembered(facts.blocks.tree.count, node => read(facts, node));
  return facts => onceAPage(facts, ofPage);
}
