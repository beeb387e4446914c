import { BlockFrame, type Frame } from './assembly.js';
import type { ContentNode, DefinitionItem, Definitions, Inline } from './content.js';

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
    const definitions: Definitions = { type: 'definitions', items: this.items, node: this.node };
    if (this.items.length > 0) parent.append(definitions);
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
