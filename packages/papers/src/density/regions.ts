import { TextLines } from '@webpith/lab/internals';
import { ATTR, IS_BLOCK, meaning, TAG } from 'webpith/stages';
import { type AncestorTitle, ancestorTitle, type SdTree } from './sd-tree.js';

/** A valid group (§3.3): a strong node with the valid weak nodes merged into it. */
export interface Region {
  readonly node: number;
  readonly density: number;
  readonly level: number;
  readonly className: string;
  readonly id: string;
  readonly title: AncestorTitle | undefined;
}

type RegionFeatures = Omit<Region, 'density'>;

/**
 * Steps 2 to 4: prunes nodes whose density is at most `t2`, merges the rest into the nearest strong nodes, and
 * returns the regions in document order. A caller that tries several `t2` may cache `featuresOf`.
 */
export function regionsOf(
  sd: SdTree,
  t2: number,
  featuresOf: (node: number) => RegionFeatures = node => regionFeatures(sd, node),
): Region[] {
  const merged = new Uint32Array(sd.tree.count);
  for (let node = 1; node < sd.tree.count; node++) {
    const isText = sd.tree.tag[node] === TAG['#text'];
    if (isText && isValid(sd, node, t2)) merged[sd.holder[node]!]! += sd.density[node]!;
  }
  const regions: Region[] = [];
  for (let node = 0; node < sd.tree.count; node++) {
    if (merged[node]! > 0) regions.push({ ...featuresOf(node), density: merged[node]! });
  }
  return regions;
}

/** Step 2: true if the outermost weak node around the text, or else its strong node, is denser than `t2`. */
function isValid(sd: SdTree, text: number, t2: number): boolean {
  return sd.density[sd.outermost[text]!]! > t2;
}

export function regionFeatures(sd: SdTree, node: number): RegionFeatures {
  const { tree } = sd;
  return {
    node,
    level: sd.level[node]!,
    className: sortedClasses(tree.attribute(node, ATTR.class) ?? ''),
    id: tree.attribute(node, ATTR.id) ?? '',
    title: ancestorTitle(sd, node),
  };
}

/** An element may have thousands of classes; this many characters identify its group. */
const MAX_CLASS_CHARACTERS = 2000;

function sortedClasses(value: string): string {
  const names = value.slice(0, MAX_CLASS_CHARACTERS).split(/\s+/).filter(Boolean);
  return names.sort().join(' ');
}

/** Calls `visit` for the valid texts of a region, and with -1 where a line ends. */
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

function blockAround({ tree }: SdTree, text: number, region: number): number {
  let node = tree.parent[text]!;
  // Bounds the walk through deeply nested inline tags.
  for (let step = 0; step < 64 && node > region; step++, node = tree.parent[node]!) {
    if ((meaning(tree.tag[node]!) & IS_BLOCK) !== 0) return node;
  }
  return region;
}

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
