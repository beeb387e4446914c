import type { Blocks } from '../blocks/blocks.js';
import { withMade } from '../made.js';
import { once } from '../once.js';
import type { Item, Post } from '../options.js';
import type { ItemRecord } from '../records/items.js';
import type { PostRecord } from '../records/post-record.js';
import type { PostContents } from './post-content.js';

/** A post as the article gives it; its content tree is made when first asked for. */
export function postOf(record: PostRecord, blocks: Blocks, contents: PostContents): Post {
  const { author, published, depth, text, accepted } = record;
  const content = once(() => contents.of(record.blocks));
  const post = {
    ...(author === undefined ? {} : { author }),
    ...(published === undefined ? {} : { published }),
    depth,
    ...(accepted === true ? { accepted } : {}),
    text: text ?? record.blocks.map(block => blocks.texts[block]).join('\n\n'),
  };
  return withMade(post, { content });
}

/** An entry as the article gives it, without its place on the page. */
export function itemOf({ node: _, blocks: __, ...item }: ItemRecord): Item {
  return item;
}
