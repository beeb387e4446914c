import { ATTR, type PageTree, TAG } from 'webpith/stages';

/** Sums of a column over each node's subtree, itself included. */
export function subtreeSums(tree: PageTree, own: ArrayLike<number>): Float64Array {
  const sums = Float64Array.from(own);
  sumSubtrees(tree, sums);
  return sums;
}

export function sumSubtrees({ count, parent }: PageTree, ...columns: (Float64Array | Uint32Array)[]): void {
  for (const column of columns)
    for (let node = count - 1; node > 0; node--) column[parent[node]!]! += column[node]!;
}

export function tagSet(...names: readonly (keyof typeof TAG)[]): ReadonlySet<number> {
  return new Set(names.map(name => TAG[name]));
}

export function attributeList(...names: readonly (keyof typeof ATTR)[]): readonly number[] {
  return names.map(name => ATTR[name]);
}
