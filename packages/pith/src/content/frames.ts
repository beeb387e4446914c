import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import { BlockFrame, type Frame, LineFrame, withoutEdgeRules } from './assembly.js';
import type { ContentNode, DefinitionItem, Inline, List, ListItem } from './content.js';

/** An open list. A nested list outside an item belongs to the item before it, as browsers show it. */
export class ListFrame implements Frame {
  private readonly list: List;

  constructor(tree: PageTree, node: number) {
    const ordered = tree.tag[node] === TAG.ol;
    const start = ordered ? startNumber(tree.attribute(node, ATTR.start)) : undefined;
    this.list = { type: 'list', ordered, items: [], node, start };
  }

  append(block: ContentNode): void {
    const last = this.list.items.at(-1);
    if (last === undefined || block.type !== 'list') this.item({ children: [block] });
    else last.children.push(block);
  }

  item(item: ListItem): void {
    this.list.items.push(item);
  }

  close(parent: Frame): void {
    if (this.list.items.length > 0) parent.append(this.list);
  }
}

export class ItemFrame extends BlockFrame {
  checked: boolean | undefined;

  constructor(
    private readonly list: ListFrame,
    private readonly node: number,
  ) {
    super();
  }

  override close(): void {
    const { checked, children, node } = this;
    if (children.length > 0) this.list.item({ children, node, checked });
  }
}

function startNumber(value: string | undefined): number | undefined {
  const start = value === undefined ? Number.NaN : Number.parseInt(value, 10);
  return Number.isFinite(start) && start !== 1 && Math.abs(start) < 1e9 ? start : undefined;
}

/** An open definition list; a term after a description starts the next item. */
export class DefinitionsFrame implements Frame {
  private readonly items: DefinitionItem[] = [];

  constructor(private readonly node: number) {}

  append(block: ContentNode): void {
    this.description([block]);
  }

  term(inlines: Inline[]): void {
    const last = this.items.at(-1);
    if (last !== undefined && last.descriptions.length === 0) last.terms.push(inlines);
    else this.items.push({ terms: [inlines], descriptions: [] });
  }

  description(blocks: ContentNode[]): void {
    const last = this.items.at(-1);
    if (last === undefined) this.items.push({ terms: [], descriptions: [blocks] });
    else last.descriptions.push(blocks);
  }

  close(parent: Frame): void {
    const { items, node } = this;
    if (items.length > 0) parent.append({ type: 'definitions', items, node });
  }
}

export class DescriptionFrame extends BlockFrame {
  constructor(private readonly definitions: DefinitionsFrame) {
    super();
  }

  override close(): void {
    if (this.children.length > 0) this.definitions.description(this.children);
  }
}

export class QuoteFrame extends BlockFrame {
  constructor(
    private readonly node: number,
    private readonly cite: string | undefined,
  ) {
    super();
  }

  override close(parent: Frame): void {
    const { cite, node } = this;
    const children = withoutEdgeRules(this.children);
    if (children.length > 0) parent.append({ type: 'quote', children, node, cite });
  }
}

/** An open `<details>`. A summary that does not come first becomes a paragraph. */
export class DetailsFrame extends BlockFrame {
  private title: Inline[] = [];

  constructor(private readonly node: number) {
    super();
  }

  summary(inlines: Inline[]): void {
    if (this.children.length === 0 && this.title.length === 0) this.title = inlines;
    else this.append({ type: 'paragraph', children: inlines });
  }

  override close(parent: Frame): void {
    if (this.title.length === 0) super.close(parent);
    else {
      const children = withoutEdgeRules(this.children);
      parent.append({ type: 'details', summary: this.title, children, node: this.node });
    }
  }
}

/** An open caption; captions inside it are parts of it. */
export class CaptionFrame extends LineFrame {}

/**
 * An open figure. Without a caption, it stays a figure only if it consists of one image. Content after a caption that
 * follows media is placed after the figure.
 */
export class FigureFrame extends BlockFrame {
  private text: Inline[] | undefined;
  private before = 0;
  private isSupplement = false;

  constructor(private readonly node: number) {
    super();
  }

  caption(inlines: Inline[], isSupplement: boolean): void {
    if (this.text !== undefined) {
      if (!isSupplement) this.append({ type: 'paragraph', children: inlines });
      return;
    }
    this.text = inlines;
    this.isSupplement = isSupplement;
    this.before = this.children.length;
  }

  override close(parent: Frame): void {
    if (this.text === undefined || (this.isSupplement && this.children.length === 0)) {
      this.closeWithoutCaption(parent);
      return;
    }
    const above = this.before === 0;
    const media = above ? this.children : this.children.slice(0, this.before);
    parent.append({
      type: 'figure',
      media,
      caption: this.text,
      captionFirst: (above && media.length > 0) || undefined,
      supplement: this.isSupplement || undefined,
      node: this.node,
    });
    if (!above) for (const block of this.children.slice(this.before)) parent.append(block);
  }

  private closeWithoutCaption(parent: Frame): void {
    const [only] = this.children;
    if (this.children.length === 1 && only?.type === 'image')
      parent.append({ type: 'figure', media: this.children, node: this.node });
    else super.close(parent);
  }
}
