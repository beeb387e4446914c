import { ATTR, type PageTree, TAG } from 'webpith/stages';
import { subtreeSums } from '../tree.js';
import { visibleLengths, writeKept } from '../write-text.js';

/**
 * Largest Pagelet, paper 003, section 3.4 and algorithm 3.4: a node is split into its children while one of them has
 * at least k hyperlinks; a node that is not split is a pagelet, and the pagelet with the most visible text is the
 * content. Algorithm 3.4 splits a node into its descendants. Children are used here: descendants give the same pagelets
 * and, in addition, parts of them. A hyperlink is an `a` with `href`; k = 7 as in the paper's tables.
 */
export function largestPagelet(tree: PageTree, k = 7): string {
  const sizes = subtreeSums(tree, visibleLengths(tree));
  const largest = pagelets(tree, k).reduce((best, pagelet) =>
    sizes[pagelet]! > sizes[best]! ? pagelet : best,
  );
  return writeKept(tree, new Uint8Array(tree.count).fill(1, largest, tree.end[largest]));
}

export function pagelets(tree: PageTree, k: number): number[] {
  const links = new Uint8Array(tree.count);
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] === TAG.a && tree.attributeIndex(node, ATTR.href) >= 0) links[node] = 1;
  }
  const counts = subtreeSums(tree, links);
  const splits = new Uint8Array(tree.count);
  for (let node = 1; node < tree.count; node++) if (counts[node]! >= k) splits[tree.parent[node]!] = 1;
  const found: number[] = [];
  // The ancestors of a split node are split too.
  for (let node = 0; node < tree.count; ) {
    if (splits[node] === 1) {
      node++;
      continue;
    }
    found.push(node);
    node = tree.end[node]!;
  }
  return found;
}
