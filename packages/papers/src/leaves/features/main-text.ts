import { TAG } from 'webpith/stages';
import type { PageContext } from './page-context.js';

/** Estimated extent of the running text, from words outside links; uses no model. */
export interface MainText {
  readonly node: number;
  /** First and last long leaf inside `node`. */
  readonly first: number;
  readonly last: number;
}

const LONG = 12;

/** The deepest element with at least 70 % of the words of long leaves (twelve words or more, outside links). */
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
