import { TreeBuilder } from './builder.js';
import { TAG } from './names.js';
import {
  breakOut,
  closeBeforeOpening,
  closeByEndTag,
  findOpen,
  isInHead,
  isMisplaced,
  leaveHead,
} from './nesting.js';
import { withShadowRoots } from './shadow.js';
import { IS_VOID, meaning } from './tags.js';
import { maskTokenizerGaps, Tokenizer, type TokenListener } from './tokenizer.js';
import type { PageTree } from './tree.js';

/** Parses HTML into a page tree. The tokenizer finds the tags; `nesting.ts` decides which elements they close. */
export function treeFromHtml(html: string): PageTree {
  let sink = readTokens(html, html);
  if (sink.suspectsGap) sink = readAgain(sink, html);
  const tree = sink.builder.finish(html, true);
  return sink.builder.hasShadowRoots ? withShadowRoots(tree) : tree;
}

function readAgain(sink: TokenSink, html: string): TokenSink {
  const masked = maskTokenizerGaps(html);
  return masked === html ? sink : readTokens(html, masked);
}

function readTokens(html: string, shown: string): TokenSink {
  const sink = new TokenSink(html);
  new Tokenizer(shown, sink).run();
  return sink;
}

/** Estimated characters per node; the median of 1,286 pages is 44. */
const CHARACTERS_A_NODE = 32;

class TokenSink implements TokenListener {
  readonly builder: TreeBuilder;
  /** True if the tokens may deviate from the standard, see `maskTokenizerGaps`. */
  suspectsGap = false;
  private tag = 0;
  private tagStart = 0;
  private ignored = false;
  private foreign = 0;
  private quirks = true;
  private sawHtml = false;
  private sawBody = false;

  constructor(private readonly source: string) {
    this.builder = new TreeBuilder(Math.ceil(source.length / CHARACTERS_A_NODE));
  }

  isInForeign(): boolean {
    return this.foreign > 0;
  }

  text(start: number, stop: number): void {
    if (!this.sawBody && isInHead(this.builder) && !isBlank(this.source, start, stop))
      leaveHead(this.builder, start);
    this.builder.leaf(TAG['#text'], start, stop);
  }

  open(start: number, stop: number, hash: number): number {
    this.tagStart = start - 1;
    const tag = this.builder.tagNumber(this.source, start, stop, hash);
    this.tag = tag;
    this.ignored = this.isRepeated(tag) || (this.foreign === 0 && isMisplaced(this.builder, tag));
    if (this.ignored) return tag;
    if (this.foreign > 0 && breakOut(this.builder, tag, this.tagStart)) this.foreign = this.countForeign();
    if (this.foreign === 0) closeBeforeOpening(this.builder, tag, this.tagStart, this.quirks);
    if (meaning(tag) & IS_VOID) this.builder.leaf(tag, this.tagStart, stop);
    else this.builder.open(tag, this.tagStart, stop);
    if (tag === TAG.svg || tag === TAG.math) this.foreign++;
    return tag;
  }

  attribute(nameStart: number, nameStop: number, valueStart: number, valueStop: number, hash: number): void {
    if (this.ignored) return;
    this.builder.attribute(this.source, nameStart, nameStop, valueStart, valueStop, hash);
  }

  opened(at: number): void {
    if (!this.ignored) this.builder.opened(this.source, at + 1);
  }

  selfClosed(at: number): void {
    this.opened(at);
    // A slash closes elements only in svg and math.
    if (this.foreign === 0 || this.ignored || meaning(this.tag) & IS_VOID) return;
    this.builder.close(at + 1);
    if (this.tag === TAG.svg || this.tag === TAG.math) this.foreign--;
  }

  close(start: number, stop: number): void {
    const tag = this.builder.tagNumber(this.source, start, stop);
    const tagStart = start - 2;
    if (tag === TAG.script && this.builder.openTags[this.builder.depth] !== tag) this.suspectsGap = true;
    if (tag === TAG.br || tag === TAG.p) this.openForStrayEnd(tag, tagStart, stop + 1);
    closeByEndTag(this.builder, tag, tagStart, stop + 1);
    if (this.foreign > 0) this.foreign = this.countForeign();
  }

  comment(start: number, stop: number): void {
    if (stop === this.source.length && this.source.startsWith('[CDATA[', start)) this.suspectsGap = true;
    this.builder.leaf(TAG['#comment'], start, stop);
  }

  cdata(start: number, stop: number): void {
    if (this.foreign === 0) this.suspectsGap = true;
    this.builder.leaf(TAG['#text'], start, stop);
  }

  doctype(start: number, stop: number): void {
    this.quirks = isQuirky(this.source.slice(start, Math.min(stop, start + LONGEST_DOCTYPE)));
  }

  /** `</br>` is a line break and a stray `</p>` an empty paragraph, as in browsers. */
  private openForStrayEnd(tag: number, start: number, stop: number): void {
    if (tag === TAG.br) this.builder.leaf(tag, start, stop);
    else if (findOpen(this.builder, TAG.p) < 0) this.builder.open(tag, start, stop);
  }

  private isRepeated(tag: number): boolean {
    if (tag === TAG.html) {
      const repeated = this.sawHtml;
      this.sawHtml = true;
      return repeated;
    }
    if (tag === TAG.body) {
      const repeated = this.sawBody;
      this.sawBody = true;
      return repeated;
    }
    return tag === TAG.head && this.sawBody;
  }

  private countForeign(): number {
    let count = 0;
    for (let d = this.builder.depth; d > 0; d--) {
      const tag = this.builder.openTags[d];
      if (tag === TAG.svg || tag === TAG.math) count++;
    }
    return count;
  }
}

const LONGEST_DOCTYPE = 300;

const OLD_TYPES =
  /\/\/dtd (?:html (?:2|3|level)|w3 html|html experimental)|netscape|ietf|html 4\.0\d? (?:transitional|frameset)/i;

/** True in quirks mode, in which a table does not close a paragraph. */
function isQuirky(doctype: string): boolean {
  const type = OLD_TYPES.exec(doctype);
  if (type === null) return !/^!?doctype\s{1,9}html/i.test(doctype);
  // HTML 4 with a system identifier is not quirks mode.
  return !/^html 4/i.test(type[0]) || !/http:/i.test(doctype);
}

function isBlank(source: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (source.charCodeAt(i) > 32) return false;
  return true;
}
