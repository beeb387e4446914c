import type { Blocks } from '../blocks/blocks.js';
import { TAG } from '../tree/names.js';

/** Marks the text nodes of a block in a mask over all nodes. */
export function keepTexts({ tree, first, end }: Blocks, block: number, kept: Uint8Array): void {
  for (let node = first[block]!; node < end[block]!; node++)
    if (tree.tag[node] === TAG['#text']) kept[node] = 1;
}
