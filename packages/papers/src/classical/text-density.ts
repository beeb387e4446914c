import { type PageTree, TAG } from 'webpith/stages';
import { subtreeSums } from '../tree.js';
import { visibleLengths, writeKept } from '../write-text.js';

/**
 * Content extraction via text density (CETD; Sun, Song and Liao, SIGIR 2011). The density of a node is its characters
 * per tag, weighted by the share of links (`compositeDensity`); its density sum is the sum over
 * its children, including text nodes. The threshold is the lowest density between the node with the largest density
 * sum and the body. In each node that reaches the threshold with all its ancestors, the node with the largest density
 * sum is content. Buttons count as links, as in the authors' program; text hidden by style sheets counts.
 */
export function textDensity(tree: PageTree): string {
  const body = bodyOf(tree);
  return writeKept(tree, contentMarks(tree, body, densitiesOf(tree, body)));
}

interface DensityCounts {
  readonly characters: number;
  readonly tags: number;
  readonly linkCharacters: number;
  readonly linkTags: number;
}

/**
 * Composite text density: C/T · log_b(C/LC · T/LT), b = ln(C/¬LC · LC + LC_body/C_body · C + e); C characters, T
 * tags, LC and LT those of links, ¬LC characters outside links; T, LC, LT and ¬LC are at least one.
 */
export function compositeDensity(counts: DensityCounts, bodyLinkShare: number): number {
  const { characters } = counts;
  if (characters === 0) return 0;
  const tags = Math.max(1, counts.tags);
  const linked = Math.max(1, counts.linkCharacters);
  const unlinked = Math.max(1, characters - counts.linkCharacters);
  const base = Math.log((characters / unlinked) * linked + bodyLinkShare * characters + Math.E);
  const purity = (characters / linked) * (tags / Math.max(1, counts.linkTags));
  return ((characters / tags) * Math.log(purity)) / Math.log(base);
}

export function densitiesOf(tree: PageTree, body: number): Float64Array {
  const lengths = visibleLengths(tree);
  const isTag = tree.tag.map(tag => (tag > TAG['#comment'] ? 1 : 0));
  const isLink = tree.tag.map(tag => (tag === TAG.a || tag === TAG.button ? 1 : 0));
  const characters = subtreeSums(tree, lengths);
  const tags = subtreeSums(tree, isTag);
  const linkCharacters = subtreeSums(tree, linkLengths(tree, isLink, lengths));
  const linkTags = subtreeSums(tree, isLink);
  const share = linkCharacters[body]! / Math.max(1, characters[body]!);
  const densities = new Float64Array(tree.count);
  for (let node = body; node < tree.end[body]!; node++) {
    const counts = {
      characters: characters[node]!,
      tags: tags[node]! - isTag[node]!,
      linkCharacters: linkCharacters[node]!,
      linkTags: linkTags[node]! - isLink[node]!,
    };
    densities[node] = compositeDensity(counts, share);
  }
  return densities;
}

function linkLengths(tree: PageTree, isLink: Uint16Array, lengths: Uint32Array): Uint32Array {
  const inLink = new Uint8Array(tree.count);
  for (let node = 1; node < tree.count; node++) inLink[node] = isLink[node]! | inLink[tree.parent[node]!]!;
  return lengths.map((length, node) => (inLink[node] === 1 ? length : 0));
}

function contentMarks(tree: PageTree, body: number, densities: Float64Array): Uint8Array {
  const best = largestSums(tree, body, densities);
  let threshold = densities[best[body]!]!;
  for (let node = best[body]!; node > body; node = tree.parent[node]!)
    threshold = Math.min(threshold, densities[tree.parent[node]!]!);
  const marks = new Uint8Array(tree.count);
  for (let node = body; node < tree.end[body]!; ) {
    if (densities[node]! === 0 || densities[node]! < threshold || marks[node] === 1) {
      node = tree.end[node]!;
      continue;
    }
    if (marks[best[node]!] === 0) marks.fill(1, best[node], tree.end[best[node]!]);
    node++;
  }
  return marks;
}

function largestSums(tree: PageTree, body: number, densities: Float64Array): Int32Array {
  const sums = new Float64Array(tree.count);
  const best = Int32Array.from({ length: tree.count }, (_, node) => node);
  for (let node = tree.end[body]! - 1; node >= body; node--) {
    if (tree.end[node] === node + 1) sums[node] = densities[node]!;
    const up = tree.parent[node]!;
    if (node > body) sums[up]! += densities[node]!;
  }
  for (let node = tree.end[body]! - 1; node > body; node--) {
    const up = tree.parent[node]!;
    // Text belongs to its element and is never content on its own.
    if (tree.tag[node]! > TAG['#comment'] && sums[best[node]!]! > sums[best[up]!]!) best[up] = best[node]!;
  }
  return best;
}

function bodyOf(tree: PageTree): number {
  for (let node = 1; node < tree.count; node++) if (tree.tag[node] === TAG.body) return node;
  return 0;
}
