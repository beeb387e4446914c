import type { Blocks } from '../blocks/blocks.js';
import { Discussion } from '../discussion/from-groups.js';
import type { Groups } from '../groups/from-page.js';
import { type EntryKind, firstBlockFrom } from '../groups/group.js';
import { Listing } from '../listing/from-groups.js';

/**
 * Role of a block on a page made of posts or entries: in the text of one, or beside it. 0 is outside of all posts and
 * entries.
 */
export const BESIDE = 1;
export const INSIDE = 2;

/** Set by hand. */
const LEAST_POSTS = 2;
const LEAST_ITEMS = 3;

/** Role of each block in the posts or entries of a page; undefined if it has too few. */
export function entryParts(
  groups: Groups,
  kind: EntryKind,
  discussion: Discussion = new Discussion(groups),
): Uint8Array | undefined {
  const { blocks } = groups.page;
  return kind === 'posts' ? postParts(blocks, discussion) : itemParts(blocks, new Listing(groups));
}

function postParts(blocks: Blocks, { places }: Discussion): Uint8Array | undefined {
  if (places.length < LEAST_POSTS) return undefined;
  // Posts may be nested, so count the open ones per block.
  const depth = new Int32Array(blocks.count + 1);
  for (const { node } of places) {
    depth[firstBlockFrom(blocks, node)]!++;
    depth[firstBlockFrom(blocks, blocks.tree.end[node]!)]!--;
  }
  const parts = new Uint8Array(blocks.count);
  for (let b = 0, open = 0; b < blocks.count; b++) {
    open += depth[b]!;
    if (open > 0) parts[b] = BESIDE;
  }
  for (const post of places) for (const b of post.blocks) parts[b] = INSIDE;
  return parts;
}

function itemParts(blocks: Blocks, { texts }: Listing): Uint8Array | undefined {
  if (texts.length < LEAST_ITEMS) return undefined;
  const parts = new Uint8Array(blocks.count);
  for (const { blocks: own, title, summary } of texts) {
    for (const b of own) {
      const line = blocks.texts[b]!.replace(/\s+/g, ' ').trim();
      parts[b] = line === title || summary?.includes(line) ? INSIDE : BESIDE;
    }
  }
  return parts;
}
