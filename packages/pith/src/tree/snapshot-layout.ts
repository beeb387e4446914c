import { Layout } from './layout.js';
import type { IndexedDocument, Snapshot } from './snapshot.js';

export interface PlacedDocument extends IndexedDocument {
  readonly x: number;
  readonly y: number;
  readonly isFrame: boolean;
}

export interface LayoutOptions {
  readonly styleNames?: readonly string[];
  readonly viewport?: { readonly width: number; readonly height: number };
}

export class LayoutWriter {
  private readonly names: readonly string[];
  private readonly boxes: number[] = [];
  private readonly styles: number[] = [];
  private readonly values: string[] = [];
  private readonly valueNumbers = new Map<number, number>();
  private readonly frames: number[] = [];
  private readonly lineFirst: number[] = [];
  private readonly lines: number[] = [];
  private readonly linesOfRow = new Map<IndexedDocument, Int32Array>();

  constructor(
    private readonly snapshot: Snapshot,
    private readonly options: LayoutOptions,
  ) {
    this.names = options.styleNames ?? [];
  }

  place(node: number, document: PlacedDocument, index: number): void {
    this.skipTo(node);
    const row = document.row[index]!;
    this.frames[node] = document.isFrame ? 1 : 0;
    if (row < 0) {
      this.skipTo(node + 1, this.frames[node]);
      return;
    }
    const [x = 0, y = 0, width = 0, height = 0] = this.bounds(document, index, row);
    this.lineFirst[node] = this.lines.length / 4;
    this.boxes.push(x + document.x, y + document.y, width, height);
    const styles = document.document.layout.styles[row]!;
    for (let i = 0; i < this.names.length; i++) this.styles.push(this.valueNumber(styles[i] ?? -1));
    this.addLines(document, row);
  }

  isInvisible(document: IndexedDocument, index: number): boolean {
    const visibility = this.style(document, index, 'visibility');
    return visibility === 'hidden' || visibility === 'collapse';
  }

  /** Upper left corner of an iframe's content: inside its border and padding. */
  contentCorner(document: PlacedDocument, index: number): [x: number, y: number] {
    const [x = 0, y = 0] = document.document.layout.bounds[document.row[index]!] ?? [];
    const inset = (side: string) =>
      this.pixels(document, index, `border-${side}-width`) + this.pixels(document, index, `padding-${side}`);
    return [document.x + x + inset('left'), document.y + y + inset('top')];
  }

  finish(count: number): Layout {
    this.skipTo(count);
    const page = this.snapshot.documents[0];
    const [, , width = 0, height = 0] = page?.layout.bounds[0] ?? [];
    return new Layout({
      viewport: this.options.viewport ?? { width, height },
      page: { width: page?.contentWidth ?? width, height: page?.contentHeight ?? height },
      boxes: Float32Array.from(this.boxes),
      styleNames: this.names,
      styles: Int32Array.from(this.styles),
      styleValues: this.values,
      inFrame: Uint8Array.from(this.frames),
      lineFirst: Uint32Array.from([...this.lineFirst, this.lines.length / 4]),
      lines: Float32Array.from(this.lines),
    });
  }

  /** Nodes without an entry in the snapshot (inside a `noscript`, for example) were not drawn. */
  private skipTo(node: number, frame = 0): void {
    while (this.boxes.length < 4 * node) {
      const skipped = this.boxes.length / 4;
      this.frames[skipped] ??= frame;
      this.lineFirst[skipped] = this.lines.length / 4;
      this.boxes.push(Number.NaN, Number.NaN, Number.NaN, Number.NaN);
      for (let i = 0; i < this.names.length; i++) this.styles.push(-1);
    }
  }

  /** The bounding box of all layout objects of a node (a first letter is a separate one). */
  private bounds({ document: { layout } }: IndexedDocument, index: number, row: number): readonly number[] {
    const first = layout.bounds[row]!;
    if (layout.nodeIndex[row + 1] !== index) return first;
    let [left = 0, top = 0, width = 0, height = 0] = first;
    let right = left + width;
    let bottom = top + height;
    for (let at = row + 1; layout.nodeIndex[at] === index; at++) {
      const [x = 0, y = 0, w = 0, h = 0] = layout.bounds[at]!;
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x + w);
      bottom = Math.max(bottom, y + h);
    }
    width = right - left;
    height = bottom - top;
    return [left, top, width, height];
  }

  private addLines(document: PlacedDocument, row: number): void {
    const { textBoxes } = document.document;
    const first = this.firstLines(document)[row]!;
    for (let at = first; at >= 0 && textBoxes.layoutIndex[at] === row; at++) {
      const [x = 0, y = 0, width = 0, height = 0] = textBoxes.bounds[at]!;
      this.lines.push(x + document.x, y + document.y, width, height);
    }
  }

  private firstLines(document: IndexedDocument): Int32Array {
    const known = this.linesOfRow.get(document);
    if (known !== undefined) return known;
    const { layout, textBoxes } = document.document;
    const first = new Int32Array(layout.nodeIndex.length).fill(-1);
    textBoxes.layoutIndex.forEach((row, at) => {
      if (first[row] === -1) first[row] = at;
    });
    this.linesOfRow.set(document, first);
    return first;
  }

  private style(document: IndexedDocument, index: number, name: string): string | undefined {
    const styles = document.document.layout.styles[document.row[index]!];
    return this.snapshot.strings[styles?.[this.names.indexOf(name)] ?? -1];
  }

  private pixels(document: IndexedDocument, index: number, name: string): number {
    return Number.parseFloat(this.style(document, index, name) ?? '') || 0;
  }

  private valueNumber(string: number): number {
    if (string < 0) return -1;
    const known = this.valueNumbers.get(string);
    if (known !== undefined) return known;
    this.valueNumbers.set(string, this.values.length);
    return this.values.push(this.snapshot.strings[string] ?? '') - 1;
  }
}
