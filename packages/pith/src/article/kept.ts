import type { Blocks } from '../blocks/blocks.js';
import type { ContentNode } from '../content/content.js';
import { type ContentOptions, contentFromTree } from '../content/from-tree.js';
import type { PageOptions } from '../options.js';
import { type Regions, ROLE } from '../regions/regions.js';
import { TAG } from '../tree/names.js';

/** Marks the text nodes of a block in a mask over all nodes. */
export function keepTexts({ tree, first, end }: Blocks, block: number, kept: Uint8Array): void {
  for (let node = first[block]!; node < end[block]!; node++)
    if (tree.tag[node] === TAG['#text']) kept[node] = 1;
}

/** The content tree of the blocks that are content. */
export function contentOf(
  blocks: Blocks,
  { role }: Pick<Regions, 'role'>,
  options: ContentOptions,
): ContentNode[] {
  const texts = new Uint8Array(blocks.tree.count);
  for (let b = 0; b < blocks.count; b++) if (role[b] === ROLE.content) keepTexts(blocks, b, texts);
  return contentFromTree(blocks.tree, texts, options);
}

/** The switches of the content tree, from those of the extraction. */
export function contentOptions({ url, include }: PageOptions): ContentOptions {
  const { links, images, tables, captions } = include ?? {};
  return { baseUrl: url, links, images, tables, captions };
}
