import { blockAround, type PageTree } from '../tree/tree.js';
import type { ContentNode, Inline } from './content.js';
import { isSupplement } from './coverage.js';
import { InlineRun } from './run.js';
import type { PageTex } from './tex.js';
import { type Piece, pieces, withTexFormulas } from './tex-lines.js';

/** An open structure: a list, a cell, a heading. Blocks and lines go to the innermost one. */
export interface Frame {
  /** Accepts a single line: block borders inside become line breaks, and nested structures are flattened. */
  readonly linesOnly?: boolean;
  append(block: ContentNode): void;
  line?(inlines: Inline[]): void;
  close(parent: Frame): void;
}

/** Deeper structures are flattened: outputs recurse over the content tree, and Markdown indents every level. */
const MAX_NESTING = 24;

export class Assembly {
  readonly run = new InlineRun();
  private readonly frames: Frame[] = [];
  private readonly root = new BlockFrame();
  private top: Frame = this.root;
  private lineNode = -1;
  private isSupplement = false;

  constructor(
    private readonly tree: PageTree,
    private readonly kept: Uint8Array,
    private readonly tex: PageTex,
  ) {}

  get frame(): Frame {
    return this.top;
  }

  get canNest(): boolean {
    return this.top.linesOnly !== true && this.frames.length < MAX_NESTING;
  }

  open(frame: Frame): void {
    this.border();
    this.frames.push(this.top);
    this.top = frame;
  }

  close(): void {
    const frame = this.top;
    if (frame.linesOnly === true) frame.line?.(withTexFormulas(this.run.take(), this.tex));
    else this.border();
    this.top = this.frames.pop()!;
    frame.close(this.top);
  }

  text(raw: string, node: number): void {
    this.startLine(node);
    this.run.text(raw, this.tree.flags[node]!);
  }

  atom(inline: Inline, node: number): void {
    this.startLine(node);
    this.run.atom(inline);
  }

  /** True if the text of a supplement would get a paragraph of its own: plain text leaves out whole paragraphs. */
  get fitsSupplement(): boolean {
    return this.top.linesOnly !== true && (!this.run.hasText || this.isSupplement);
  }

  /** Adds a block; ignored where only a line fits, so callers must add essential content as lines. */
  block(block: ContentNode): void {
    this.border();
    if (this.top.linesOnly !== true) this.top.append(block);
  }

  /** Ends the current line: as a paragraph, as images if it has no text, or with a break where only a line fits. */
  border(): void {
    if (this.top.linesOnly === true) {
      this.run.borderBreak();
      return;
    }
    if (this.run.isEmpty) return;
    const hasText = this.run.hasText;
    const inlines = withTexFormulas(this.run.take(), this.tex);
    if (hasText && this.isSupplement)
      this.top.append({ type: 'paragraph', children: inlines, node: this.lineNode, supplement: true });
    else if (hasText) for (const piece of pieces(inlines)) this.appendPiece(piece);
    else for (const image of imagesOf(inlines)) this.top.append(image);
  }

  finish(): ContentNode[] {
    while (this.frames.length > 0) this.close();
    this.border();
    return withoutEdgeRules(this.root.children);
  }

  private appendPiece(piece: Piece): void {
    if ('type' in piece) this.top.append({ ...piece, node: this.lineNode });
    else this.top.append({ type: 'paragraph', children: [...piece], node: this.lineNode });
  }

  private startLine(node: number): void {
    // Pages without <p> separate paragraphs by two line breaks.
    if (this.run.pendingBreaks > 1 && this.top.linesOnly !== true) this.border();
    const isPart = isSupplement(this.tree, this.kept, node);
    if (this.isSupplement && !isPart && this.run.hasText && this.top.linesOnly !== true) this.border();
    if (this.run.isEmpty) {
      this.lineNode = blockAround(this.tree, node);
      this.isSupplement = false;
    }
    if (isPart) this.isSupplement = true;
  }
}

/** A frame of blocks. Merges adjacent footnotes; drops rules at the start, after another rule and before footnotes. */
export class BlockFrame implements Frame {
  readonly children: ContentNode[] = [];

  append(block: ContentNode): void {
    const last = this.children.at(-1);
    if (block.type === 'rule' && (last === undefined || last.type === 'rule')) return;
    if (block.type === 'footnotes') {
      if (last?.type === 'footnotes') {
        for (const note of block.items) last.items.push(note);
        return;
      }
      if (last?.type === 'rule') this.children.pop();
    }
    this.children.push(block);
  }

  close(parent: Frame): void {
    for (const child of withoutEdgeRules(this.children)) parent.append(child);
  }
}

export class LineFrame implements Frame {
  readonly linesOnly = true;
  private inlines: Inline[] = [];

  constructor(private readonly done: (inlines: Inline[], parent: Frame) => void) {}

  append(): void {}

  line(inlines: Inline[]): void {
    this.inlines = inlines;
  }

  close(parent: Frame): void {
    if (this.inlines.length > 0) this.done(this.inlines, parent);
  }
}

export function withoutEdgeRules(blocks: ContentNode[]): ContentNode[] {
  if (blocks.at(-1)?.type === 'rule') blocks.pop();
  return blocks;
}

function imagesOf(inlines: readonly Inline[], href?: string): ContentNode[] {
  return inlines.flatMap(inline => {
    if (inline.type === 'image') {
      if (href !== undefined) inline.href = href;
      return [inline];
    }
    if (!('children' in inline)) return [];
    return imagesOf(inline.children, inline.type === 'link' ? inline.href : href);
  });
}
