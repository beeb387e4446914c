import { type Blocks, blocksFromTree, type PageTree } from 'webpith/stages';

/**
 * Link Quota Filter, paper 003, section 3.3 and algorithm 3.3: removes the text of every block node whose link quota
 * is above the threshold. The text of a block node excludes nested blocks, as in the algorithm; otherwise the quota of
 * the body could empty a page. The quota is in words. The paper describes it as the ratio of linked to unlinked
 * content and uses 25, 50 and 75 percent; since these are shares, the denominator is all words.
 */
export function linkQuota(tree: PageTree, threshold: number): string {
  const blocks = blocksFromTree(tree);
  const quotas = linkQuotas(blocks);
  return blocks.texts.filter((_, block) => quotas[block]! <= threshold).join('\n');
}

export function linkQuotas(blocks: Blocks): Float64Array {
  const words = new Map<number, number>();
  const linked = new Map<number, number>();
  for (let block = 0; block < blocks.count; block++) {
    const node = blocks.node[block]!;
    words.set(node, (words.get(node) ?? 0) + blocks.words[block]!);
    linked.set(node, (linked.get(node) ?? 0) + blocks.linkWords[block]!);
  }
  return Float64Array.from(blocks.node.subarray(0, blocks.count), node => {
    const links = linked.get(node)!;
    return links === 0 ? 0 : links / words.get(node)!;
  });
}
