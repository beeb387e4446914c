import type { Blocks } from '../blocks/blocks.js';
import type { ContentNode } from '../content/content.js';
import { lazy } from '../lazy.js';
import type { Item, Post } from '../options.js';
import type { ItemRecord } from '../records/items.js';
import type { PostRecord } from '../records/post-record.js';
import type { PostContents } from './post-content.js';

/** A post as the article gives it, without its place on the page; its content tree is made when first asked for. */
export function postOf(record: PostRecord, blocks: Blocks, contents: PostContents): Post {
  const { node: _, blocks: own, text, ...fields } = record;
  const shown = text ?? own.map(block => blocks.texts[block]).join('\n\n');
  const content = () => (own.length === 0 ? paragraphs(shown) : contents.of(own));
  return lazy({ ...fields, text: shown }, { content });
}

/** The content of a post that the page's data hold as plain text. */
function paragraphs(text: string): ContentNode[] {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  return lines.map(line => ({ type: 'paragraph', children: [{ type: 'text', text: line }] }));
}

/** An entry as the article gives it, without its place on the page. */
export function itemOf({ node: _, blocks: __, ...item }: ItemRecord): Item {
  return item;
}
