import { type Leaf, visibleLeaves } from '@webpith/lab';
import { ATTR, type PageTree } from 'webpith/stages';
import { leafText } from '../leaf-text.js';
import type { DrawnLeaves } from './layout.js';

/** How far ahead a leaf is looked for before it counts as not drawn. */
const REACH = 400;

/**
 * Finds the leaves of a page in the tree that a browser made of it. Both list the page in document order and say the same
 * where both show something, so a walk along both that looks a bounded way ahead finds them.
 */
export function drawnLeaves(tree: PageTree, leaves: readonly Leaf[], drawn: PageTree): DrawnLeaves {
  const others = visibleLeaves(drawn);
  const keys = others.map(leaf => leafKey(drawn, leaf));
  const nodes = new Int32Array(leaves.length).fill(-1);
  let at = 0;
  leaves.forEach((leaf, i) => {
    const key = leafKey(tree, leaf);
    for (let j = at; j < keys.length && j < at + REACH; j++) {
      if (keys[j] !== key) continue;
      nodes[i] = others[j]!.node;
      at = j + 1;
      return;
    }
  });
  return { tree: drawn, nodes };
}

function leafKey(tree: PageTree, leaf: Leaf): string {
  if (leaf.kind === 'text') return leafText(tree, leaf);
  return `${leaf.kind} ${leafText(tree, leaf)} ${tree.attribute(leaf.node, ATTR.src) ?? ''}`.slice(0, 300);
}
