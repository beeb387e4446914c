import { TextLines } from '@webpith/lab/internals';
import { ATTR, IS_BLOCK, meaning, TAG } from 'webpith/stages';
import { type AncestorTitle, ancestorTitle, type SdTree } from './sd-tree.js';

/** A valid group: a strong node with the valid weak nodes merged into it, and its features (§3.2). */
export interface Region {
  readonly node: number;
  /** Characters of the merged nodes. */
  readonly density: number;
  readonly level: number;
  readonly cardinality: number;
  readonly className: string;
  readonly id: string;
  readonly style: string;
  readonly title: AncestorTitle | undefined;
}

type RegionFeatures = Omit<Region, 'density'>;

/**
 * Steps 2 to 4: prunes nodes whose density is at most `t2`, merges the rest into the nearest strong nodes, and
 * returns the regions in document order. `featuresOf` may cache across `t2`.
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

/** True if the node is text of a valid weak node or of a valid strong node. */
function isMerged(sd: SdTree, node: number, t2: number): boolean {
  return sd.tree.tag[node] === TAG['#text'] && sd.density[node]! > 0 && isValid(sd, node, t2);
}

/** Step 2: true if the text belongs to a node with more characters than `t2`. */
function isValid(sd: SdTree, text: number, t2: number): boolean {
  return sd.density[sd.outermost[text]!]! > t2;
}

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

/** A page may list thousands of classes; this many characters identify a group. */
const MAX_CLASS_CHARACTERS = 2000;

function sortedClasses(value: string): string {
  const names = value.slice(0, MAX_CLASS_CHARACTERS).split(/\s+/).filter(Boolean);
  return names.sort().join(' ');
}

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

/** The innermost block-level node between a text and its region. */
function blockAround({ tree }: SdTree, text: number, region: number): number {
  let node = tree.parent[text]!;
  // Inline tags may be nested thousands deep; beyond this limit they count as one line.
  for (let step = 0; step < 64 && node > region; step++, node = tree.parent[node]!) {
    if ((meaning(tree.tag[node]!) & IS_BLOCK) !== 0) return node;
  }
  return region;
}

/** The text of a region, one block per line. */
export function regionText(sd: SdTree, node: number, t2: number): string {
  const lines = new TextLines();
  visitTexts(sd, node, t2, text => {
    if (text < 0) lines.endLine();
    else lines.add(sd.tree.text(text));
  });
  return lines.text();
}

export function someText(sd: SdTree, node: number, t2: number, test: (text: number) => boolean): boolean {
  let found = false;
  visitTexts(sd, node, t2, text => {
    found ||= text >= 0 && test(text);
  });
  return found;
}
