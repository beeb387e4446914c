import { PithError } from '../errors.js';
import { ColumnBuffer } from './buffers.js';
import type { Layout } from './layout.js';
import { ATTR, ExtraNames, KNOWN_ATTRIBUTES, KNOWN_TAGS, nameHash, TAG } from './names.js';
import { IS_BLOCK, IS_FORMATTING, IS_UNSEEN, IS_VOID, meaning } from './tags.js';
import {
  ARIA_HIDDEN,
  HIDDEN,
  IN_ANCHOR,
  IN_FOREIGN,
  IN_FORMAT,
  IN_NOSCRIPT,
  IN_PRE,
  PageTree,
  UNSEEN,
} from './tree.js';

/** Maximum depth, as in browsers; it bounds every walk to the root. */
export const MAX_DEPTH = 512;

/** Maximum number of nodes, and of attributes. All stages together use up to 300 bytes per node. */
export const MAX_NODES = 2_000_000;

function tooMany(): PithError {
  return new PithError(
    'too-large',
    `the page has more than ${MAX_NODES} elements, texts or attributes`,
    'pass a part of it',
  );
}

/** The caller decides when an element closes; the builder sets the columns and flags. */
export class TreeBuilder {
  private capacity: number;
  private count = 0;
  private tag: Uint16Array;
  private parent: Int32Array;
  private end: Int32Array;
  private start: Uint32Array;
  private stop: Uint32Array;
  private flags: Uint8Array;
  private attributeFirst: Uint32Array;

  private attributes = 0;
  private attributeName: Uint16Array;
  private attributeStart: Uint32Array;
  private attributeStop: Uint32Array;

  private readonly extraTags = new ExtraNames(KNOWN_TAGS);
  private readonly extraAttributes = new ExtraNames(KNOWN_ATTRIBUTES);

  /** Open elements, the document first. The tag of an element that was closed early is 0. */
  readonly openNodes = new Int32Array(MAX_DEPTH + 1);
  readonly openTags = new Uint16Array(MAX_DEPTH + 1);
  depth = 0;
  private openAnchors = 0;
  private openFormats = 0;
  hasShadowRoots = false;

  constructor(sizeHint: number) {
    this.capacity = Math.min(MAX_NODES, Math.max(64, sizeHint));
    const room = new ColumnBuffer(this.capacity + 1, 33, 10);
    this.tag = room.uint16(this.capacity);
    this.parent = room.int32(this.capacity);
    this.end = room.int32(this.capacity);
    this.start = room.uint32(this.capacity);
    this.stop = room.uint32(this.capacity);
    this.flags = room.uint8(this.capacity);
    this.attributeFirst = room.uint32(this.capacity + 1);
    const attributes = this.capacity;
    this.attributeName = room.uint16(attributes);
    this.attributeStart = room.uint32(attributes);
    this.attributeStop = room.uint32(attributes);
    this.append(TAG['#document'], 0, 0);
    this.parent[0] = -1;
  }

  tagNumber(source: string, start: number, end: number, hash = nameHash(source, start, end)): number {
    return this.extraTags.number(source, start, end, hash);
  }

  leaf(tag: number, start: number, stop: number): void {
    this.append(tag, start, stop);
  }

  /** Opens an element and returns true; a void element is added without content instead, and the result is false. */
  openOrAdd(tag: number, at: number): boolean {
    const isVoid = (meaning(tag) & IS_VOID) !== 0;
    if (isVoid) this.leaf(tag, at, at);
    else this.open(tag, at, at);
    return !isVoid;
  }

  /** Opens an element; its attributes follow, then `opened`. At MAX_DEPTH the deepest open element is closed first. */
  open(tag: number, start: number, stop: number): void {
    if (this.depth === MAX_DEPTH) this.close(start);
    const node = this.append(tag, start, stop);
    this.depth++;
    this.openNodes[this.depth] = node;
    this.openTags[this.depth] = tag;
    this.countMarks(tag, 1);
  }

