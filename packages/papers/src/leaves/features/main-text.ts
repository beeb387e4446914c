import { TAG } from 'webpith/stages';
import type { PageContext } from './page-context.js';

/** Where the running text seems to lie, by words outside links only: no model is asked. */
export interface MainText {
  /** The element that holds most of it. */
  readonly node: number;
  /** First and last leaf with many words inside it. */
  readonly first: number;
  readonly last: number;
}

const LONG = 12;

/**
 * The deepest element with at least seven tenths of the words of long leaves: a leaf is long with twelve words and
 * outside a link.
 */
export function mainText({ tree, leaves, words, linkSums }: PageContext): MainText {
  const sums = new Uint32Array(tree.count);
  leaves.forEach(({ node, kind }, i) => {
    if (kind === 'text' && words[i]! >= LONG && linkSums[node] === 0) sums[node] = words[i]!;
  });
  for (let n = tree.count - 1; n > 0; n--) sums[tree.parent[n]!]! += sums[n]!;
  let node = 0;
  for (let n = 1; n < tree.count; ) {
    if (sums[n]! * 10 >= sums[0]! * 7 && tree.tag[n] !== TAG['#text']) node = n++;
    else n = tree.end[n]!;
  }
  let first = -1;
  let last = -1;
  leaves.forEach((leaf, i) => {
    if (words[i]! < LONG || linkSums[leaf.node]! > 0 || !tree.contains(node, leaf.node)) return;
    if (first < 0) first = i;
    last = i;
  });
  return { node, first, last };
}
