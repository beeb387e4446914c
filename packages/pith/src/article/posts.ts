import type { Blocks } from '../blocks/blocks.js';
import type { ContentNode } from '../content/content.js';
import { KEPT } from '../content/coverage.js';
import { ContentMaker, type ContentOptions } from '../content/from-tree.js';
import type { FoundPost } from '../discussion/post.js';
import type { Page } from '../features/page.js';
import type { FoundItem } from '../listing/from-groups.js';
import type { Item, Post } from '../options.js';
import { TAG } from '../tree/names.js';
import { IN_PRE } from '../tree/tree.js';
import { keepTexts } from './kept.js';

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

/**
 * Limits on the nodes included beyond the text of a post, for its images: REACH per node of the post, plus REACH_MORE.
 * All posts together then take linear time. Set by hand.
 */
const REACH = 4;
const REACH_MORE = 64;

/** Builds the content of each post from its own part of the page, in linear time for thousands of posts. */
export class PostContents {
  private readonly maker: ContentMaker;
  private readonly kept: Uint8Array;

  constructor(
    private readonly blocks: Blocks,
    options: ContentOptions,
    private readonly hidden?: Uint8Array | undefined,
  ) {
    this.maker = new ContentMaker(blocks.tree, options);
    this.kept = new Uint8Array(blocks.tree.count);
  }

  of(blocks: readonly number[]): ContentNode[] {
    if (blocks.length === 0) return [];
    const { from, to } = this.partAround(blocks);
    for (const block of blocks) keepTexts(this.blocks, block, this.kept, KEPT, this.hidden);
    const content = this.maker.make(this.kept, from, to);
    this.kept.fill(0, from, to);
    return content;
  }

  /**
   * Node range of the smallest element around the blocks, extended to the `div`s around it within the limit. A larger
   * element is cut after the last block.
   */
  private partAround(blocks: readonly number[]): { from: number; to: number } {
    const { tree, node, end } = this.blocks;
    let root = node[blocks[0]!]!;
    let last = 0;
    for (const block of blocks) {
      last = Math.max(last, end[block]!);
      while (root > 0 && !tree.contains(root, node[block]!)) root = tree.parent[root]!;
    }
    const limit = (last - root) * (REACH + 1) + REACH_MORE;
    for (let up = tree.parent[root]!; up > 0 && tree.tag[up] === TAG.div; up = tree.parent[up]!) {
      if (tree.end[up]! - up > limit) break;
      root = up;
    }
    return { from: root, to: tree.end[root]! - root <= limit ? tree.end[root]! : last };
  }
}

/** Marks hidden text nodes with 1; undefined if there are none. Posts hidden as a whole (collapsed) are kept. */
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
