import type { Blocks } from '../blocks/blocks.js';
import type { ContentNode } from '../content/content.js';
import { KEPT } from '../content/coverage.js';
import { ContentMaker, type ContentOptions } from '../content/from-tree.js';
import { TAG } from '../tree/names.js';
import { keepTexts } from './kept.js';

/** Limits on the extension of a post to its images, so that all posts together take linear time. Set by hand. */
const REACH = 4;
const REACH_MORE = 64;

/**
 * Builds the content of posts, each from its own part of the page: without the list or table around the posts, and in
 * linear time for thousands of them.
 */
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
