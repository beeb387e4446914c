import { TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import type { Addresses } from './addresses.js';
import { Assembly, type Frame } from './assembly.js';
import type { ContentNode } from './content.js';
import { type Coverage, isKeptText } from './coverage.js';
import type { FootnoteLinks } from './footnotes.js';
import type { InlineMark } from './run.js';

/** What goes into the content besides text, and how. */
export interface ContentSwitches {
  /** Links keep their address; otherwise only their text stays. */
  readonly links: boolean;
  /** Images, video, audio and embeds. */
  readonly images: boolean;
  /** Data tables. */
  readonly tables: boolean;
  /** Captions of figures and tables. */
  readonly captions: boolean;
}

/** What an element does when the walk meets it: true when it has been dealt with, children and all. */
export type Handler = (walk: Walk, node: number) => boolean;

/** The two tables of the walk: elements with kept text inside, and elements without. */
export interface Handlers {
  enter(tag: number): Handler;
  pass(tag: number): Handler;
}

/** What ends with an element: a frame, an inline mark, or just a block. */
type Opened = Frame | 'mark' | 'block';

/**
 * The one pass over the page that builds the content: down into whatever holds kept text, past everything else.
 * A loop over node ids with a stack of what is open, so depth costs no call stack.
 */
export class Walk {
  readonly assembly: Assembly;
  /** The image added last, for the twin that lazy loading puts beside it. */
  lastImage: { readonly node: number; readonly src: string } | undefined;
  /** The first kept text; only the title may stand before it. */
  readonly textStart: number;
  /** Up to this node, `<code>` is known to be only a font around blocks. */
  fontCodeUntil = 0;
  private readonly openEnds: number[] = [];
  /** The end of what was opened last. */
  private innerEnd = Number.POSITIVE_INFINITY;
  private readonly opened: Opened[] = [];

  constructor(
    readonly tree: PageTree,
    readonly kept: Uint8Array,
    readonly coverage: Coverage,
    readonly addresses: Addresses,
    readonly footnotes: FootnoteLinks | undefined,
    readonly switches: ContentSwitches,
  ) {
    this.assembly = new Assembly(tree);
    this.textStart = kept.indexOf(1, coverage.from);
  }

  /** Over the nodes `from` to `to`. */
  run(handlers: Handlers, from = 0, to = this.tree.count): ContentNode[] {
    const { tree, coverage } = this;
    let node = Math.max(1, from);
    while (node < to) {
      if (node >= this.innerEnd) this.leaveBefore(node);
      const tag = tree.tag[node]!;
      if (tag <= TAG['#comment']) {
        if (tag === TAG['#text']) this.text(node);
        node++;
      } else if (coverage.holdsKept(node)) {
        node = handlers.enter(tag)(this, node) ? tree.end[node]! : node + 1;
      } else {
        handlers.pass(tag)(this, node);
        node = tree.end[node]!;
      }
    }
    this.leaveBefore(tree.count);
    return this.assembly.finish();
  }

  /** Opens a frame that ends with an element. */
  openFrame(node: number, frame: Frame): void {
    this.assembly.open(frame);
    this.push(node, frame);
  }

  openMark(node: number, mark: InlineMark): void {
    this.assembly.run.pushMark(mark);
    this.push(node, 'mark');
  }

  openBlock(node: number): void {
    this.assembly.border();
    this.push(node, 'block');
  }

  private push(node: number, opened: Opened): void {
    this.openEnds.push(this.innerEnd);
    this.innerEnd = this.tree.end[node]!;
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

  /** Text that was not kept still parts the words around it. */
  private text(node: number): void {
    if (isKeptText(this.tree, this.kept, node)) this.assembly.text(this.tree.text(node), node);
    else this.assembly.run.gap();
  }
}
