import { markOfAttribute, TreeBuilder } from './builder.js';
import { treeFromHtml } from './from-html.js';
import { TAG } from './names.js';
import { type IndexedDocument, indexDocument, LayoutWriter, type Snapshot } from './snapshot.js';
import { IS_HEAD, meaning } from './tags.js';
import { HIDDEN, type PageTree, UNSEEN } from './tree.js';
import { hideUnseenText } from './unseen-text.js';

export interface SnapshotOptions {
  /** Names of the computed styles, in the order in which the snapshot requested them. */
  readonly styleNames?: readonly string[];
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Treat text in iframes as part of the page. Default: off, as most iframes are advertisements. */
  readonly readFrames?: boolean;
  /** Scripts or style sheets of the page are missing, so that text may be hidden that they would show. Default: false. */
  readonly lacksFiles?: boolean | undefined;
}

/**
 * Converts a Chromium DOM snapshot to a page tree with a box and styles for every node. Shadow roots are flattened.
 * Text that its readers do not see is marked HIDDEN, except in a closed `<details>`. Documents of iframes are placed
 * inside their iframe, without elements about the page (titles, `<meta>`, scripts). Offsets refer to the concatenated
 * texts and attribute values.
 */
export function treeFromSnapshot(snapshot: Snapshot, options: SnapshotOptions = {}): PageTree {
  return new SnapshotWalk(snapshot, options).tree();
}

const ELEMENT = 1;
const TEXT = 3;
const CDATA = 4;
const COMMENT = 8;

interface OpenElement {
  readonly index: number;
  readonly depth: number;
  readonly node: number;
}

/** A document being read; those of nested iframes form a stack. */
interface Reading extends IndexedDocument {
  next: number;
  readonly open: OpenElement[];
  readonly x: number;
  readonly y: number;
  readonly isFrame: boolean;
  readonly left: Uint8Array;
}

class SnapshotWalk {
  private readonly builder = new TreeBuilder(1024);
  private readonly parts: string[] = [];
  private length = 0;
  private readonly readings: Reading[] = [];
  private readonly entered = new Set<number>();
  private readonly layout: LayoutWriter;

  constructor(
    private readonly snapshot: Snapshot,
    private readonly options: SnapshotOptions,
  ) {
    this.layout = new LayoutWriter(snapshot, options);
  }

  tree(): PageTree {
    this.begin(0, 0, 0);
    for (let top = this.readings.at(-1); top !== undefined; top = this.readings.at(-1)) {
      if (top.next < top.count) this.enter(top, top.next++);
      else {
        this.leaveUntil(top, -1);
        this.readings.pop();
      }
    }
    const tree = this.builder.finish(this.parts.join(''), false, this.layout.finish(this.builder.size));
    hideUnseenText(tree, node => this.layout.paintOf(node));
    return tree;
  }

  private begin(document: number, x: number, y: number): void {
    const given = this.snapshot.documents[document];
    if (given === undefined || this.entered.has(document)) return;
    this.entered.add(document);
    const indexed = indexDocument(given);
    const left = new Uint8Array(indexed.count);
    this.readings.push({ ...indexed, left, next: 0, open: [], x, y, isFrame: document > 0 });
  }

  private enter(reading: Reading, index: number): void {
    const { nodes } = reading.document;
    const parent = nodes.parentIndex[index]!;
    const type = nodes.nodeType[index]!;
    if (reading.pseudo[index] === 1 || reading.left[parent] === 1) {
      reading.left[index] = 1;
      return;
    }
    this.leaveUntil(reading, parent);
    if (type === ELEMENT) this.enterElement(reading, index);
    else if (type === TEXT || type === CDATA || type === COMMENT) this.enterText(reading, index, type);
  }

  private enterText(reading: Reading, index: number, type: number): void {
    const text = this.string(reading.document.nodes.nodeValue[index]!);
    const parent = reading.open.at(-1);
    if (type !== COMMENT && parent !== undefined && this.builder.openTags[parent.depth] === TAG.noscript) {
      // With scripting enabled, browsers keep the content of `noscript` as text.
      this.appendHtml(text);
      return;
    }
    const start = this.append(text);
    if (type !== COMMENT && start === this.length) return;
    this.builder.leaf(type === COMMENT ? TAG['#comment'] : TAG['#text'], start, this.length);
    if (this.layout.isInvisible(reading, index)) this.builder.openedWith(HIDDEN, this.length);
    this.layout.place(this.builder.size - 1, reading, index);
  }