  /** Ends the effect of an open element whose end tag came early; its open descendants stay inside it. */
  closeEarly(depth: number): void {
    this.countMarks(this.openTags[depth]!, -1);
    this.openTags[depth] = 0;
  }

  /**
   * Ends an open link whose end comes inside blocks, as the standard's adoption agency does: the open blocks become its
   * next siblings, and copies of it wrap the content that each has so far. Elements between them are closed.
   */
  adopt(depth: number, at: number): void {
    const adoption = new Adoption(this.openNodes[depth]!);
    const outer = this.openNodes[depth - 1]!;
    let kept = depth - 1;
    let above = outer;
    for (let d = depth; d <= this.depth; d++) {
      const node = this.openNodes[d]!;
      if (d > depth && meaning(this.openTags[d]!) & IS_BLOCK) {
        adoption.blocks.push(node);
        this.parent[node] = above;
        above = node;
        this.openNodes[++kept] = node;
        this.openTags[kept] = this.openTags[d]!;
      } else {
        adoption.closed.push(node);
        this.countMarks(this.openTags[d]!, -1);
      }
    }
    this.closeAround(adoption, at);
    this.depth = kept;
    for (let d = depth; d <= kept; d++) this.dropClosedMarks(this.openNodes[d]!);
    this.insertCopies(adoption, at);
    for (let d = depth; d <= kept; d++) this.openNodes[d] = adoption.moved(this.openNodes[d]!);
  }

  private closeAround({ closed, blocks }: Adoption, at: number): void {
    for (const node of closed) {
      const next = blocks.find(block => block > node);
      this.end[node] = next ?? this.count;
      this.stop[node] = next === undefined ? at : this.start[next]!;
    }
  }

  /** Inserts a copy of the link as the only child of each block, around the nodes up to the next block. */
  private insertCopies(adoption: Adoption, at: number): void {
    const { blocks, link, places } = adoption;
    blocks.forEach((block, i) => {
      if ((blocks[i + 1] ?? this.count) > block + 1) places.push(block + 1);
    });
    if (places.length === 0) return;
    const size = this.attributeFirst[link + 1]! - this.attributeFirst[link]!;
    while (this.count + places.length >= this.capacity) this.grow();
    while (this.attributes + places.length * size > this.attributeName.length) this.growAttributes();
    let stop = this.count;
    this.attributeFirst[this.count + places.length] = this.attributes + places.length * size;
    for (let shift = places.length; shift > 0; shift--) {
      const place = places[shift - 1]!;
      this.shiftNodes(place, stop, shift, adoption);
      this.shiftAttributes(this.attributeFirst[place]!, this.attributeFirst[stop]!, shift * size);
      for (let node = stop - 1; node >= place; node--)
        this.attributeFirst[node + shift] = this.attributeFirst[node]! + shift * size;
      this.copyLink(adoption, place, shift, stop, at);
      stop = place;
    }
    this.count += places.length;
    this.attributes += places.length * size;
  }

  private shiftNodes(from: number, to: number, shift: number, adoption: Adoption): void {
    const block = from - 1;
    for (let node = to - 1; node >= from; node--) {
      const parent = this.parent[node]!;
      const isWrapped = parent === block && !adoption.blocks.includes(node);
      this.parent[node + shift] = isWrapped ? from + shift - 1 : adoption.moved(parent);
      this.end[node + shift] = adoption.movedEnd(this.end[node]!);
    }
    for (const column of [this.tag, this.start, this.stop, this.flags])
      column.copyWithin(from + shift, from, to);
  }

  private shiftAttributes(from: number, to: number, shift: number): void {
    for (const column of [this.attributeName, this.attributeStart, this.attributeStop])
      column.copyWithin(from + shift, from, to);
  }

  private copyLink({ link }: Adoption, place: number, shift: number, stop: number, at: number): void {
    const node = place + shift - 1;
    const from = this.attributeFirst[link]!;
    const size = this.attributeFirst[link + 1]! - from;
    const to = this.attributeFirst[place]! + (shift - 1) * size;
    this.tag[node] = this.tag[link]!;
    this.parent[node] = place - 1 + shift - 1;
    this.end[node] = stop + shift;
    this.start[node] = this.start[place + shift]!;
    this.stop[node] = Math.max(this.start[node]!, at);
    this.flags[node] = this.flags[link]!;
    this.attributeFirst[node] = to;
    for (const column of [this.attributeName, this.attributeStart, this.attributeStop])
      column.copyWithin(to, from, from + size);
  }

