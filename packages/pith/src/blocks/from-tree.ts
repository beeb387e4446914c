import { TAG } from '../tree/names.js';
import { IS_BLOCK, IS_HEADING, meaning } from '../tree/tags.js';
import { IN_ANCHOR, IN_FORMAT, IN_PRE, type PageTree, UNSEEN } from '../tree/tree.js';
import { Blocks, KIND } from './blocks.js';
import { characterClass, IDEOGRAPH, LETTER, SPACE } from './characters.js';

/** Kinds by tag; a tag that is not here takes the kind of its parent. */
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

/** Cuts the visible text of a page into blocks. Hidden text is cut too: hiddenness is evidence, not a filter. */
export function blocksFromTree(tree: PageTree): Blocks {
  const cutter = new BlockCutter(tree);
  const { tag, parent, flags, count } = tree;
  const holder = new Int32Array(count); // innermost block-level element
  const kinds = new Uint8Array(count);
  for (let node = 1; node < count; node++) {
    const type = tag[node]!;
    if (type === TAG['#text']) {
      if ((flags[node]! & UNSEEN) === 0) cutter.text(node, holder[parent[node]!]!, kinds[parent[node]!]!);
      continue;
    }
    const up = parent[node]!;
    const own = type < 256 ? kindOfTag[type]! : -1;
    kinds[node] = own >= 0 ? own : kinds[up]!;
    if (meaning(type) & IS_BLOCK) {
      holder[node] = node;
      cutter.boundary();
    } else {
      holder[node] = holder[up]!;
      if (type === TAG.br) cutter.lineBreak((flags[node]! & IN_PRE) !== 0);
    }
  }
  cutter.boundary();
  return cutter.finish();
}

/** Collects the text of one block at a time and writes it down at the next boundary. */
class BlockCutter {
  private readonly texts: string[] = [];
  private readonly rows: number[] = [];
  /** Lines that a line break has ended, and the one being read: long texts are looked at one line at a time only. */
  private lines = '';
  private line = '';
  private holder = -1;
  private kind = 0;
  private first = -1;
  private last = -1;
  private flags = 0;
  private words = 0;
  private linkWords = 0;
  private formatWords = 0;
  private lineBreaks = 0;
  private lastHeading = -1;
  /** Whether white space is owed before the next character, and whether a word has begun. */
  private space = false;
  private inWord = false;
  /** Code units of all texts, where those of this block begin, and where they end so far. */
  private codes: Uint16Array;
  private codeStart = 0;
  private codeEnd = 0;

  constructor(private readonly tree: PageTree) {
    this.codes = new Uint16Array(Math.ceil(tree.source.length / TEXT_SHARE));
  }

  boundary(): void {
    if (this.first >= 0) this.write();
    this.lineBreaks = 0;
  }

  /** A line break separates words; two in a row separate paragraphs, but not the lines of preformatted text. */
  lineBreak(preformatted: boolean): void {
    if (this.first < 0) return;
    if (preformatted) this.addPreformatted('\n');
    else if (++this.lineBreaks >= 2) this.boundary();
    else this.breakLine();
  }

  text(node: number, holder: number, kind: number): void {
    const { tree } = this;
    if (isBlank(tree.source, tree.start[node]!, tree.stop[node]!) && (tree.flags[node]! & IN_PRE) === 0) {
      this.endWord();
      this.space = true;
      return;
    }
    const raw = tree.text(node);
    if (holder !== this.holder) this.boundary();
    if (this.first < 0) this.begin(node, holder, kind);
    this.lineBreaks = 0;
    this.last = node;
    this.flags &= this.tree.flags[node]!;
    const before = this.words;
    if (this.tree.flags[node]! & IN_PRE) this.addPreformatted(raw);
    // A text that decoding left as long as it was is read in the source itself: reading a cut-out piece is slower.
    else if (raw.length === tree.stop[node]! - tree.start[node]!)
      this.addCollapsed(tree.source, tree.start[node]!, tree.stop[node]!);
    else this.addCollapsed(raw, 0, raw.length);
    const added = this.words - before;
    if (this.tree.flags[node]! & IN_ANCHOR) this.linkWords += added;
    if (this.tree.flags[node]! & IN_FORMAT) this.formatWords += added;
  }

