import { IS_BLOCK, meaning } from './tags.js';
import type { PageTree } from './tree.js';

/** The nearest block-level element, possibly the node itself; 0 if there is none. */
export function blockAround(tree: PageTree, node: number): number {
  let n = node;
  while (n > 0 && (meaning(tree.tag[n]!) & IS_BLOCK) === 0) n = tree.parent[n]!;
  return n;
}
