import type { PageTree } from 'webpith/stages';

/** Sums of a column over the subtree of each node, itself included: one pass, children before parents. */
export function subtreeSums(tree: PageTree, own: ArrayLike<number>): Float64Array {
  const sums = Float64Array.from(own);
  for (let node = tree.count - 1; node > 0; node--) sums[tree.parent[node]!]! += sums[node]!;
  return sums;
}
