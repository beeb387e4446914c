import type { Blocks } from '../blocks/blocks.js';
import type { ContentNode } from '../content/content.js';
import { type ContentOptions, contentFromTree } from '../content/from-tree.js';
import type { PageOptions } from '../options.js';
import { isTitle, type Regions, ROLE } from '../regions/regions.js';
import { TAG } from '../tree/names.js';

/** Marks the text nodes of a block in a mask over all nodes. */
export function keepTexts({ tree, first, end }: Blocks, block: number, kept: Uint8Array): void {
  for (let node = first[block]!; node < end[block]!; node++)
    if (tree.tag[node] === TAG['#text']) kept[node] = 1;
}

/** The content tree of the blocks that are content. Pictures between the title and the text are of it, the title is not. */
export function contentOf(
  blocks: Blocks,
  regions: Pick<Regions, 'role' | 'reason'>,
  options: ContentOptions,
): ContentNode[] {
  const { tree, node, count } = blocks;
  const texts = new Uint8Array(tree.count);
  let title = -1;
  for (let b = 0; b < count; b++) {
    if (isTitle(regions, b)) title = node[b]!;
    if (regions.role[b] === ROLE.content || isTitle(regions, b)) keepTexts(blocks, b, texts);
  }
  const content = contentFromTree(tree, texts, options);
  return title < 0 ? content : content.filter(block => block.type !== 'heading' || block.node !== title);
}

/** The switches of the content tree, from those of the extraction. */
export function contentOptions({ url, include }: PageOptions): ContentOptions {
  const { links, images, tables, captions } = include ?? {};
  return { baseUrl: url, links, images, tables, captions };
}
