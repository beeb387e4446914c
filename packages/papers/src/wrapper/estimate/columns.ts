import { ATTR, type PageTree, TAG } from 'webpith/stages';

/** Number of columns among the children of each node: one per cell of a table row, otherwise none. */
export function countColumns(tree: PageTree): Uint16Array {
  const columns = new Uint16Array(tree.count);
  for (let node = 1; node < tree.count; node++) {
    const tag = tree.tag[node]!;
    if (tag !== TAG.td && tag !== TAG.th) continue;
    const spanned = Number.parseInt(tree.attribute(node, ATTR.colspan) ?? '1', 10);
    columns[tree.parent[node]!]! += spanned > 1 && spanned < 100 ? spanned : 1;
  }
  return columns;
}
