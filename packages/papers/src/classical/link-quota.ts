import { choiceOption, numberOption } from '@webpith/learn';
import { type Blocks, blocksFromTree } from 'webpith/stages';
import { baseline } from './baseline.js';

/**
 * Link Quota Filter, paper 003, section 3.3 and algorithm 3.3: removes the text of every block node whose link quota
 * is above the threshold. The text of a block node excludes nested blocks, as in the algorithm; otherwise the quota of
 * the body could empty a page. The quota is in words. The paper describes it as the ratio of linked to unlinked
 * content and uses 25, 50 and 75 percent; since these are shares, the denominator is all words unless `against` is
 * `unlinked`.
 */
export const linkQuota = baseline({
  name: 'lqf-50',
  title: 'Link Quota Filter, 50 %',
  describe: 'All text but that of blocks with too large a share of linked words.',
  options: {
    threshold: numberOption(0.5, { from: 0 }, 'a block with a higher quota is dropped'),
    against: choiceOption(
      'all',
      ['all', 'unlinked'],
      'denominator of the quota: all words, or unlinked words',
    ),
  },
  text(tree, { threshold, against }) {
    const blocks = blocksFromTree(tree);
    const quotas = linkQuotas(blocks, against);
    return blocks.texts.filter((_, block) => quotas[block]! <= threshold).join('\n');
  },
});

/** Link quota by block; blocks of one node share the quota of the node. */
export function linkQuotas(blocks: Blocks, against: 'all' | 'unlinked'): Float64Array {
  const words = new Map<number, number>();
  const linked = new Map<number, number>();
  for (let block = 0; block < blocks.count; block++) {
    const node = blocks.node[block]!;
    words.set(node, (words.get(node) ?? 0) + blocks.words[block]!);
    linked.set(node, (linked.get(node) ?? 0) + blocks.linkWords[block]!);
  }
  return Float64Array.from({ length: blocks.count }, (_, block) => {
    const node = blocks.node[block]!;
    const links = linked.get(node)!;
    const whole = against === 'all' ? words.get(node)! : words.get(node)! - links;
    return links === 0 ? 0 : links / whole;
  });
}
