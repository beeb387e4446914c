import { TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import type { Addresses } from './addresses.js';
import { Assembly, type Frame } from './assembly.js';
import type { ContentNode, Image } from './content.js';
import { type Coverage, isKeptText, isSupplement, SUPPLEMENT } from './coverage.js';
import type { FootnoteLinks, TextCut } from './footnotes.js';
import type { InlineMark } from './run.js';
import type { PageTex } from './tex.js';

export interface ContentSwitches {
  readonly links: boolean;
  readonly images: boolean;
  readonly tables: boolean;
  readonly captions: boolean;
}

/** Handles an element; returns true if its children were handled too. */
export type Handler = (walk: Walk, node: number) => boolean;

export interface Handlers {
  enter(tag: number): Handler;
  pass(tag: number): Handler;
}

type Opened = Frame | 'mark' | 'block';

/** Builds the content in one pass over node ids, with an explicit stack, so that depth costs no call stack. */
export class Walk {
  readonly assembly: Assembly;
  lastImage: Image | undefined;
  readonly textStart: number;
  /** Up to this node, texts belong to a supplementary caption or heading. */
  supplementUntil = 0;
  /** Up to this node, `<code>` is only a font around blocks. */
  fontCodeUntil = 0;
  private readonly openEnds: number[] = [];
  private innerEnd = Number.POSITIVE_INFINITY;
  private readonly opened: Opened[] = [];

  constructor(
    readonly tree: PageTree,
    readonly kept: Uint8Array,
    readonly coverage: Coverage,
    readonly addresses: Addresses,
    readonly footnotes: FootnoteLinks | undefined,
    readonly switches: ContentSwitches,
    /** Figures of supplementary captions, whatever their tag. */
    readonly figures: ReadonlySet<number>,
    tex: PageTex,
  ) {
    this.assembly = new Assembly(tree, kept, tex);
    this.textStart = kept.indexOf(1, coverage.from);
  }

  run(handlers: Handlers, from = 0, to = this.tree.count): ContentNode[] {
    const { tree, coverage } = this;
    let node = Math.max(1, from);
    while (node < to) {
      if (node >= this.innerEnd) this.leaveBefore(node);
      const tag = tree.tag[node]!;
      if (this.footnotes !== undefined && this.isNotePart(this.footnotes, node)) node = tree.end[node]!;
      else if (tag <= TAG['#comment']) {
        if (tag === TAG['#text']) this.text(node);
        node++;
      } else if (coverage.hasKept(node)) {
        node = handlers.enter(tag)(this, node) ? tree.end[node]! : node + 1;
      } else {
        handlers.pass(tag)(this, node);
        node = tree.end[node]!;
      }
    }
    this.leaveBefore(tree.count);
    return this.assembly.finish();
  }

  openFrame(node: number, frame: Frame, end = this.tree.end[node]!): void {
    this.assembly.open(frame);
    this.push(end, frame);
  }

  openMark(node: number, mark: InlineMark): void {
    this.assembly.run.pushMark(mark);
    this.push(this.tree.end[node]!, 'mark');
  }

  openBlock(node: number): void {
    this.assembly.border();
    this.push(this.tree.end[node]!, 'block');
  }

  private push(end: number, opened: Opened): void {
    this.openEnds.push(this.innerEnd);
    this.innerEnd = end;
    this.opened.push(opened);
  }

  private leaveBefore(node: number): void {
    while (node >= this.innerEnd) {
      this.innerEnd = this.openEnds.pop()!;
      const opened = this.opened.pop()!;
      if (opened === 'mark') this.assembly.run.popMark();
      else if (opened === 'block') this.assembly.border();
      else this.assembly.close();
    }
  }

  isSupplement(node: number): boolean {
    return isSupplement(this.tree, this.kept, node);
  }

  /** Adds a reference in place of its mark; true if the node is not to be entered. */
  private isNotePart({ references, skipped }: FootnoteLinks, node: number): boolean {
    const reference = references.get(node);
    if (reference !== undefined) this.assembly.atom({ ...reference }, node);
    return reference !== undefined || skipped.has(node);
  }

  /** Dropped text still separates words. */
  private text(node: number): void {
    const isMisplaced =
      this.kept[node] === SUPPLEMENT && node >= this.supplementUntil && !this.assembly.fitsSupplement;
    if (isMisplaced || !isKeptText(this.tree, this.kept, node)) this.assembly.run.gap();
    else {
      const cuts = this.footnotes?.cuts.get(node);
      if (cuts === undefined) this.assembly.text(this.tree.text(node), node);
      else this.cutText(this.tree.text(node), node, cuts);
    }
  }

  private cutText(text: string, node: number, cuts: readonly TextCut[]): void {
    let from = 0;
    for (const { start, end, reference } of cuts) {
      this.assembly.text(text.slice(from, start), node);
      if (reference !== undefined) this.assembly.atom({ ...reference }, node);
      from = end;
    }
    this.assembly.text(text.slice(from), node);
  }
}
