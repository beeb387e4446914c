import { blockAround } from '../tree/block-around.js';
import type { PageTree } from '../tree/tree.js';
import type { ContentNode, Inline } from './content.js';
import { InlineRun } from './run.js';

/** A structure that is open: a list, a cell, a heading. Blocks and lines go to the innermost one. */
export interface Frame {
  /** Only a line of text fits here: blocks inside become line breaks, structures inside are ignored. */
  readonly linesOnly?: boolean;
  append(block: ContentNode): void;
  /** Takes the line of a `linesOnly` frame. */
  line?(inlines: Inline[]): void;
  /** Hands the finished structure to the frame around it. */
  close(parent: Frame): void;
}

/**
 * Deeper structures are laid flat into the one at this depth. No author nests a dozen lists; the bound
 * lets outputs recurse over the content tree, and keeps the indentation of Markdown from multiplying a hostile page.
 */
const MAX_NESTING = 24;

/** The content tree while it is being built: the open frames and the line in the innermost one. */
export class Assembly {
  readonly run = new InlineRun();
  private readonly frames: Frame[] = [];
  private readonly root = new BlockFrame();
  private top: Frame = this.root;
  private lineNode = -1;

  constructor(private readonly tree: PageTree) {}

  /** The innermost open frame. */
  get frame(): Frame {
    return this.top;
  }

  /** Whether a structure may open here. */
  get canNest(): boolean {
    return this.top.linesOnly !== true && this.frames.length < MAX_NESTING;
  }

  /** Opens a frame at a block border. */
  open(frame: Frame): void {
    this.border();
    this.frames.push(this.top);
    this.top = frame;
  }

  close(): void {
    const frame = this.top;
    if (frame.linesOnly === true) frame.line?.(this.run.take());
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

  /** Adds a block; where only a line fits it is left out, so callers give lines what must not be lost. */
  block(block: ContentNode): void {
    this.border();
    if (this.top.linesOnly !== true) this.top.append(block);
  }

  /** A block begins or ends: the line is a paragraph. */
  border(): void {
    if (this.top.linesOnly === true) {
      this.run.borderBreak();
      return;
    }
    if (this.run.isEmpty) return;
    const hasText = this.run.hasText;
    const inlines = this.run.take();
    if (hasText) this.top.append({ type: 'paragraph', children: inlines, node: this.lineNode });
    else for (const image of imagesOf(inlines)) this.top.append(image);
  }

  /** Closes the rest and gives the content. */
  finish(): ContentNode[] {
    while (this.frames.length > 0) this.close();
    this.border();
    return withoutEdgeRules(this.root.children);
  }

  private startLine(node: number): void {
    // Two breaks are how pages without <p> part their paragraphs.
    if (this.run.pendingBreaks > 1 && this.top.linesOnly !== true) this.border();
    if (this.run.isEmpty) this.lineNode = blockAround(this.tree, node);
  }
}

/** A frame that holds blocks. Neighbouring footnotes become one list; no rule stands beside another or above notes. */
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

/** A frame that holds one line and hands it to whoever opened it: headings, terms, captions. */
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

/** The blocks without a rule at the end (none stands at the start). */
export function withoutEdgeRules(blocks: ContentNode[]): ContentNode[] {
  if (blocks.at(-1)?.type === 'rule') blocks.pop();
  return blocks;
}

/** All images in a line, inside links and emphasis too. */
function imagesOf(inlines: readonly Inline[]): ContentNode[] {
  return inlines.flatMap(inline => {
    if (inline.type === 'image') return [inline];
    return 'children' in inline ? imagesOf(inline.children) : [];
  });
}
