import type { Blocks } from '../blocks/blocks.js';
import type { ContentNode } from '../content/content.js';
import type { FoundPost } from '../discussion/post.js';
import type { FoundItem } from '../listing/from-groups.js';
import type { Item, Post } from '../options.js';
import { shownText } from './hidden-in-posts.js';
import type { PostContents } from './post-content.js';

export function postOf(found: FoundPost, blocks: Blocks, contents: PostContents, hidden?: Uint8Array): Post {
  const { node: _, blocks: own, text = textOf(own, blocks, hidden), ...fields } = found;
  return { ...fields, text, content: own.length === 0 ? paragraphs(text) : contents.of(own) };
}

function textOf(own: readonly number[], blocks: Blocks, hidden: Uint8Array | undefined): string {
  const texts = own.map(block => shownText(blocks, block, hidden));
  return texts.filter(text => text !== '').join('\n\n');
}

function paragraphs(text: string): ContentNode[] {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  return lines.map(line => ({ type: 'paragraph', children: [{ type: 'text', text: line }] }));
}

export function itemOf({ node: _, blocks: __, ...item }: FoundItem): Item {
  return item;
}
