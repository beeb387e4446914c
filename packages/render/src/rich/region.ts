import type { PageTree } from 'webpith/stages';
import type { RichParts } from './parts.js';

const MIN_SHARE = 0.9;

/** The element with most of the body, and the kept parts outside it. */
export interface Region {
  readonly root: number;
  readonly kept: Uint8Array;
  /** Kept parts before and after the root, as the largest disjoint elements. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Finds the smallest element with most of the kept text, so that a stray line does not extend it to the whole page. */
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

function nextRoot(tree: PageTree, root: number, characters: Float64Array, all: number): number {
  for (let child = tree.firstChild(root); child >= 0; child = tree.nextSibling(child)) {
    if (characters[child]! < MIN_SHARE * all) continue;
    return tree.firstChild(child) >= 0 ? child : -1;
  }
  return -1;
}

function outside(tree: PageTree, root: number, kept: Uint8Array): Pick<Region, 'before' | 'after'> {
  const before: number[] = [];
  const after: number[] = [];
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