  attribute(
    source: string,
    nameStart: number,
    nameEnd: number,
    valueStart: number,
    valueStop: number,
    hash = nameHash(source, nameStart, nameEnd),
  ): void {
    if (this.attributes === this.attributeName.length) this.growAttributes();
    const i = this.attributes++;
    this.attributeName[i] = this.extraAttributes.number(source, nameStart, nameEnd, hash);
    this.attributeStart[i] = valueStart;
    this.attributeStop[i] = valueStop;
  }

  opened(source: string, stop: number): void {
    const node = this.count - 1;
    this.stop[node] = stop;
    this.attributeFirst[this.count] = this.attributes;
    const marks = this.ownMarks(source, node); // may clear a flag of the node
    this.flags[node]! |= marks;
  }

  /** Like `opened`, with flags to set and inherited flags to clear. */
  openedWith(marks: number, stop: number, ended = 0): void {
    const node = this.count - 1;
    this.flags[node]! &= ~ended;
    this.stop[node] = stop;
    this.attributeFirst[this.count] = this.attributes;
    this.flags[node]! |= marks;
  }

  /** Closes the innermost open element; `stop` is the end of its end tag. */
  close(stop: number): void {
    const node = this.openNodes[this.depth]!;
    this.end[node] = this.count;
    this.stop[node] = stop;
    this.countMarks(this.openTags[this.depth]!, -1);
    this.depth--;
  }

  get size(): number {
    return this.count;
  }

  finish(source: string, encoded: boolean, layout?: Layout): PageTree {
    while (this.depth > 0) this.close(source.length);
    this.end[0] = this.count;
    this.stop[0] = source.length;
    const n = this.count;
    this.attributeFirst[n] = this.attributes;
    const columns = {
      tag: this.tag.subarray(0, n),
      parent: this.parent.subarray(0, n),
      end: this.end.subarray(0, n),
      start: this.start.subarray(0, n),
      stop: this.stop.subarray(0, n),
      flags: this.flags.subarray(0, n),
      attributeFirst: this.attributeFirst.subarray(0, n + 1),
      attributeName: this.attributeName.subarray(0, this.attributes),
      attributeStart: this.attributeStart.subarray(0, this.attributes),
      attributeStop: this.attributeStop.subarray(0, this.attributes),
    };
    return new PageTree(
      source,
      encoded,
      n,
      columns,
      this.extraTags.names,
      this.extraAttributes.names,
      layout,
    );
  }

  private append(tag: number, start: number, stop: number): number {
    if (this.count === this.capacity) this.grow();
    const node = this.count++;
    const parent = this.openNodes[this.depth]!;
    this.tag[node] = tag;
    this.parent[node] = parent;
    this.end[node] = node + 1;
    this.start[node] = start;
    this.stop[node] = stop;
    this.flags[node] = this.flags[parent]! | inheritedMarks(tag);
    if (tag <= TAG['#comment']) this.dropClosedMarks(node);
    this.attributeFirst[this.count] = this.attributes;
    return node;
  }

  /** Clears the flags of links and formatting elements that were closed early but are still ancestors. */
  private dropClosedMarks(node: number): void {
    const marks = (this.openAnchors > 0 ? IN_ANCHOR : 0) | (this.openFormats > 0 ? IN_FORMAT : 0);
    this.flags[node]! &= marks | ~(IN_ANCHOR | IN_FORMAT);
  }

  private countMarks(tag: number, change: 1 | -1): void {
    if (tag === TAG.a) this.openAnchors += change;
    else if (meaning(tag) & IS_FORMATTING) this.openFormats += change;
  }

