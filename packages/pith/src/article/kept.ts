import type { Blocks } from '../blocks/blocks.js';
import { lettersAndDigits } from '../blocks/characters.js';
import type { ContentNode } from '../content/content.js';
import { KEPT, SUPPLEMENT } from '../content/coverage.js';
import { type ContentOptions, contentFromTree } from '../content/from-tree.js';
import type { PageOptions } from '../options.js';
import { isTitle, type Regions, ROLE } from '../regions/regions.js';
import { TAG } from '../tree/names.js';

export function keepTexts(
  { tree, first, end }: Blocks,
  block: number,
  kept: Uint8Array,
  as = KEPT,
  hidden?: Uint8Array,
): void {
  for (let node = first[block]!; node < end[block]!; node++)
    if (tree.tag[node] === TAG['#text'] && hidden?.[node] !== 1) kept[node] = as;
}

/**
 * Content tree of the content blocks, with the pictures between the title and the text, but without the title's
 * heading. A heading that differs from all titles in the page's head (`stated`) stays as a supplement, since readers of
 * Markdown and HTML would miss it.
 */
export function contentOf(
  blocks: Blocks,
  regions: Pick<Regions, 'role' | 'reason' | 'hidden'>,
  options: ContentOptions,
  stated: readonly string[] = [],
): ContentNode[] {
  const { tree, node, count } = blocks;
  const { hidden } = regions;
  const texts = new Uint8Array(tree.count);
  let title = -1;
  for (let b = 0; b < count; b++) {
    if (regions.role[b] === ROLE.content) keepTexts(blocks, b, texts, KEPT, hidden);
    else if (regions.role[b] === ROLE.supplement) keepTexts(blocks, b, texts, SUPPLEMENT, hidden);
    else if (isTitle(regions, b)) title = b;
  }
  const isOther = title >= 0 && blocks.level[title]! > 0 && isUnlike(blocks.texts[title]!, stated);
  if (isOther) keepTexts(blocks, title, texts, SUPPLEMENT);
  if (title < 0 || isOther) return contentFromTree(tree, texts, options);
  const beside = texts.slice();
  keepTexts(blocks, title, beside);
  const content = contentFromTree(tree, texts, options, beside);
  // Drops the heading of the title and any picture inside it, which usually belongs to the site.
  return content.filter(block => block.type !== 'heading' || block.node !== node[title]);
}

/** True if there are titles and none contains the heading or is contained in it. */
function isUnlike(heading: string, titles: readonly string[]): boolean {
  const own = lettersAndDigits(heading);
  if (titles.length === 0 || own === '') return false;
  return titles.map(lettersAndDigits).every(title => !title.includes(own) && !own.includes(title));
}

export function contentOptions({ include }: PageOptions, baseUrl: string | undefined): ContentOptions {
  const { links, images, tables, captions } = include ?? {};
  return { baseUrl, links, images, tables, captions };
}
