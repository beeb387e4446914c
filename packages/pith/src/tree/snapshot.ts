import { Layout } from './layout.js';
import type { Paint } from './unseen-text.js';

/** The parts of `DOMSnapshot.captureSnapshot` (Chrome DevTools Protocol) in use; plain JSON. */
export interface Snapshot {
  readonly documents: readonly SnapshotDocument[];
  /** All texts, names and values; other fields contain indices into this list, -1 for none. */
  readonly strings: readonly string[];
}

export interface SnapshotDocument {
  readonly nodes: SnapshotNodes;
  readonly layout: SnapshotLayout;
  readonly textBoxes: SnapshotTextBoxes;
  readonly scrollOffsetX?: number;
  readonly scrollOffsetY?: number;
  readonly contentWidth?: number;
  readonly contentHeight?: number;
}

export interface SnapshotNodes {
  readonly parentIndex: readonly number[];
  readonly nodeType: readonly number[];
  readonly nodeName: readonly number[];
  readonly nodeValue: readonly number[];
  readonly attributes: readonly (readonly number[])[];
  readonly pseudoType?: { readonly index: readonly number[] };
  readonly contentDocumentIndex?: { readonly index: readonly number[]; readonly value: readonly number[] };
}

export interface SnapshotLayout {
  readonly nodeIndex: readonly number[];
  readonly styles: readonly (readonly number[])[];
  readonly bounds: readonly (readonly number[])[];
  /** If requested: the colour behind each box, -1 if it is not one colour, and the product of the opacities. */
  readonly blendedBackgroundColors?: readonly number[];
  readonly textColorOpacities?: readonly number[];
}

export interface SnapshotTextBoxes {
  readonly layoutIndex: readonly number[];
  readonly bounds: readonly (readonly number[])[];
}

export interface IndexedDocument {
  readonly document: SnapshotDocument;
  readonly count: number;
  /** First layout entry of each node, -1 if it was not drawn. */
  readonly row: Int32Array;
  readonly drawn: Uint8Array;
  /** 1 for pseudo elements such as `::before`, which are drawn but not in the tree. */
  readonly pseudo: Uint8Array;
  /** Document of each iframe, by node. */
  readonly frames: ReadonlyMap<number, number>;
}

export function indexDocument(document: SnapshotDocument): IndexedDocument {
  const { nodes, layout } = document;
  const count = nodes.parentIndex.length;
  const row = new Int32Array(count).fill(-1);
  const drawn = new Uint8Array(count);
  layout.nodeIndex.forEach((node, at) => {
    if (row[node] === -1) row[node] = at;
    drawn[node] = 1;
  });
  for (let node = count - 1; node > 0; node--) {
    if (drawn[node] === 1) drawn[nodes.parentIndex[node]!] = 1;
  }
  const pseudo = new Uint8Array(count);
  for (const node of nodes.pseudoType?.index ?? []) pseudo[node] = 1;
  const { index = [], value = [] } = nodes.contentDocumentIndex ?? {};
  return { document, count, row, drawn, pseudo, frames: new Map(index.map((node, i) => [node, value[i]!])) };
}

interface PlacedDocument extends IndexedDocument {
  readonly x: number;
  readonly y: number;
  readonly isFrame: boolean;
}

const UNPAINTED: Paint = { ground: undefined, opacity: 1 };

interface LayoutOptions {
  readonly styleNames?: readonly string[];
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly lacksFiles?: boolean | undefined;
}

export class LayoutWriter {
  private readonly names: readonly string[];
  private readonly boxes: number[] = [];
  private readonly styles: number[] = [];
  private readonly values: string[] = [];
  private readonly valueNumbers = new Map<number, number>();
  private readonly frames: number[] = [];
  private readonly paints: (Paint | undefined)[] = [];
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
    const { blendedBackgroundColors, textColorOpacities } = document.document.layout;
    const ground = this.snapshot.strings[blendedBackgroundColors?.[row] ?? -1];
    this.paints[node] = { ground, opacity: textColorOpacities?.[row] ?? 1 };
    this.addLines(document, row);
  }

  paintOf(node: number): Paint {
    return this.paints[node] ?? UNPAINTED;
  }

  isInvisible(document: IndexedDocument, index: number): boolean {
    const visibility = this.style(document, index, 'visibility');
    return visibility === 'hidden' || visibility === 'collapse';
  }

  isDrawnLater(document: IndexedDocument, index: number): boolean {
    return this.style(document, index, 'content-visibility') === 'auto';
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
      lacksFiles: this.options.lacksFiles,
    });
  }

  /** Fills the nodes before `node` that have no entry in the snapshot, such as those in `noscript`, as not drawn. */
  private skipTo(node: number, frame = 0): void {
    while (this.boxes.length < 4 * node) {
      const skipped = this.boxes.length / 4;
      this.frames[skipped] ??= frame;
      this.lineFirst[skipped] = this.lines.length / 4;
      this.boxes.push(Number.NaN, Number.NaN, Number.NaN, Number.NaN);
      for (let i = 0; i < this.names.length; i++) this.styles.push(-1);
    }
  }

  /** The bounding box of all layout objects of a node, which may have several, such as a styled first letter. */
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
