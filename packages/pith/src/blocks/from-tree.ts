import { ColumnBuffer } from '../tree/buffers.js';
import { TAG } from '../tree/names.js';
import { IS_BLOCK, IS_HEADING, meaning } from '../tree/tags.js';
import { IN_ANCHOR, IN_FORMAT, IN_PRE, type PageTree, UNSEEN } from '../tree/tree.js';
import { type Blocks, KIND } from './blocks.js';
import { characterClass, IDEOGRAPH, LETTER, SPACE } from './characters.js';

/** Kinds by tag; other tags inherit the kind of their parent. */
const KIND_OF_TAG = new Map<number, number>([
  ...[TAG.h1, TAG.h2, TAG.h3, TAG.h4, TAG.h5, TAG.h6].map(tag => [tag, KIND.heading] as const),
  ...[TAG.ul, TAG.ol, TAG.li, TAG.menu].map(tag => [tag, KIND.item] as const),
  ...[TAG.td, TAG.th].map(tag => [tag, KIND.cell] as const),
  ...[TAG.pre, TAG.xmp, TAG.listing].map(tag => [tag, KIND.code] as const),
  ...[TAG.figcaption, TAG.caption].map(tag => [tag, KIND.caption] as const),
  ...[TAG.dt, TAG.dd].map(tag => [tag, KIND.term] as const),
  ...[TAG.button, TAG.label, TAG.legend].map(tag => [tag, KIND.control] as const),
  [TAG.blockquote, KIND.quote],
]);
const kindOfTag = Int8Array.from({ length: 256 }, (_, tag) => KIND_OF_TAG.get(tag) ?? -1);

/** Splits the text of a page into blocks. Hidden text is included: the model decides whether to keep it. */
export function blocksFromTree(tree: PageTree): Blocks {
  const splitter = new BlockSplitter(tree);
  const { tag, parent, flags, count } = tree;
  const room = new ColumnBuffer(count, 5, 2);
  const element = room.int32(count);
  const kinds = room.uint8(count);
  for (let node = 1; node < count; node++) {
    const type = tag[node]!;
    if (type === TAG['#text']) {
      if ((flags[node]! & UNSEEN) === 0) splitter.text(node, element[parent[node]!]!, kinds[parent[node]!]!);
      continue;
    }
    const up = parent[node]!;
    const own = type < 256 ? kindOfTag[type]! : -1;
    kinds[node] = own >= 0 ? own : kinds[up]!;
    if (meaning(type) & IS_BLOCK) {
      element[node] = node;
      splitter.boundary();
    } else {
      element[node] = element[up]!;
      if (type === TAG.br) splitter.lineBreak((flags[node]! & IN_PRE) !== 0);
    }
  }
  splitter.boundary();
  return splitter.finish();
}

/** The numbers of a block, in the order in which they are collected. */
const ROW = [
  'node',
  'first',
  'end',
  'kind',
  'level',
  'words',
  'linkWords',
  'formatWords',
  'heading',
  'flags',
  'codeStart',
] as const;

/** Collects the text of one block at a time and writes a row at the next boundary. */
class BlockSplitter {
  private readonly texts: string[] = [];
  private rows = new Int32Array(64 * ROW.length);
  private count = 0;
  /** The finished lines and the current one; separate, so that only the current one is trimmed at a line break. */
  private lines = '';
  private line = '';
  private element = -1;
  private kind = 0;
  private first = -1;
  private last = -1;
  private flags = 0;
  private words = 0;
  private linkWords = 0;
  private formatWords = 0;
  private lineBreaks = 0;
  private lastHeading = -1;
  private space = false;
  private inWord = false;
  private codes: Uint16Array;
  private codeStart = 0;
  private codeEnd = 0;

  constructor(private readonly tree: PageTree) {
    this.codes = new Uint16Array(lengthOfTexts(tree));
  }

  boundary(): void {
    if (this.first >= 0) this.write();
    this.lineBreaks = 0;
  }

  /** A line break separates words; two in a row separate paragraphs, except in preformatted text. */
  lineBreak(preformatted: boolean): void {
    if (this.first < 0) return;
    if (preformatted) this.addPreformatted('\n');
    else if (++this.lineBreaks >= 2) this.boundary();
    else this.breakLine();
  }

  text(node: number, element: number, kind: number): void {
    const { tree } = this;
    // Most text nodes are white space between tags: detect them before slicing the source.
    const isBlank = pastSpace(tree.source, tree.start[node]!, tree.stop[node]!) === tree.stop[node];
    if (isBlank && (tree.flags[node]! & IN_PRE) === 0) {
      this.endWord();
      this.space = true;
      return;
    }
    const raw = tree.text(node);
    if (element !== this.element) this.boundary();
    if (this.first < 0) this.begin(node, element, kind);
    this.lineBreaks = 0;
    this.last = node;
    this.flags &= this.tree.flags[node]!;
    const before = this.words;
    if (this.tree.flags[node]! & IN_PRE) this.addPreformatted(raw);
    // Text without entities is read from the source directly: faster than from a substring.
    else if (raw.length === tree.stop[node]! - tree.start[node]!)
      this.addCollapsed(tree.source, tree.start[node]!, tree.stop[node]!);
    else this.addCollapsed(raw, 0, raw.length);
    const added = this.words - before;
    if (this.tree.flags[node]! & IN_ANCHOR) this.linkWords += added;
    if (this.tree.flags[node]! & IN_FORMAT) this.formatWords += added;
  }

