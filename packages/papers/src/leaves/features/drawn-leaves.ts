import { type Leaf, visibleLeaves } from '@webpith/lab';
import { ATTR, type PageTree } from 'webpith/stages';
import { leafText } from '../leaf-text.js';
import type { DrawnLeaves } from './layout.js';

/** Number of leaves to look ahead before a leaf counts as not drawn. */
const REACH = 400;

/**
 * Matches the leaves of a page with the rendered tree. Both list leaves in document order, so a parallel walk with
 * bounded look-ahead suffices.
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
