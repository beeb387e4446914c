import { type Blocks, KIND } from './blocks/blocks.js';
import { blocksFromTree } from './blocks/from-tree.js';
import { readPage } from './input.js';
import { HIDDEN } from './tree/tree.js';

/** The thresholds of Mozilla's function of the same name, with its defaults. */
export interface ReaderableOptions {
  /** Characters that a block has at least to count as prose. Default: 140. */
  readonly minContentLength?: number;
  /** What the blocks of prose must add up to, each giving the root of the characters it has beyond that. Default: 20. */
  readonly minScore?: number;
}

/** Less prose than this share of a page's text, and the page is a list with some long entries. */
const MIN_PROSE_SHARE = 0.25;

/** Whether a page looks as if it had something to read; cheaper than extracting it. */
export function isProbablyReaderable(
  page: Document | string | Uint8Array,
  { minContentLength = 140, minScore = 20 }: ReaderableOptions = {},
): boolean {
  const blocks = blocksFromTree(readPage(page, {}));
  let all = 0;
  let prose = 0;
  let score = 0;
  for (let b = 0; b < blocks.count; b++) {
    if ((blocks.flags[b]! & HIDDEN) !== 0) continue;
    const length = blocks.characters[b]!;
    all += length;
    if (length < minContentLength || !isProse(blocks, b)) continue;
    prose += length;
    score += Math.sqrt(length - minContentLength);
  }
  return score > minScore && prose >= MIN_PROSE_SHARE * all;
}

/** Running text: no list of links, no cell, no control. */
function isProse(blocks: Blocks, block: number): boolean {
  const kind = blocks.kind[block];
  return kind !== KIND.control && kind !== KIND.term && blocks.linkWords[block]! * 2 < blocks.words[block]!;
}
