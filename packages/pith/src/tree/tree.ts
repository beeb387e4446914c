import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { Layout } from './layout.js';
import { KNOWN_ATTRIBUTES, KNOWN_TAGS, TAG } from './names.js';
import { IS_BLOCK, meaning } from './tags.js';

/** Flags of a node, inherited by its descendants. */
export const HIDDEN = 1; // by attribute, by style, or not drawn
export const ARIA_HIDDEN = 2; // only a hint: paywalls set it on real text
export const IN_ANCHOR = 4;
export const IN_NOSCRIPT = 8;
export const IN_FOREIGN = 16;
export const UNSEEN = 32; // text that is not part of the page: scripts, styles, templates, options
export const IN_FORMAT = 64;
export const IN_PRE = 128; // white space is significant

export interface TreeColumns {
  readonly tag: Uint16Array;
  readonly parent: Int32Array;
  readonly end: Int32Array;
  readonly start: Uint32Array;
  readonly stop: Uint32Array;
  readonly flags: Uint8Array;
  readonly attributeFirst: Uint32Array;
  readonly attributeName: Uint16Array;
  readonly attributeStart: Uint32Array;
  readonly attributeStop: Uint32Array;
}

/**
 * The page as flat arrays. A node is a number in document order, so the subtree of `n` is the range `n` to `end[n]`,
 * its first child is `n + 1` and its next sibling `end[n]`. Node 0 is the document. Texts and attribute values are
 * ranges of `source`, decoded on access.
 */
export class PageTree {
  readonly count: number;
  /** Number of the tag (see `TAG`); `#text` and `#comment` are tags too. */
  readonly tag: Uint16Array;
  readonly parent: Int32Array;
  /** One past the last descendant. */
  readonly end: Int32Array;
  /** Source offsets of the characters of a text or comment, or of an element with its start and end tag. */
  readonly start: Uint32Array;
  readonly stop: Uint32Array;
  readonly flags: Uint8Array;
  /** Attributes of node n are the entries `attributeFirst[n]` to `attributeFirst[n + 1]` of the next three arrays. */
  readonly attributeFirst: Uint32Array;
  readonly attributeName: Uint16Array;
  readonly attributeStart: Uint32Array;
  readonly attributeStop: Uint32Array;

  constructor(
    /** The HTML, or the concatenated texts and attribute values of a live document or snapshot. */
    readonly source: string,
    /** True if `source` is HTML with character references. */
    readonly encoded: boolean,
    count: number,
    columns: TreeColumns,
    /** Names of tags and attributes beyond the known ones, numbered after them. */
    readonly extraTags: readonly string[],
    readonly extraAttributes: readonly string[],
    readonly layout?: Layout,
  ) {
    this.count = count;
    this.tag = columns.tag;
    this.parent = columns.parent;
    this.end = columns.end;
    this.start = columns.start;
    this.stop = columns.stop;
    this.flags = columns.flags;
    this.attributeFirst = columns.attributeFirst;
    this.attributeName = columns.attributeName;
    this.attributeStart = columns.attributeStart;
    this.attributeStop = columns.attributeStop;
  }

  withNodes(count: number, columns: TreeColumns): PageTree {
    return new PageTree(this.source, this.encoded, count, columns, this.extraTags, this.extraAttributes);
  }

  firstChild(node: number): number {
    return node + 1 < this.end[node]! ? node + 1 : -1;
  }

  nextSibling(node: number): number {
    const parent = this.parent[node]!;
    const next = this.end[node]!;
    return parent >= 0 && next < this.end[parent]! ? next : -1;
  }

  contains(outer: number, inner: number): boolean {
    return inner >= outer && inner < this.end[outer]!;
  }

  tagName(node: number): string {
    const tag = this.tag[node]!;
    return KNOWN_TAGS.names[tag] ?? this.extraTags[tag - KNOWN_TAGS.names.length] ?? '#unknown';
  }

  /** The characters of a text or comment node, with white space as in the source. */
  text(node: number): string {
    const raw = this.source.slice(this.start[node], this.stop[node]);
    const parent = this.parent[node]!;
    const literal = !this.encoded || this.tag[node] === TAG['#comment'] || isRawText(this.tag[parent]!);
    return literal || !raw.includes('&') ? raw : decodeHTML(raw);
  }

  textContent(node: number): string {
    let text = '';
    for (let n = node; n < this.end[node]!; n++) if (this.tag[n] === TAG['#text']) text += this.text(n);
    return text;
  }

  /** Index of an attribute in the attribute arrays, or -1; the first of duplicates. */
  attributeIndex(node: number, name: number): number {
    const last = this.attributeFirst[node + 1]!;
    for (let i = this.attributeFirst[node]!; i < last; i++) if (this.attributeName[i] === name) return i;
    return -1;
  }

  attribute(node: number, name: number): string | undefined {
    const i = this.attributeIndex(node, name);
    return i < 0 ? undefined : this.attributeValue(i);
  }

  attributeValue(index: number): string {
    const raw = this.source.slice(this.attributeStart[index], this.attributeStop[index]);
    return this.encoded && raw.includes('&') ? decodeHTMLAttribute(raw) : raw;
  }

  attributes(node: number): [name: string, value: string][] {
    const pairs: [string, string][] = [];
    for (let i = this.attributeFirst[node]!; i < this.attributeFirst[node + 1]!; i++) {
      const name = this.attributeName[i]!;
      const known = KNOWN_ATTRIBUTES.names;
      pairs.push([
        known[name] ?? this.extraAttributes[name - known.length] ?? '#unknown',
        this.attributeValue(i),
      ]);
    }
    return pairs;
  }

  /** Path for display: `html:1 > body:2 > div:4 > p:3`, with the position of each among sibling elements. */
  path(node: number): string {
    return this.paths()(node);
  }

  /** Returns a function for the paths of many nodes, which counts the elements once. */
  paths(): (node: number) => string {
    const place = new Int32Array(this.count);
    const children = new Int32Array(this.count);
    for (let n = 1; n < this.count; n++) {
      const parent = this.parent[n]!;
      place[n] = children[parent]! + 1;
      if (this.tag[n]! > TAG['#comment']) children[parent]!++;
    }
    return node => {
      const steps: string[] = [];
      for (let n = node; n > 0; n = this.parent[n]!) steps.push(`${this.tagName(n)}:${place[n]}`);
      return steps.reverse().join(' > ');
    };
  }
}

/** True for elements whose text contains no character references. */
function isRawText(tag: number): boolean {
  return (
    tag === TAG.script || tag === TAG.style || tag === TAG.iframe || tag === TAG.xmp || tag === TAG.noembed
  );
}

export function treeFromClone(clone: PageTree): PageTree {
  const { source, encoded, count, extraTags, extraAttributes, layout } = clone;
  const own = layout && new Layout(layout.columns);
  return new PageTree(source, encoded, count, clone, extraTags, extraAttributes, own);
}

/** The nearest block-level element, possibly the node itself; 0 if there is none. */
export function blockAround(tree: PageTree, node: number): number {
  let n = node;
  while (n > 0 && (meaning(tree.tag[n]!) & IS_BLOCK) === 0) n = tree.parent[n]!;
  return n;
}
