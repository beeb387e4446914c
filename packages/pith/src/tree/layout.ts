export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface LayoutColumns {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly page: { readonly width: number; readonly height: number };
  /** Four numbers per node: x, y, width, height. NaN if it was not drawn. */
  readonly boxes: Float32Array;
  readonly styleNames: readonly string[];
  /** One index into `styleValues` per node and name; -1 if it was not drawn. */
  readonly styles: Int32Array;
  readonly styleValues: readonly string[];
  readonly inFrame: Uint8Array;
  /** Boxes of the lines of text: those of node n are `lineFirst[n]` to `lineFirst[n + 1]`, four numbers each. */
  readonly lineFirst?: Uint32Array;
  readonly lines?: Float32Array;
  /** True if scripts or style sheets of the page are missing, so that text may be hidden that they would show. */
  readonly lacksFiles?: boolean | undefined;
}

export class Layout {
  private readonly nameIndex: ReadonlyMap<string, number>;

  constructor(readonly columns: LayoutColumns) {
    this.nameIndex = new Map(columns.styleNames.map((name, index) => [name, index]));
  }

  isDrawn(node: number): boolean {
    return !Number.isNaN(this.columns.boxes[4 * node]!);
  }

  box(node: number): Box | undefined {
    if (!this.isDrawn(node)) return undefined;
    const { boxes } = this.columns;
    const [x, y, width, height] = boxes.subarray(4 * node, 4 * node + 4);
    return { x: x!, y: y!, width: width!, height: height! };
  }

  /** A computed style, such as `rgb(0, 0, 0)`, or undefined. */
  style(node: number, name: string): string | undefined {
    const { styles, styleNames, styleValues } = this.columns;
    const column = this.nameIndex.get(name);
    if (column === undefined) return undefined;
    return styleValues[styles[node * styleNames.length + column]!];
  }

  inFrame(node: number): boolean {
    return this.columns.inFrame[node] === 1;
  }

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
