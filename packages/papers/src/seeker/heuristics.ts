import { IN_ANCHOR, IS_BLOCK, meaning, type PageTree, TAG } from 'webpith/stages';
import { attributeList, tagSet } from '../tree.js';
import { outermost, type PageSums } from './features.js';

/**
 * How deep in a sibling its text may be to count for a block (§4.2.1: “contains #text”). `child`: a direct child;
 * `inline`: also inside inline elements; `list`: also in items of lists, tables and quotations that are not mostly
 * links; `wrapped`: also in the only child with text of a wrapper.
 */
export type Reach = 'child' | 'inline' | 'list' | 'wrapped';

const LIST_TAGS = tagSet('ul', 'ol', 'dl', 'table', 'blockquote', 'pre');

/** Maximum share of link text in a sibling; above it the sibling is a menu. */
const MAX_LINK_SHARE = 0.5;

const isBlock = (tree: PageTree, node: number) => (meaning(tree.tag[node]!) & IS_BLOCK) !== 0;

export class LargestBlocks {
  private readonly own: Float64Array;
  private readonly block: Float64Array;
  private readonly string: Float64Array;
  private readonly inner: Int32Array;
  private readonly holder: Int32Array;

  constructor(
    private readonly tree: PageTree,
    private readonly sums: PageSums,
    private readonly reach: Reach,
  ) {
    this.own = ownText(tree, sums, reach);
    this.inner = wrappedElements(tree, sums, this.own, reach);
    this.block = Float64Array.from(this.own);
    this.string = Float64Array.from(this.own);
    for (let node = tree.count - 1; node > 0; node--) {
      if (!isBlock(tree, node)) continue;
      const up = tree.parent[node]!;
      const added = this.added(node);
      this.block[up]! += added;
      this.string[up] = Math.max(this.string[up]!, added);
    }
    this.holder = largestBelow(tree, this.block);
  }

  largestIn(node: number): { readonly holder: number; readonly length: number } {
    const holder = this.holder[node]!;
    return { holder, length: this.block[holder]! };
  }

  /**
   * Marks the text of the largest block, and with `share` below 1 also of blocks whose longest string has at least that
   * share of the longest string of all.
   */
  keepBlocks(segments: readonly number[], share: number, kept: Uint8Array): void {
    const { tree, string } = this;
    let largest = -1;
    let longest = 0;
    for (const segment of segments) {
      const { holder, length } = this.largestIn(segment);
      if (largest < 0 || length > this.block[largest]!) largest = holder;
      for (let n = segment; n < tree.end[segment]!; n++) longest = Math.max(longest, string[n]!);
    }
    if (largest < 0) return;
    const marked = new Set<number>();
    this.mark(largest, kept, marked);
    if (share >= 1) return;
    for (const segment of segments) {
      for (let n = segment; n < tree.end[segment]!; n++) {
        if (string[n]! > 0 && string[n]! >= share * longest) this.mark(n, kept, marked);
      }
    }
  }

  private mark(holder: number, kept: Uint8Array, marked: Set<number>): void {
    const { tree } = this;
    this.markOwn(holder, kept, marked);
    for (let child = tree.firstChild(holder); child >= 0; child = tree.nextSibling(child)) {
      if (!isBlock(tree, child) || this.added(child) === 0) continue;
      if (this.takesAll(child)) kept.fill(1, child, tree.end[child]!);
      else this.markOwn(this.inner[child]!, kept, marked);
    }
  }

  private markOwn(node: number, kept: Uint8Array, marked: Set<number>): void {
    const { tree } = this;
    if (marked.has(node) || this.own[node] === 0) return;
    marked.add(node);
    for (let n = node + 1; n < tree.end[node]!; ) {
      if (isBlock(tree, n)) n = tree.end[n]!;
      else kept[n++] = 1;
    }
  }

  private added(node: number): number {
    if (this.takesAll(node)) return this.sums.textLength[node]! - this.sums.anchorLength[node]!;
    return this.own[this.inner[node]!]!;
  }

  private takesAll(node: number): boolean {
    if (this.reach !== 'list' && this.reach !== 'wrapped') return false;
    if (!LIST_TAGS.has(this.tree.tag[node]!)) return false;
    return this.sums.anchorLength[node]! <= MAX_LINK_SHARE * this.sums.textLength[node]!;
  }
}

/** Length of each block element's own unlinked text; 0 if most of its own text is linked. */
function ownText(tree: PageTree, sums: PageSums, reach: Reach): Float64Array {
  const own = new Float64Array(tree.count);
  const linked = new Float64Array(tree.count);
  const box = new Int32Array(tree.count); // innermost enclosing block element
  for (let node = 1; node < tree.count; node++) {
    const up = tree.parent[node]!;
    const inBox = isBlock(tree, up) ? up : box[up]!;
    box[node] = inBox;
    if (tree.tag[node] !== TAG['#text']) continue;
    if ((tree.flags[node]! & IN_ANCHOR) !== 0) linked[inBox]! += sums.textLength[node]!;
    else if (reach !== 'child' || up === inBox) own[inBox]! += sums.textLength[node]!;
  }
  return own.map((length, node) => (linked[node]! <= MAX_LINK_SHARE * (length + linked[node]!) ? length : 0));
}

function wrappedElements(tree: PageTree, sums: PageSums, own: Float64Array, reach: Reach): Int32Array {
  const inner = Int32Array.from(own.keys());
  if (reach !== 'wrapped') return inner;
  const onlyChild = new Int32Array(tree.count); // 0: none, -1: several
  for (let node = tree.count - 1; node > 0; node--) {
    if (!isBlock(tree, node) || sums.textLength[node] === 0) continue;
    if (own[node] === 0 && onlyChild[node]! > 0) inner[node] = inner[onlyChild[node]!]!;
    const up = tree.parent[node]!;
    onlyChild[up] = onlyChild[up] === 0 ? node : -1;
  }
  return inner;
}

function largestBelow(tree: PageTree, block: Float64Array): Int32Array {
  const holder = Int32Array.from(block.keys());
  for (let node = tree.count - 1; node > 0; node--) {
    const up = tree.parent[node]!;
    const [mine, theirs] = [holder[node]!, holder[up]!];
    // Ties go to the parent, then to its first child: children are visited last to first.
    if (block[mine]! > block[theirs]! || (theirs !== up && block[mine]! === block[theirs]!))
      holder[up] = mine;
  }
  return holder;
}

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
