import { choiceOption, numberOption } from '@webpith/learn';
import { type Blocks, blocksFromTree } from 'webpith/stages';
import { baseline } from './baseline.js';

/**
 * Link Quota Filter, paper 003, section 3.3 and algorithm 3.3: for every block node whose link quota is above the
 * threshold, its text is deleted. The text of a block node is that which stands in it directly or in inline elements:
 * the algorithm steps over blocks within blocks, and would otherwise empty a page for one quota of its body.
 * The quota is counted in words. The paper calls it the ratio of linked to unlinked content and sets it to 25, 50 and
 * 75 in the hundred; a quota is a share, so linked words are held against all words unless `against` says `unlinked`.
 */
export const linkQuota = baseline({
  name: 'lqf-50',
  title: 'Link Quota Filter, 50 %',
  describe: 'All text but that of blocks in which too large a share of the words is linked.',
  options: {
    threshold: numberOption(0.5, { from: 0 }, 'a block with a higher quota is dropped'),
    against: choiceOption('all', ['all', 'unlinked'], 'what linked words are held against'),
  },
  text(tree, { threshold, against }) {
    const blocks = blocksFromTree(tree);
    const quotas = linkQuotas(blocks, against);
    return blocks.texts.filter((_, block) => quotas[block]! <= threshold).join('\n');
  },
});

/** Link quota of the block node of each block: blocks that one node holds are counted together. */
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
