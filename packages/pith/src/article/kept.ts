import type { Blocks } from '../blocks/blocks.js';
import type { ContentNode } from '../content/content.js';
import { KEPT, SUPPLEMENT } from '../content/coverage.js';
import { type ContentOptions, contentFromTree } from '../content/from-tree.js';
import type { PageOptions } from '../options.js';
import { isTitle, type Regions, ROLE } from '../regions/regions.js';
import { TAG } from '../tree/names.js';

export function keepTexts({ tree, first, end }: Blocks, block: number, kept: Uint8Array, as = KEPT): void {
  for (let node = first[block]!; node < end[block]!; node++)
    if (tree.tag[node] === TAG['#text']) kept[node] = as;
}

/** Content tree of the content blocks, with the pictures between the title and the text, but without the title. */
export function contentOf(
  blocks: Blocks,
  regions: Pick<Regions, 'role' | 'reason'>,
  options: ContentOptions,
): ContentNode[] {
  const { tree, node, count } = blocks;
  const texts = new Uint8Array(tree.count);
  let title = -1;
  for (let b = 0; b < count; b++) {
    if (regions.role[b] === ROLE.content) keepTexts(blocks, b, texts);
    else if (regions.role[b] === ROLE.supplement) keepTexts(blocks, b, texts, SUPPLEMENT);
    else if (isTitle(regions, b)) title = b;
  }
  if (title < 0) return contentFromTree(tree, texts, options);
  const beside = texts.slice();
  keepTexts(blocks, title, beside);
  const content = contentFromTree(tree, texts, options, beside);
  // Drops the heading of the title and any picture inside it, which usually belongs to the site.
  return content.filter(block => block.type !== 'heading' || block.node !== node[title]);
}

export function contentOptions({ include }: PageOptions, baseUrl: string | undefined): ContentOptions {
  const { links, images, tables, captions } = include ?? {};
  return { baseUrl, links, images, tables, captions };
}
