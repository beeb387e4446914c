import { IN_ANCHOR, IN_FORMAT } from '../tree/tree.js';
import type { Inline, InlineParent } from './content.js';

/** An open inline element; its node is created with its first text. */
export interface InlineMark {
  readonly type: InlineParent['type'];
  make(): InlineParent;
  /** True for an element that the parser never closes early, unlike formatting and links. */
  readonly isWhole?: boolean;
}

interface OpenInline {
  readonly mark: InlineMark;
  readonly children: Inline[];
}

/**
 * One line of text with its inline elements, built left to right. White space is collapsed as in browsers, and the
 * space between two texts goes to the innermost element around both, so `<b>a </b>b` gives **a** b. Elements are
 * created with their first content, so none is empty, and a block inside a link continues it.
 */
export class InlineRun {
  private root: Inline[] = [];
  private readonly marks: InlineMark[] = [];
  private open: OpenInline[] = [];
  private space = false;
  private breaks = 0;
  private inked = false;
  private atoms = false;

  get pendingBreaks(): number {
    return this.breaks;
  }

  get isEmpty(): boolean {
    return this.root.length === 0;
  }

  get hasText(): boolean {
    return this.inked;
  }

  pushMark(mark: InlineMark): void {
    this.marks.push(mark);
  }

  popMark(): void {
    this.marks.pop();
  }

  hasMark(type: InlineMark['type']): boolean {
    return this.marks.some(mark => mark.type === type);
  }

  /** Adds text; `flags` are those of its node, which omit links that were closed early but are still ancestors. */
  text(raw: string, flags: number): void {
    const text = collapse(raw);
    if (text === '') return;
    const first = text.charCodeAt(0) === 32 ? 1 : 0;
    if (first === 1) this.gap();
    const last =
      text.length > first && text.charCodeAt(text.length - 1) === 32 ? text.length - 1 : text.length;
    if (first >= last) return;
    const body = text.slice(first, last);
    this.align(flags);
    appendText(this.children(), body);
    if (!this.inked) this.inked = INK.test(body);
    this.space = last < text.length;
  }

  atom(inline: Inline): void {
    this.align(IN_ANCHOR | IN_FORMAT, inline.type === 'footnoteReference');
    this.children().push(inline);
    this.atoms = true;
    if (inline.type !== 'image') this.inked = true;
  }

  gap(): void {
    if (this.root.length > 0) this.space = true;
  }

  lineBreak(): void {
    if (this.root.length > 0) this.breaks++;
  }

  /** Where only one line fits, a block border is a single break. */
  borderBreak(): void {
    if (this.root.length > 0) this.breaks = 1;
  }

  take(): Inline[] {
    const line = this.inked || this.atoms ? this.root : [];
    if (this.root.length > 0) this.root = [];
    this.open = [];
    this.space = false;
    this.breaks = 0;
    this.inked = false;
    this.atoms = false;
    return line;
  }

  private children(): Inline[] {
    return this.open.at(-1)?.children ?? this.root;
  }

  private align(flags: number, isReference = false): void {
    const marks =
      this.marks.length === 0 ? this.marks : this.marks.filter(m => applies(m, flags, isReference));
    let shared = 0;
    while (shared < this.open.length && this.open[shared]!.mark === marks[shared]) shared++;
    if (shared < this.open.length) this.open.length = shared;
    this.settle();
    for (let i = shared; i < marks.length; i++)
      this.open.push({ mark: marks[i]!, children: this.childrenFor(marks[i]!) });
  }

  /** Adjacent elements become one, since Markdown cannot end and start emphasis at the same place. */
  private childrenFor(mark: InlineMark): Inline[] {
    const siblings = this.children();
    const last = siblings.at(-1);
    if (last?.type === mark.type && JOINED.has(mark.type) && 'children' in last) return last.children;
    const inline = mark.make();
    siblings.push(inline);
    return inline.children;
  }

  private settle(): void {
    if (this.breaks > 0) this.children().push({ type: 'break' });
    else if (this.space) appendText(this.children(), ' ');
    this.breaks = 0;
    this.space = false;
  }
}

const JOINED: ReadonlySet<InlineMark['type']> = new Set(['strong', 'emphasis', 'deleted']);

const INK = /[^\s\u200b-\u200d\u2060]/;

function applies(mark: InlineMark, flags: number, isReference: boolean): boolean {
  if (mark.isWhole) return true;
  if (mark.type === 'link') return (flags & IN_ANCHOR) !== 0 && !isReference;
  if (mark.type === 'sup') return !isReference && (flags & IN_FORMAT) !== 0;
  return (flags & IN_FORMAT) !== 0;
}

function appendText(children: Inline[], text: string): void {
  const last = children.at(-1);
  if (last !== undefined && last.type === 'text') last.text += text;
  else children.push({ type: 'text', text });
}

export function collapse(text: string): string {
  if (!needsCollapsing(text)) return text;
  const collapsed = text.replace(/[ \t\n\r\f]{2,}|[\t\n\r\f]/g, ' ');
  return collapsed.includes('\0') ? collapsed.replaceAll('\0', '') : collapsed;
}

/** True if there is a control character or two adjacent spaces. A loop, since most texts have neither. */
function needsCollapsing(text: string): boolean {
  let afterSpace = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c > 32) afterSpace = false;
    else if (c < 32 || afterSpace) return true;
    else afterSpace = true;
  }
  return false;
}
