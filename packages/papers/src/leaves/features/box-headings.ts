import { ATTR, type PageTree, TAG } from 'webpith/stages';
import type { PageContext } from './page-context.js';

const LARGEST_BOX = 150;

/**
 * For each leaf, the leaf that heads its box, or -1. The box of a heading is the smallest element around it with at
 * least two more leaves.
 */
export function boxHeadings({ tree, leaves, words, leafSums }: PageContext): Int32Array {
  const heads = new Int32Array(leaves.length).fill(-1);
  const headingOf = headingAround(tree);
  leaves.forEach(({ node, kind }, i) => {
    const heading = kind === 'text' && words[i]! <= 12 ? headingOf(node) : -1;
    if (heading < 0) return;
    let box = tree.parent[heading]!;
    while (box > 0 && leafSums[box]! < leafSums[heading]! + 2) box = tree.parent[box]!;
    if (leafSums[box]! > LARGEST_BOX) return;
    for (let j = i; j < leaves.length && leaves[j]!.node < tree.end[box]!; j++) heads[j] = i;
  });
  return heads;
}

/** Returns the heading element around a node, or -1; elements with a heading class count as headings. */
function headingAround(tree: PageTree): (node: number) => number {
  const known = new Int8Array(tree.count);
  return node => {
    for (let n = tree.parent[node]!, up = 0; n > 0 && up < 4; n = tree.parent[n]!, up++) {
      if (known[n] === 0) known[n] = isHeading(tree, n) ? 1 : -1;
      if (known[n] === 1) return n;
    }
    return -1;
  };
}

function isHeading(tree: PageTree, node: number): boolean {
  const tag = tree.tag[node]!;
  if ((tag >= TAG.h1 && tag <= TAG.h6) || tag === TAG.legend || tag === TAG.dt || tag === TAG.summary)
    return true;
  const name = tree.attribute(node, ATTR.class);
  return name !== undefined && /(?:^|[-_ ])(?:heading|header|title|headline)(?:$|[-_ ])/i.test(name);
}
