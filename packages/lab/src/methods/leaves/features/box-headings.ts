import { ATTR, type PageTree, TAG } from 'pith/internals';
import type { PageContext } from './page-context.js';

const LARGEST_BOX = 150;

/**
 * For each leaf the leaf that heads the box it stands in, or -1. A heading element, or an element that is named one, heads
 * the smallest element around it with at least two leaves more.
 */
export function boxHeadings({ tree, leaves, words, leafSums }: PageContext): Int32Array {
  const heads = new Int32Array(leaves.length).fill(-1);
  leaves.forEach(({ node, kind }, i) => {
    const heading = kind === 'text' && words[i]! <= 12 ? headingAround(tree, node) : -1;
    if (heading < 0) return;
    let box = tree.parent[heading]!;
    while (box > 0 && leafSums[box]! < leafSums[heading]! + 2) box = tree.parent[box]!;
    if (leafSums[box]! > LARGEST_BOX) return;
    for (let j = i; j < leaves.length && leaves[j]!.node < tree.end[box]!; j++) heads[j] = i;
  });
  return heads;
}

/** The heading element around a node, or the element named one, or -1. */
export function headingAround(tree: PageTree, node: number): number {
  for (let n = tree.parent[node]!, up = 0; n > 0 && up < 4; n = tree.parent[n]!, up++) {
    const tag = tree.tag[n]!;
    if ((tag >= TAG.h1 && tag <= TAG.h6) || tag === TAG.legend || tag === TAG.dt || tag === TAG.summary)
      return n;
    const name = tree.attribute(n, ATTR.class);
    if (name !== undefined && /(?:^|[-_ ])(?:heading|header|title|headline)(?:$|[-_ ])/i.test(name)) return n;
  }
  return -1;
}
