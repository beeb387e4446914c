import type { PageTree } from 'webpith/stages';
import type { RichParts } from './parts.js';

/** Share of the kept characters that the region of the body must hold. */
const MOST = 0.9;

/** Elements to write, in the order of the page: the region that holds most of the body, and what is kept outside it. */
export interface Region {
  readonly root: number;
  /** One for nodes with something kept inside, or kept themselves. */
  readonly kept: Uint8Array;
  /** Kept parts before and after the root, each the largest element that holds nothing of another. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Finds the smallest element that holds most of the kept text, so that one stray line does not drag the page along. */
export function regionOf(tree: PageTree, { texts, media }: RichParts): Region | undefined {
  const characters = new Float64Array(tree.count);
  const kept = new Uint8Array(tree.count);
  for (let node = tree.count - 1; node > 0; node--) {
    if (texts[node] === 1) characters[node] = tree.text(node).trim().length;
    if (texts[node] === 1 || media.has(node)) kept[node] = 1;
    if (kept[node] === 0) continue;
    kept[tree.parent[node]!] = 1;
    characters[tree.parent[node]!]! += characters[node]!;
  }
  const all = characters[0]!;
  if (all === 0) return undefined;
  let root = 0;
  for (let child = nextRoot(tree, root, characters, all); child > 0; ) {
    root = child;
    child = nextRoot(tree, root, characters, all);
  }
  return { root, kept, ...outside(tree, root, kept) };
}

/** The child element that still holds most of the text, or -1. */
function nextRoot(tree: PageTree, root: number, characters: Float64Array, all: number): number {
  for (let child = tree.firstChild(root); child >= 0; child = tree.nextSibling(child)) {
    if (characters[child]! < MOST * all) continue;
    return tree.firstChild(child) >= 0 ? child : -1;
  }
  return -1;
}

function outside(tree: PageTree, root: number, kept: Uint8Array): Pick<Region, 'before' | 'after'> {
  const before: number[] = [];
  const after: number[] = [];
  // Siblings of the root and of its ancestors: whole parts, from the outermost in.
  for (let node = root; node > 0; node = tree.parent[node]!) {
    const parent = tree.parent[node]!;
    const earlier: number[] = [];
    for (let child = tree.firstChild(parent); child >= 0; child = tree.nextSibling(child)) {
      if (child === node || kept[child] === 0) continue;
      if (child < node) earlier.push(child);
      else after.push(child);
    }
    before.unshift(...earlier);
  }
  return { before, after };
}