  private enterElement(reading: Reading, index: number): void {
    const { nodes } = reading.document;
    const name = this.string(nodes.nodeName[index]!);
    const tag = this.builder.tagNumber(name, 0, name.length);
    if (reading.isFrame && describesPage(tag)) {
      reading.left[index] = 1;
      return;
    }
    const isOpen = this.builder.openOrAdd(tag, this.length);
    // Styles of the page may show what its attributes hide.
    const declared = this.appendAttributes(nodes.attributes[index] ?? []) & ~HIDDEN;
    const marks = declared | this.hiding(reading, index, tag);
    const seen = reading.isFrame && tag === TAG.html && this.options.readFrames === true;
    this.builder.openedWith(marks, this.length, seen ? UNSEEN : 0);
    this.layout.place(this.builder.size - 1, reading, index);
    if (!isOpen) return;
    const { depth } = this.builder;
    reading.open.push({ index, depth, node: this.builder.openNodes[depth]! });
    const frame = reading.frames.get(index);
    if (frame !== undefined) this.begin(frame, ...this.layout.contentCorner(reading, index));
  }

  /**
   * HIDDEN for a node that was not drawn. Head elements, the content of `<details>` and content that the browser draws
   * only near the window do not count as hidden.
   */
  private hiding(reading: Reading, index: number, tag: number): number {
    if (reading.drawn[index] === 1 || (meaning(tag) & IS_HEAD) !== 0) return 0;
    // The summary of a closed `<details>` is drawn.
    const open = tag === TAG.summary ? reading.open.slice(0, -1) : reading.open;
    const isLater = open.some(
      ({ depth, index: around }) =>
        this.builder.openTags[depth] === TAG.details || this.layout.isDrawnLater(reading, around),
    );
    return isLater ? 0 : HIDDEN;
  }

  private leaveUntil({ open }: Reading, index: number): void {
    for (let last = open.at(-1); last !== undefined && last.index !== index; last = open.at(-1)) {
      open.pop();
      if (this.builder.openNodes[last.depth] !== last.node) continue;
      while (this.builder.depth >= last.depth) this.builder.close(this.length);
    }
  }

  private appendAttributes(attributes: readonly number[]): number {
    let marks = 0;
    for (let i = 0; i + 1 < attributes.length; i += 2) {
      marks |= this.appendAttribute(this.string(attributes[i]!), this.string(attributes[i + 1]!));
    }
    return marks;
  }

  private appendAttribute(name: string, value: string): number {
    const start = this.append(value);
    this.builder.attribute(name, 0, name.length, start, this.length);
    return markOfAttribute(name, value);
  }

  private appendHtml(html: string): void {
    const part = treeFromHtml(html);
    const base = this.builder.depth;
    const open = [0];
    for (let node = 1; node < part.count; node++) {
      while (open.at(-1) !== part.parent[node]) {
        open.pop();
        if (this.builder.depth > base) this.builder.close(this.length);
      }
      if (part.tag[node]! <= TAG['#comment']) {
        const start = this.append(part.text(node));
        this.builder.leaf(part.tag[node]!, start, this.length);
        continue;
      }
      const name = part.tagName(node);
      const tag = this.builder.tagNumber(name, 0, name.length);
      const isOpen = this.builder.openOrAdd(tag, this.length);
      let marks = 0;
      for (const [key, value] of part.attributes(node)) marks |= this.appendAttribute(key, value);
      this.builder.openedWith(marks, this.length);
      if (isOpen) open.push(node);
    }
    while (this.builder.depth > base) this.builder.close(this.length);
  }

  private append(text: string): number {
    const start = this.length;
    this.parts.push(text);
    this.length += text.length;
    return start;
  }

  private string(index: number): string {
    return this.snapshot.strings[index] ?? '';
  }
}

function describesPage(tag: number): boolean {
  return tag !== TAG.html && tag !== TAG.noscript && (meaning(tag) & IS_HEAD) !== 0;
}
