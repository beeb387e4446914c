import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import type { PageType } from '../options.js';
import { itemTexts } from './items.js';
import { shownPlaces } from './posts.js';
import { firstBlockFrom } from './range-sums.js';

/** Roles of blocks on pages made of posts or entries: beside the text of one, in its text. 0 is outside all. */
export const BESIDE = 1;
export const INSIDE = 2;

/** Structures that a page may consist of: posts of a discussion, entries of a listing. */
export const RECORD_KINDS = ['posts', 'items'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

export function recordKind(type: PageType): RecordKind | undefined {
  if (type === 'forum') return 'posts';
  return type === 'listing' || type === 'collection' ? 'items' : undefined;
}

/** Role of each block; undefined if the page has too few posts or entries. */
export function recordParts(page: PageMeasurements, kind: RecordKind): Uint8Array | undefined {
  return kind === 'posts' ? postParts(page) : itemParts(page);
}

/** Set by hand. */
const LEAST_POSTS = 2;
const LEAST_ITEMS = 3;

function postParts(page: PageMeasurements): Uint8Array | undefined {
  const { blocks } = page;
  const posts = shownPlaces(page);
  if (posts.length < LEAST_POSTS) return undefined;
  // Posts may be nested, so count the open ones per block.
  const depth = new Int32Array(blocks.count + 1);
  for (const { node } of posts) {
    depth[firstBlockFrom(blocks, node)]!++;
    depth[firstBlockFrom(blocks, blocks.tree.end[node]!)]!--;
  }
  const parts = new Uint8Array(blocks.count);
  for (let b = 0, open = 0; b < blocks.count; b++) {
    open += depth[b]!;
    if (open > 0) parts[b] = BESIDE;
  }
  for (const post of posts) for (const b of post.blocks) parts[b] = INSIDE;
  return parts;
}

function itemParts(page: PageMeasurements): Uint8Array | undefined {
  const { blocks } = page;
  const items = itemTexts(page);
  if (items.length < LEAST_ITEMS) return undefined;
  const parts = new Uint8Array(blocks.count);
  for (const { blocks: own, title, summary } of items) {
    for (const b of own) {
      const line = blocks.texts[b]!.replace(/\s+/g, ' ').trim();
      parts[b] = line === title || summary?.includes(line) ? INSIDE : BESIDE;
    }
  }
  return parts;
}
