import { TextLines } from '@webpith/lab/internals';
import { ATTR, IS_BLOCK, meaning, TAG } from 'webpith/stages';
import type { SdTree } from './sd-tree.js';
import { type AncestorTitle, ancestorTitle } from './titles.js';

/** A valid group: a strong node with the valid weak nodes that were merged into it, and its features (§3.2). */
export interface Region {
  /** The strong node. */
  readonly node: number;
  /** Characters of the merged nodes. */
  readonly density: number;
  /** Distance from the root. */
  readonly level: number;
  /** Number of child elements. */
  readonly cardinality: number;
  /** Classes, sorted; the empty string where there are none. */
  readonly className: string;
  readonly id: string;
  /** The style attribute. */
  readonly style: string;
  readonly title: AncestorTitle | undefined;
}

/** The features of a node that do not depend on what is merged into it. */
export type RegionFeatures = Omit<Region, 'density'>;

/**
 * Steps 2 to 4: prunes nodes whose density is not greater than `t2`, merges the rest into the nearest strong nodes, and
 * gives the regions in document order. `featuresOf` may remember what it gave for another `t2`.
 */
export function regionsOf(
  sd: SdTree,
  t2: number,
  featuresOf: (node: number) => RegionFeatures = node => regionFeatures(sd, node),
): Region[] {
  const merged = new Uint32Array(sd.tree.count);
  for (let node = 1; node < sd.tree.count; node++) {
    if (isMerged(sd, node, t2)) merged[sd.holder[node]!]! += sd.density[node]!;
  }
  const regions: Region[] = [];
  for (let node = 0; node < sd.tree.count; node++) {
    if (merged[node]! > 0) regions.push({ ...featuresOf(node), density: merged[node]! });
  }
  return regions;
}

/** Whether a node's text is counted once for its holder: texts, as part of a valid weak node or of a valid holder. */
function isMerged(sd: SdTree, node: number, t2: number): boolean {
  return sd.tree.tag[node] === TAG['#text'] && sd.density[node]! > 0 && isValid(sd, node, t2);
}

/** Step 2: whether a text belongs to a node that has more characters than `t2`. */
function isValid(sd: SdTree, text: number, t2: number): boolean {
  return sd.density[sd.outermost[text]!]! > t2;
}

/** Step 4 for one node. */
export function regionFeatures(sd: SdTree, node: number): RegionFeatures {
  const { tree } = sd;
  return {
    node,
    level: sd.level[node]!,
    cardinality: cardinality(sd, node),
    className: sortedClasses(tree.attribute(node, ATTR.class) ?? ''),
    id: tree.attribute(node, ATTR.id) ?? '',
    style: tree.attribute(node, ATTR.style) ?? '',
    title: ancestorTitle(sd, node),
  };
}

function cardinality({ tree }: SdTree, node: number): number {
  let children = 0;
  for (let child = tree.firstChild(node); child >= 0; child = tree.nextSibling(child)) {
    if (tree.tag[child]! > TAG['#comment']) children++;
  }
  return children;
}

/** A page may list thousands of classes; so many tell a group as well as all. */
const CLASSES_LOOKED_AT = 2000;

function sortedClasses(value: string): string {
  const names = value.slice(0, CLASSES_LOOKED_AT).split(/\s+/).filter(Boolean);
  return names.sort().join(' ');
}

/** Calls `visit` with the shown texts of a region that are valid, and with -1 where a line ends. */
function visitTexts(sd: SdTree, node: number, t2: number, visit: (text: number) => void): void {
  const { tree } = sd;
  let line = node;
  for (let n = node + 1; n < tree.end[node]!; ) {
    const tag = tree.tag[n]!;
    if (sd.isStrong[n] === 1 || sd.isIgnored[n] === 1) {
      visit(-1);
      n = tree.end[n]!;
      continue;
    }
    if (tag === TAG['#text'] && isValid(sd, n, t2)) {
      const block = blockAround(sd, n, node);
      if (block !== line) visit(-1);
      line = block;
      visit(n);
    }
    if (tag === TAG.br) visit(-1);
    n++;
  }
}

/** The innermost block-level node between a text and the region it is in. */
function blockAround({ tree }: SdTree, text: number, region: number): number {
  let node = tree.parent[text]!;
  // Weak inline tags may be nested thousands deep; beyond a few dozen they are all one line.
  for (let step = 0; step < 64 && node > region; step++, node = tree.parent[node]!) {
    if ((meaning(tree.tag[node]!) & IS_BLOCK) !== 0) return node;
  }
  return region;
}

/** The text of a region, one line a block. */
export function regionText(sd: SdTree, node: number, t2: number): string {
  const lines = new TextLines();
  visitTexts(sd, node, t2, text => {
    if (text < 0) lines.endLine();
    else lines.add(sd.tree.text(text));
  });
  return lines.text();
}

/** Whether a valid text of a region passes a test. */
export function someText(sd: SdTree, node: number, t2: number, test: (text: number) => boolean): boolean {
  let found = false;
  visitTexts(sd, node, t2, text => {
    found ||= text >= 0 && test(text);
  });
  return found;
}
