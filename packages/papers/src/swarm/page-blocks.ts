import type { Page } from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import { type ElementOptions, operationsOn } from './block-elements.js';
import { type BlockFacts, countBlock } from './features.js';
import { surroundingsOf } from './surroundings.js';
import { type TextBlock, textBlocks } from './text-blocks.js';

export interface PageBlocks {
  readonly blocks: readonly TextBlock[];
  readonly facts: readonly BlockFacts[];
}

/** Returns a function that parses a page, forms its blocks and measures them (§3.1 to §3.4). */
export function blockReader(options: ElementOptions): (page: Pick<Page, 'html' | 'tree'>) => PageBlocks {
  const operations = operationsOn(options);
  return page => {
    const tree = pageTree(page);
    const blocks = textBlocks(tree, operations);
    const around = surroundingsOf(tree, blocks);
    return { blocks, facts: blocks.map((block, i) => ({ ...countBlock(block), ...around[i]! })) };
  };
}

/** The text of the blocks marked in `keep`, one per line. */
export function keptText({ blocks }: PageBlocks, keep: ArrayLike<number>): string {
  return blocks
    .filter((_, i) => keep[i] !== 0)
    .map(block => block.text)
    .join('\n');
}
