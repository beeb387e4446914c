import { ATTR } from 'webpith/stages';
import type { SdTree } from '../sd-tree.js';

/** The first node with a tag, or with an id prefixed by `#`. */
export function findNode({ tree }: SdTree, what: string): number {
  for (let node = 1; node < tree.count; node++) {
    const isIt = what.startsWith('#')
      ? tree.attribute(node, ATTR.id) === what.slice(1)
      : tree.tagName(node) === what;
    if (isIt) return node;
  }
  throw new Error(`There is no ${what} on the page.`);
}
