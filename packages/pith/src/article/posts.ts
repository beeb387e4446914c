import type { Blocks } from '../blocks/blocks.js';
import type { ContentNode } from '../content/content.js';
import type { Item, Post } from '../options.js';
import type { ItemRecord } from '../records/items.js';
import type { PostRecord } from '../records/post-record.js';
import type { PostContents } from './post-content.js';

export function postOf(record: PostRecord, blocks: Blocks, contents: PostContents): Post {
  const {
    node: _,
    blocks: own,
    text = own.map(block => blocks.texts[block]).join('\n\n'),
    ...fields
  } = record;
  return { ...fields, text, content: own.length === 0 ? paragraphs(text) : contents.of(own) };
}

function paragraphs(text: string): ContentNode[] {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  return lines.map(line => ({ type: 'paragraph', children: [{ type: 'text', text: line }] }));
}

export function itemOf({ node: _, blocks: __, ...item }: ItemRecord): Item {
  return item;
}