  finish(): Blocks {
    const { count, rows } = this;
    const room = new ColumnBuffer(count, 39, 12);
    const columns = {
      node: room.int32(count),
      first: room.int32(count),
      end: room.int32(count),
      words: room.uint32(count),
      linkWords: room.uint32(count),
      formatWords: room.uint32(count),
      characters: room.uint32(count),
      heading: room.int32(count),
      codeStart: room.uint32(count),
      kind: room.uint8(count),
      level: room.uint8(count),
      flags: room.uint8(count),
    };
    ROW.forEach((name, place) => {
      const column = columns[name];
      for (let b = 0; b < count; b++) column[b] = rows[b * ROW.length + place]!;
    });
    for (let b = 0; b < count; b++) columns.characters[b] = this.texts[b]!.length;
    return { tree: this.tree, count, texts: this.texts, codes: this.codes, ...columns };
  }

  private begin(node: number, element: number, kind: number): void {
    this.element = element;
    this.kind = kind;
    this.first = node;
    this.flags = 255;
    this.lines = this.line = '';
    this.words = this.linkWords = this.formatWords = 0;
    this.space = this.inWord = false;
  }

  private write(): void {
    const text = (this.lines + this.line).trimEnd();
    const level = this.headingLevel();
    if (text.length > 0) {
      const index = this.texts.push(text) - 1;
      this.writeRow(level);
      if (level > 0) this.lastHeading = index;
      this.codeStart += text.length;
    }
    this.codeEnd = this.codeStart;
    this.first = -1;
    this.element = -1;
  }

  private writeRow(level: number): void {
    const at = this.count++ * ROW.length;
    if (at === this.rows.length) {
      const larger = new Int32Array(2 * at);
      larger.set(this.rows);
      this.rows = larger;
    }
    const { element, first, last, kind, words, linkWords, formatWords, lastHeading, flags, codeStart } = this;
    this.rows.set(
      [element, first, last + 1, kind, level, words, linkWords, formatWords, lastHeading, flags, codeStart],
      at,
    );
  }

  private headingLevel(): number {
    if (this.kind !== KIND.heading) return 0;
    let node = this.element;
    while (node > 0 && (meaning(this.tree.tag[node]!) & IS_HEADING) === 0) node = this.tree.parent[node]!;
    return node > 0 ? this.tree.tag[node]! - TAG.h1 + 1 : 0;
  }

  private breakLine(): void {
    this.endWord();
    const line = this.line.trimEnd();
    if (line !== '') this.lines += `${line}\n`;
    this.line = '';
    this.space = false;
    this.codeEnd = this.codeStart + this.lines.length;
    if (line !== '') this.codes[this.codeEnd - 1] = 10;
  }

  private addPreformatted(raw: string): void {
    this.reserve(raw.length);
    for (let i = 0; i < raw.length; i++) {
      const code = raw.charCodeAt(i);
      this.codes[this.codeEnd + i] = code;
      this.countCharacter(characterClass(code));
    }
    this.codeEnd += raw.length;
    this.line += raw;
  }

  /** Adds text with white space collapsed; runs that need no change are copied as one slice. */
  private addCollapsed(source: string, start: number, stop: number): void {
    this.reserve(stop - start + 1);
    for (let at = start; at < stop; ) {
      const from = pastSpace(source, at, stop);
      if (from > at) {
        this.endWord();
        this.space = true;
      }
      if (from === stop) return;
      if (this.space && this.line !== '') {
        this.line += ' ';
        this.codes[this.codeEnd++] = 32;
      }
      this.space = false;
      at = this.addRun(source, from, stop);
    }
  }

  /** Adds characters up to white space that collapses. Counts words without branches, for speed. */
  private addRun(source: string, from: number, stop: number): number {
    const { codes } = this;
    let { codeEnd, words } = this;
    let inWord = this.inWord ? 1 : 0;
    let before = 0;
    let at = from;
    for (; at < stop; at++) {
      const code = source.charCodeAt(at);
      const type = characterClass(code);
      const space = (type - 1) >> 31; // all ones for a space, else 0
      if ((space & (before | (code ^ 32))) !== 0) break;
      before = space;
      codes[codeEnd++] = code;
      const high = type >> 1;
      const letter = high & ~type;
      words += (letter & ~inWord) + (high & type);
      inWord = letter | (inWord & type & ~high); // marks continue a word
    }
    // A single space at the end is left to the next call.
    const end = at + before;
    this.line += source.slice(from, end);
    this.codeEnd = codeEnd + before;
    this.words = words;
    this.inWord = inWord === 1;
    return end;
  }

  private reserve(more: number): void {
    const needed = this.codeEnd + more + 1;
    if (needed <= this.codes.length) return;
    const larger = new Uint16Array(Math.max(needed, 2 * this.codes.length));
    larger.set(this.codes.subarray(0, this.codeEnd));
    this.codes = larger;
  }

  private countCharacter(type: number): void {
    if (type === SPACE) this.endWord();
    else if (type === LETTER) {
      if (!this.inWord) this.words++;
      this.inWord = true;
    } else if (type === IDEOGRAPH) {
      this.words++;
      this.inWord = false;
    }
  }

  private endWord(): void {
    this.inWord = false;
  }
}

/** Estimated number of code units of all texts: each may add a space and a line break. */
function lengthOfTexts({ tag, flags, start, stop, count }: PageTree): number {
  let length = 0;
  for (let node = 1; node < count; node++)
    if (tag[node] === TAG['#text'] && (flags[node]! & UNSEEN) === 0) length += stop[node]! - start[node]! + 2;
  return length;
}

function pastSpace(source: string, from: number, stop: number): number {
  let at = from;
  while (at < stop && characterClass(source.charCodeAt(at)) === SPACE) at++;
  return at;
}
