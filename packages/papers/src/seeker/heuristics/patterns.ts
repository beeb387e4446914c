import { type PageTree, TAG } from 'webpith/stages';
import { attributeList, tagSet } from '../../tree.js';
import { outermost, type PageSums } from '../features.js';

const REPEATED_TAGS = tagSet('div', 'li', 'article', 'section', 'table', 'tr', 'td', 'dd', 'blockquote');

/** Only the signatures with the most text are examined, to bound the work on adversarial pages. */
const MAX_GROUPS = 200;

interface SignatureGroup {
  readonly nodes: number[];
  text: number;
}

/**
 * Generalises the table pattern to block elements whose signature occurs at least twice, inside or outside the
 * segments. Greedily takes the signature that covers most of the remaining text of the segments, until none covers the
 * share `cover` of all their text. Returns the outermost elements in document order.
 */
export function repetitionPattern(
  tree: PageTree,
  sums: PageSums,
  segments: readonly number[],
  cover: number,
): number[] {
  const open = textOfSegments(tree, sums, segments);
  const all = open.reduce((sum, length) => sum + length, 0);
  const groups = groupBySignature(tree, sums, open);
  const repetitions: number[] = [];
  for (;;) {
    const best = heaviest(groups);
    if (best === undefined || best.text < cover * all || best.text === 0) break;
    repetitions.push(...best.nodes);
    for (const node of best.nodes) open.fill(0, node, tree.end[node]!);
    for (const group of groups)
      group.text = group.nodes.reduce((sum, node) => sum + within(tree, open, node), 0);
  }
  return outermost(tree, repetitions);
}

function textOfSegments(tree: PageTree, sums: PageSums, segments: readonly number[]): Float64Array {
  const open = new Float64Array(tree.count);
  for (const segment of segments) {
    for (let n = segment; n < tree.end[segment]!; n++) {
      if (tree.tag[n] === TAG['#text']) open[n] = sums.textLength[n]! - sums.anchorLength[n]!;
    }
  }
  return open;
}

function groupBySignature(tree: PageTree, sums: PageSums, open: Float64Array): SignatureGroup[] {
  const signatures = new Signatures(tree);
  const groups = new Map<string, SignatureGroup>();
  const before = new Float64Array(tree.count + 1);
  for (let n = 0; n < tree.count; n++) before[n + 1] = before[n]! + open[n]!;
  for (let node = 1; node < tree.count; node++) {
    if (!REPEATED_TAGS.has(tree.tag[node]!) || sums.textLength[node] === 0) continue;
    const signature = signatures.of(node);
    const group = groups.get(signature) ?? { nodes: [], text: 0 };
    groups.set(signature, group);
    const last = group.nodes.at(-1);
    // An element inside one with the same signature is a reply or a wrapper; the outer one represents both.
    if (last !== undefined && node < tree.end[last]!) continue;
    group.nodes.push(node);
    group.text += before[tree.end[node]!]! - before[node]!;
  }
  return [...groups.values()]
    .filter(group => group.nodes.length > 1 && group.text > 0)
    .sort((a, b) => b.text - a.text)
    .slice(0, MAX_GROUPS);
}

function within(tree: PageTree, open: Float64Array, node: number): number {
  let sum = 0;
  for (let n = node; n < tree.end[node]!; n++) sum += open[n]!;
  return sum;
}

/** The group with the most text; of groups within about one per cent, the one with more elements. */
function heaviest(groups: readonly SignatureGroup[]): SignatureGroup | undefined {
  let best: SignatureGroup | undefined;
  for (const group of groups) {
    const isHeavier = best === undefined || group.text > best.text * 1.01;
    const isFiner =
      best !== undefined && group.text >= best.text * 0.99 && group.nodes.length > best.nodes.length;
    if (isHeavier || isFiner) best = group;
  }
  return best;
}

/**
 * The table pattern (§4.2.3): tables with equal properties that occur at least twice. Of several patterns, takes the
 * one with the most text of the segments. Returns the nodes in its tables that have the signature of a segment,
 * including those that the classifier missed.
 */
export function tablePattern(tree: PageTree, sums: PageSums, segments: readonly number[]): number[] {
  const signatures = new Signatures(tree);
  const { nearest, counts } = tablesOf(tree, sums, signatures);
  const weights = new Map<string, number>();
  for (const segment of segments) {
    const table = nearest[segment]!;
    if (table < 0) continue;
    const signature = signatures.of(table);
    if (counts.get(signature)! > 1)
      weights.set(signature, (weights.get(signature) ?? 0) + sums.textLength[segment]!);
  }
  const strongest = [...weights].sort((a, b) => b[1] - a[1])[0]?.[0];
  if (strongest === undefined) return [];
  const inPattern = (node: number) => nearest[node]! >= 0 && signatures.of(nearest[node]!) === strongest;
  const segmentSignatures = new Set(segments.filter(inPattern).map(segment => signatures.of(segment)));
  const found: number[] = [];
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node]! <= TAG['#comment'] || sums.textLength[node] === 0) continue;
    if (inPattern(node) && segmentSignatures.has(signatures.of(node))) found.push(node);
  }
  return found;
}

function tablesOf(tree: PageTree, sums: PageSums, signatures: Signatures) {
  const nearest = new Int32Array(tree.count).fill(-1);
  const counts = new Map<string, number>();
  for (let node = 1; node < tree.count; node++) {
    const parent = tree.parent[node]!;
    nearest[node] = tree.tag[parent] === TAG.table ? parent : nearest[parent]!;
    if (tree.tag[node] !== TAG.table || sums.textLength[node] === 0) continue;
    const signature = signatures.of(node);
    counts.set(signature, (counts.get(signature) ?? 0) + 1);
  }
  return { nearest, counts };
}

/** The properties of a table that §4.2.3 compares, and the id. */
const PROPERTIES = attributeList('class', 'width', 'cellspacing', 'cellpadding', 'border', 'align', 'id');

const LONGEST = 120;

/** Classes that only alternate or number rows. */
const ROW_WORDS = /^(?:odd|even|first|last|alt\d?)$/i;

export class Signatures {
  private readonly known = new Map<number, string>();

  constructor(private readonly tree: PageTree) {}

  of(node: number): string {
    let signature = this.known.get(node);
    if (signature === undefined) {
      const properties = PROPERTIES.map(name => withoutNumbers(this.tree.attribute(node, name)));
      signature = [this.tree.tagName(node), ...properties].join('|');
      this.known.set(node, signature);
    }
    return signature;
  }
}

/** Replaces the numbers of posts and rows, so that `post-17` and `post-18` are equal. */
function withoutNumbers(value: string | undefined): string {
  if (!value) return '';
  return value
    .slice(0, LONGEST)
    .split(/\s+/)
    .map(word => word.replace(/\d+/g, '#'))
    .filter(word => word !== '' && !ROW_WORDS.test(word))
    .join(' ');
}
