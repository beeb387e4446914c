import type { Outline } from './outline.js';

/** A row of the tree panel. */
export interface TreeRow {
  readonly index: number;
  readonly depth: number;
  /** Whether it can be opened, and is; undefined for leaves. */
  readonly isOpen: boolean | undefined;
  readonly position: number;
  readonly siblings: number;
}

/** The rows of the tree in which these nodes are open; nodes that show nothing are left out. */
export function treeRows({ nodes }: Outline, open: ReadonlySet<number>): TreeRow[] {
  const rows: TreeRow[] = [];
  const counts = new Map<number, number>();
  let at = 0;
  while (at < nodes.length) {
    const node = nodes[at]!;
    if (!node.isShown) {
      at = node.end;
      continue;
    }
    const position = (counts.get(node.parent) ?? 0) + 1;
    counts.set(node.parent, position);
    const isOpen = node.kind === 'element' ? open.has(at) : undefined;
    rows.push({ index: at, depth: node.depth, isOpen, position, siblings: 0 });
    at = isOpen ? at + 1 : node.end;
  }
  return rows.map(row => ({ ...row, siblings: counts.get(nodes[row.index]!.parent) ?? 1 }));
}

/** The open nodes with all ancestors of one added, so that it has a row; the same set where nothing is missing. */
export function withAncestorsOpen(
  { nodes }: Outline,
  open: ReadonlySet<number>,
  index: number,
): ReadonlySet<number> {
  const missing: number[] = [];
  for (let up = nodes[index]?.parent ?? -1; up >= 0; up = nodes[up]!.parent) {
    if (!open.has(up)) missing.push(up);
  }
  return missing.length > 0 ? new Set([...open, ...missing]) : open;
}

/** The nodes down to a depth, to begin with. */
export function openToDepth({ nodes }: Outline, depth: number): ReadonlySet<number> {
  const open = new Set<number>();
  for (const [i, node] of nodes.entries()) if (node.depth < depth && node.kind === 'element') open.add(i);
  return open;
}
