import { BlockFrame, type Frame, withoutEdgeRules } from './assembly.js';
import type { Details, Inline, Quote } from './content.js';

export class QuoteFrame extends BlockFrame {
  constructor(
    private readonly node: number,
    private readonly cite: string | undefined,
  ) {
    super();
  }

  override close(parent: Frame): void {
    if (this.children.length === 0) return;
    const quote: Quote = { type: 'quote', children: withoutEdgeRules(this.children), node: this.node };
    if (this.cite !== undefined) quote.cite = this.cite;
    parent.append(quote);
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
      const details: Details = {
        type: 'details',
        summary: this.title,
        children: withoutEdgeRules(this.children),
        node: this.node,
      };
      parent.append(details);
    }
  }
}
