import type { PageTree } from 'webpith/stages';

/** Sums of a column over each node's subtree, itself included. */
export function subtreeSums(tree: PageTree, own: ArrayLike<number>): Float64Array {
  const sums = Float64Array.from(own);
  sumSubtrees(tree, sums);
  return sums;
}

/** Replaces each entry of some columns by the sum over the node's subtree. */
export function sumSubtrees({ count, parent }: PageTree, ...columns: (Float64Array | Uint32Array)[]): void {
  for (const column of columns)
    for (let node = count - 1; node > 0; node--) column[parent[node]!]! += column[node]!;
}
