import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import { BlockFrame, type Frame } from './assembly.js';
import type { ContentNode, List, ListItem } from './content.js';

/** An open list. A nested list outside an item belongs to the item before it, as browsers show it. */
export class ListFrame implements Frame {
  private readonly list: List;

  constructor(tree: PageTree, node: number) {
    const ordered = tree.tag[node] === TAG.ol;
    this.list = { type: 'list', ordered, items: [], node };
    const start = ordered ? startNumber(tree.attribute(node, ATTR.start)) : undefined;
    if (start !== undefined) this.list.start = start;
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
    if (this.children.length === 0) return;
    const item: ListItem = { children: this.children, node: this.node };
    if (this.checked !== undefined) item.checked = this.checked;
    this.list.item(item);
  }
}

function startNumber(value: string | undefined): number | undefined {
  const start = value === undefined ? Number.NaN : Number.parseInt(value, 10);
  return Number.isFinite(start) && start !== 1 && Math.abs(start) < 1e9 ? start : undefined;
}
