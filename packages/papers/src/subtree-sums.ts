import type { PageTree } from 'webpith/stages';

/** Sums a column over each node's subtree, itself included, in one pass from children to parents. */
export function subtreeSums(tree: PageTree, own: ArrayLike<number>): Float64Array {
  const sums = Float64Array.from(own);
  for (let node = tree.count - 1; node > 0; node--) sums[tree.parent[node]!]! += sums[node]!;
  return sums;
}
