/** A rectangle in CSS pixels, from the page's upper left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The columns of a layout, by node. */
export interface LayoutColumns {
  /** Size of the window the page was laid out for. */
  readonly viewport: { readonly width: number; readonly height: number };
  /** Size of the whole page. */
  readonly page: { readonly width: number; readonly height: number };
  /** Four numbers a node: x, y, width, height. NaN where nothing was drawn. */
  readonly boxes: Float32Array;
  /** Names of the computed styles that are known, such as `font-size`. */
  readonly styleNames: readonly string[];
  /** One entry a node and name, in `styleValues`; -1 where nothing was drawn. */
  readonly styles: Int32Array;
  readonly styleValues: readonly string[];
  /** One for the nodes that lie in an iframe. */
  readonly inFrame: Uint8Array;
  /** Lines of text of node n are the entries `lineFirst[n]` to `lineFirst[n + 1]` of `lines`, four numbers each. */
  readonly lineFirst?: Uint32Array;
  readonly lines?: Float32Array;
}

/** Where the nodes of a page are, and how they look: as a browser drew them. */
export class Layout {
  private readonly nameIndex: ReadonlyMap<string, number>;

  constructor(readonly columns: LayoutColumns) {
    this.nameIndex = new Map(columns.styleNames.map((name, index) => [name, index]));
  }

  /** Whether the browser drew the node at all. */
  isDrawn(node: number): boolean {
    return !Number.isNaN(this.columns.boxes[4 * node]!);
  }

  /** The node's box, or undefined where it was not drawn. Boxes of lines that a text spans are one. */
  box(node: number): Box | undefined {
    if (!this.isDrawn(node)) return undefined;
    const { boxes } = this.columns;
    const [x, y, width, height] = boxes.subarray(4 * node, 4 * node + 4);
    return { x: x!, y: y!, width: width!, height: height! };
  }

  /** A computed style, such as `rgb(0, 0, 0)`; undefined where it is not known. */
  style(node: number, name: string): string | undefined {
    const { styles, styleNames, styleValues } = this.columns;
    const column = this.nameIndex.get(name);
    if (column === undefined) return undefined;
    return styleValues[styles[node * styleNames.length + column]!];
  }

  /** Whether the node lies in an iframe. */
  inFrame(node: number): boolean {
    return this.columns.inFrame[node] === 1;
  }

  /** The boxes of a text node's lines, in reading order; empty for any other node. */
  lines(node: number): Box[] {
    const { lineFirst, lines } = this.columns;
    if (lineFirst === undefined || lines === undefined) return [];
    const boxes: Box[] = [];
    for (let line = lineFirst[node]!; line < lineFirst[node + 1]!; line++) {
      const [x, y, width, height] = lines.subarray(4 * line, 4 * line + 4);
      boxes.push({ x: x!, y: y!, width: width!, height: height! });
    }
    return boxes;
  }
}
