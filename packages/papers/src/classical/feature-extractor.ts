import { writeKept } from '../write-text.js';
import { baseline } from './baseline.js';
import { type FeatureBlock, featureBlocks, isTextDominant, marksOf, textPurity } from './feature-blocks.js';
import { namesOption } from './names-option.js';

/** Block tags of paper 003, section 3.2. */
export const BLOCK_TAGS = ['table', 'tr', 'hr', 'ul'] as const;

/**
 * Feature Extractor, paper 003, section 3.2 and algorithm 3.2, with text as the wanted feature: of the blocks in
 * which text is the strongest feature, the purest one is the content (section 6.6.4). The paper gives no formula for
 * purity; see `textPurity`. Among equally pure blocks the one with most text wins.
 */
export const featureExtractor = baseline({
  name: 'fe',
  title: 'Feature Extractor',
  describe: 'The one block (table, row, list, or what lies between) that is most purely text.',
  options: { blockTags: namesOption(BLOCK_TAGS, 'tags that make a block') },
  text(tree, { blockTags }) {
    const winner = purest(featureBlocks(tree, blockTags).filter(isTextDominant));
    return winner ? writeKept(tree, marksOf(tree, [winner])) : '';
  },
});

function purest(blocks: readonly FeatureBlock[]): FeatureBlock | undefined {
  let best: FeatureBlock | undefined;
  for (const block of blocks) {
    const gain = best ? textPurity(block) - textPurity(best) : 1;
    if (gain > 0 || (gain === 0 && block.counts.text > best!.counts.text)) best = block;
  }
  return best;
}