  finish(): Blocks {
    const count = this.texts.length;
    const column = (offset: number) => {
      const values = new Int32Array(count);
      for (let i = 0, at = offset; i < count; i++, at += WIDTH) values[i] = this.rows[at]!;
      return values;
    };
    return new Blocks(this.tree, count, this.texts, this.codes, {
      node: column(0),
      first: column(1),
      end: column(2),
      kind: new Uint8Array(column(3)),
      level: new Uint8Array(column(4)),
      words: new Uint32Array(column(5)),
      linkWords: new Uint32Array(column(6)),
      formatWords: new Uint32Array(column(7)),
      characters: Uint32Array.from(this.texts, text => text.length),
      heading: column(8),
      flags: new Uint8Array(column(9)),
      codeStart: new Uint32Array(column(10)),
    });
  }

  private begin(node: number, holder: number, kind: number): void {
    this.holder = holder;
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
      const { holder, first, last, kind, words, linkWords, formatWords, flags } = this;
      this.rows.push(
        holder,
        first,
        last + 1,
        kind,
        level,
        words,
        linkWords,
        formatWords,
        this.lastHeading,
        flags,
        this.codeStart,
      );
      if (level > 0) this.lastHeading = index;
      this.codeStart += text.length;
    }
    this.codeEnd = this.codeStart;
    this.first = -1;
    this.holder = -1;
  }

  private headingLevel(): number {
    if (this.kind !== KIND.heading) return 0;
    let node = this.holder;
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
      this.count(characterClass(code));
    }
    this.codeEnd += raw.length;
    this.line += raw;
  }

  /** Adds text with white space collapsed: runs that are fine as they are go in as one slice. */
  private addCollapsed(source: string, start: number, stop: number): void {
    this.reserve(stop - start + 1);
    const { codes } = this;
    let { codeEnd, words, inWord } = this;
    let from = -1;
    for (let i = start; i < stop; i++) {
      const code = source.charCodeAt(i);
      const type = characterClass(code);
      if (type === SPACE) {
        inWord = false;
        const plain = code === 32 && from >= 0 && i + 1 < stop;
        if (plain && characterClass(source.charCodeAt(i + 1)) !== SPACE) {
          codes[codeEnd++] = code;
          continue;
        }
        if (from >= 0) this.line += source.slice(from, i);
        from = -1;
        this.space = true;
        continue;
      }
      if (from < 0) {
        if (this.space && this.line !== '') {
          this.line += ' ';
          codes[codeEnd++] = 32;
        }
        this.space = false;
        from = i;
      }
      codes[codeEnd++] = code;
      if (type === LETTER) {
        if (!inWord) words++;
        inWord = true;
      } else if (type === IDEOGRAPH) {
        words++;
        inWord = false;
      }
    }
    if (from >= 0) this.line += source.slice(from, stop);
    this.codeEnd = codeEnd;
    this.words = words;
    this.inWord = inWord;
  }

  /** Makes room for so many code units more. */
  private reserve(more: number): void {
    // One more for the line break that may follow.
    const needed = this.codeEnd + more + 1;
    if (needed <= this.codes.length) return;
    const larger = new Uint16Array(Math.max(needed, 2 * this.codes.length));
    larger.set(this.codes.subarray(0, this.codeEnd));
    this.codes = larger;
  }

  /** A word is a run without white space that holds a letter or digit. */
  private count(type: number): void {
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

/** Of most pages less than a part in so many is text; of others the room for it grows. */
const TEXT_SHARE = 8;

/** Numbers that `write` lays down for each block. */
const WIDTH = 11;

/** Most text nodes are the white space between tags: they are recognised before anything is cut out of the source. */
function isBlank(source: string, start: number, stop: number): boolean {
  for (let i = start; i < stop; i++) if (characterClass(source.charCodeAt(i)) !== SPACE) return false;
  return true;
}
