import { BlockFrame, type Frame } from './assembly.js';
import type { ContentNode, Footnote, FootnoteReference } from './content.js';

/** A note of the page. It ends before the node `end`, so it may include elements that follow `node`. */
export interface Note extends Omit<Footnote, 'children'> {
  readonly node: number;
  end: number;
}

/** A note inside a sentence, to be moved to the end. Its content is the nodes `from` to `to`. */
export interface PulledNote {
  readonly note: Omit<Footnote, 'children'>;
  readonly from: number;
  readonly to: number;
}

export interface TextCut {
  readonly start: number;
  readonly end: number;
  readonly reference?: FootnoteReference;
}

export interface FootnoteLinks {
  readonly references: ReadonlyMap<number, FootnoteReference>;
  readonly notes: ReadonlyMap<number, Note>;
  /** Back links, marks at the start of notes, and notes inside sentences. */
  readonly skipped: ReadonlySet<number>;
  /** In ascending order within a text. */
  readonly cuts: ReadonlyMap<number, readonly TextCut[]>;
  readonly lists: ReadonlySet<number>;
  readonly pulled: readonly PulledNote[];
  /** Node ranges of notes with a kept reference that were not kept themselves. */
  readonly dropped: readonly (readonly [from: number, to: number])[];
}

/** An open list of notes; items without references are notes too. */
export class FootnotesFrame implements Frame {
  private readonly items: Footnote[] = [];

  constructor(private readonly node: number) {}

  append(block: ContentNode): void {
    const last = this.items.at(-1);
    if (last === undefined)
      this.note({ id: `note-${this.node}`, label: '1', references: [], children: [block] });
    else last.children.push(block);
  }

  note(note: Footnote): void {
    this.items.push(note);
  }

  nextLabel(): string {
    return String(this.items.length + 1);
  }

  close(parent: Frame): void {
    const { items, node } = this;
    if (items.length > 0) parent.append({ type: 'footnotes', items, node });
  }
}

export class FootnoteFrame extends BlockFrame {
  constructor(
    private readonly list: FootnotesFrame,
    private readonly note: Omit<Footnote, 'children'>,
  ) {
    super();
  }

  override close(): void {
    const { id, label, references, node } = this.note;
    if (this.children.length > 0) this.list.note({ id, label, references, children: this.children, node });
  }
}
