import { BlockFrame, type Frame } from './assembly.js';
import type { Figure, Inline } from './content.js';

/** An open figure. Without a caption only its content is added; content after a caption below follows the figure. */
export class FigureFrame extends BlockFrame {
  private text: Inline[] | undefined;
  private before = 0;

  constructor(private readonly node: number) {
    super();
  }

  caption(inlines: Inline[]): void {
    if (this.text !== undefined) {
      this.append({ type: 'paragraph', children: inlines });
      return;
    }
    this.text = inlines;
    this.before = this.children.length;
  }

  override close(parent: Frame): void {
    if (this.text === undefined) {
      this.closeWithoutCaption(parent);
      return;
    }
    const above = this.before === 0;
    const media = above ? this.children : this.children.slice(0, this.before);
    const figure: Figure = { type: 'figure', media, caption: this.text, node: this.node };
    if (above && media.length > 0) figure.captionFirst = true;
    parent.append(figure);
    if (!above) for (const block of this.children.slice(this.before)) parent.append(block);
  }

  private closeWithoutCaption(parent: Frame): void {
    const [only] = this.children;
    if (this.children.length === 1 && only?.type === 'image')
      parent.append({ type: 'figure', media: this.children, node: this.node });
    else super.close(parent);
  }
}