  private ownMarks(source: string, node: number): number {
    let marks = 0;
    for (let i = this.attributeFirst[node]!; i < this.attributes; i++) {
      const name = this.attributeName[i]!;
      if (name === ATTR.hidden) marks |= HIDDEN;
      else if (name === ATTR['aria-hidden']) marks |= this.valueIs(source, i, 'true') ? ARIA_HIDDEN : 0;
      else if (name === ATTR.style)
        marks |= hidesByStyle(source.slice(this.attributeStart[i], this.attributeStop[i]));
      else if (name === ATTR.shadowrootmode || name === ATTR.shadowroot)
        this.settleShadowRoot(source, node, i);
    }
    return marks;
  }

  /** A declarative shadow root is visible, unlike other templates. */
  private settleShadowRoot(source: string, node: number, attribute: number): void {
    if (this.tag[node] !== TAG.template) return;
    if (!this.valueIs(source, attribute, 'open') && !this.valueIs(source, attribute, 'closed')) return;
    const parent = this.parent[node]!;
    this.flags[node] = (this.flags[node]! & ~UNSEEN) | (this.flags[parent]! & UNSEEN);
    this.hasShadowRoots = true;
  }

  private valueIs(source: string, attribute: number, value: string): boolean {
    return (
      source.slice(this.attributeStart[attribute], this.attributeStop[attribute]).toLowerCase() === value
    );
  }

  private grow(): void {
    if (this.capacity >= MAX_NODES) throw tooMany();
    this.capacity = Math.min(MAX_NODES, 2 * this.capacity);
    const n = this.capacity;
    this.tag = widen(this.tag, new Uint16Array(n));
    this.parent = widen(this.parent, new Int32Array(n));
    this.end = widen(this.end, new Int32Array(n));
    this.start = widen(this.start, new Uint32Array(n));
    this.stop = widen(this.stop, new Uint32Array(n));
    this.flags = widen(this.flags, new Uint8Array(n));
    this.attributeFirst = widen(this.attributeFirst, new Uint32Array(n + 1));
  }

  private growAttributes(): void {
    if (this.attributeName.length >= MAX_NODES) throw tooMany();
    const n = Math.min(MAX_NODES, this.attributeName.length * 2);
    this.attributeName = widen(this.attributeName, new Uint16Array(n));
    this.attributeStart = widen(this.attributeStart, new Uint32Array(n));
    this.attributeStop = widen(this.attributeStop, new Uint32Array(n));
  }
}

class Adoption {
  /** The open blocks inside it, outermost first, and the elements that end with it. */
  readonly blocks: number[] = [];
  readonly closed: number[] = [];
  /** Nodes before which a copy of the link is inserted, ascending. */
  readonly places: number[] = [];

  constructor(readonly link: number) {}

  moved(node: number): number {
    return node + this.places.filter(place => place <= node).length;
  }

  movedEnd(end: number): number {
    return this.moved(end - 1) + 1;
  }
}

function inheritedMarks(tag: number): number {
  if (tag === TAG.a) return IN_ANCHOR;
  if (tag === TAG.noscript) return IN_NOSCRIPT;
  if (tag === TAG.pre || tag === TAG.listing || tag === TAG.xmp || tag === TAG.plaintext) return IN_PRE;
  if (tag === TAG.math) return IN_FOREIGN;
  if (tag === TAG.svg) return IN_FOREIGN | UNSEEN;
  const bits = meaning(tag);
  return (bits & IS_UNSEEN ? UNSEEN : 0) | (bits & IS_FORMATTING ? IN_FORMAT : 0);
}

export function markOfAttribute(name: string, value: string): number {
  if (name === 'hidden') return HIDDEN;
  if (name === 'aria-hidden') return value.toLowerCase() === 'true' ? ARIA_HIDDEN : 0;
  return name === 'style' ? hidesByStyle(value) : 0;
}

const HIDING = /display\s{0,4}:\s{0,4}none|visibility\s{0,4}:\s{0,4}(?:hidden|collapse)/i;

function hidesByStyle(style: string): number {
  return HIDING.test(style) ? HIDDEN : 0;
}

function widen<T extends Uint8Array | Uint16Array | Uint32Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
