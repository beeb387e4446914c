import type { Blocks } from '../blocks/blocks.js';
import type { FoundPost } from '../discussion/post.js';
import type { Page } from '../features/page.js';
import { TAG } from '../tree/names.js';
import { IN_PRE } from '../tree/tree.js';

/**
 * Marks the hidden text nodes of the posts with 1; undefined if there are none. Posts that are hidden as a whole, like
 * collapsed comments, are kept.
 */
export function hiddenInPosts(page: Page, posts: readonly FoundPost[]): Uint8Array | undefined {
  const { blocks, tree, visibility: seen } = page;
  const { first, end } = blocks;
  const inPosts = new Uint8Array(tree.count);
  for (const { node: post, blocks: own } of posts) {
    const texts = own.flatMap(b => textNodes(blocks, first[b]!, end[b]!));
    const out = texts.filter(text => {
      let root = seen.rootOf(text);
      while (root > post && seen.isOpened(root)) root = seen.rootAround(root);
      return root > post;
    });
    if (out.length < texts.length) for (const text of out) inPosts[text] = 1;
  }
  return inPosts.includes(1) ? inPosts : undefined;
}

function textNodes({ tree }: Blocks, from: number, to: number): number[] {
  const nodes: number[] = [];
  for (let node = from; node < to; node++)
    if (tree.tag[node] === TAG['#text'] && /\S/.test(tree.text(node))) nodes.push(node);
  return nodes;
}

/** The text of a block without its hidden text nodes. */
export function shownText(blocks: Blocks, block: number, hidden: Uint8Array | undefined): string {
  const { tree, first, end, texts } = blocks;
  if (hidden === undefined || !hidden.subarray(first[block], end[block]).includes(1)) return texts[block]!;
  let text = '';
  for (let node = first[block]!; node < end[block]!; node++) {
    if (tree.tag[node] === TAG.br) text += '\n';
    if (tree.tag[node] !== TAG['#text'] || hidden[node] === 1) continue;
    const own = tree.text(node);
    text += (tree.flags[node]! & IN_PRE) === 0 ? own.replace(/\s+/g, ' ') : own;
  }
  return text.replace(/ {2,9}/g, ' ').trim();
}
