import {
  ATTR,
  HIDDEN,
  IN_ANCHOR,
  IS_BLOCK,
  Layout,
  meaning,
  type PageTree,
  TAG,
  UNSEEN,
} from 'webpith/stages';
import { subtreeSums, tagSet } from '../tree.js';
import { collapsedLength } from '../write-text.js';
import { SCREEN, type Screen } from './view.js';

const ROOT_FONT_SIZE = 16;
/** Line height and character width, as multiples of the font size. */
const LINE_HEIGHT = 1.25;
const CHARACTER_WIDTH = 0.5;

/** Font sizes relative to the parent; other tags inherit. */
const FONT_SCALE = new Map<number, number>([
  [TAG.h1, 2],
  [TAG.h2, 1.5],
  [TAG.h3, 1.17],
  [TAG.h5, 0.83],
  [TAG.h6, 0.67],
  [TAG.small, 0.83],
  [TAG.sub, 0.83],
  [TAG.sup, 0.83],
  [TAG.big, 1.2],
]);

/** Vertical margins as multiples of the font size; adjacent margins collapse. */
const MARGIN = new Map<number, number>([
  [TAG.p, 1],
  [TAG.h1, 0.67],
  [TAG.h2, 0.83],
  [TAG.h3, 1],
  [TAG.h4, 1.33],
  [TAG.h5, 1.67],
  [TAG.h6, 2.33],
  [TAG.ul, 1],
  [TAG.ol, 1],
  [TAG.dl, 1],
  [TAG.pre, 1],
  [TAG.blockquote, 1],
  [TAG.figure, 1],
]);

const INDENTED = tagSet('ul', 'ol', 'dd', 'blockquote', 'figure');
const INDENT = 40;

/** Width of an aside as a share of its parent's; it is placed at the right edge. */
const ASIDE_SHARE = 1 / 3;

interface InlineStyle {
  readonly isHidden: boolean;
  readonly fontSize?: number | undefined;
  readonly width?: number | undefined;
}

const NOTHING: InlineStyle = { isHidden: false };
const LONGEST_STYLE = 2000;

function inlineStyle(
  tree: PageTree,
  node: number,
  parent: { readonly fontSize: number; readonly width: number },
): InlineStyle {
  const style = tree.attribute(node, ATTR.style);
  if (!style) return NOTHING;
  const declared = declarations(style.slice(0, LONGEST_STYLE));
  return {
    isHidden: declared.get('display') === 'none',
    fontSize: pixels(declared.get('font-size'), parent.fontSize, parent.fontSize),
    width: pixels(declared.get('width'), parent.fontSize, parent.width),
  };
}

function declarations(style: string): Map<string, string> {
  const declared = new Map<string, string>();
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const value = declaration.slice(colon + 1).replace('!important', '');
    declared.set(declaration.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase());
  }
  return declared;
}

/** Pixels per unit; per cent of `whole`. */
const UNITS: Readonly<Record<string, (fontSize: number, whole: number) => number>> = {
  px: () => 1,
  pt: () => 4 / 3,
  em: fontSize => fontSize,
  rem: () => 16,
  '%': (_, whole) => whole / 100,
};

function pixels(value: string | undefined, fontSize: number, whole: number): number | undefined {
  const match = /^(\d{1,5}(?:\.\d{1,4})?|\.\d{1,4})(px|pt|em|rem|%)$/.exec(value ?? '');
  const size = match ? Number(match[1]) * UNITS[match[2]!]!(fontSize, whole) : 0;
  return size > 0 ? size : undefined;
}

const ICON_SIZE = 24;
const LARGEST = 4000;

function imageSize(tree: PageTree, node: number): [width: number, height: number] {
  const side = (name: number) => Number.parseInt(tree.attribute(node, name) ?? '', 10);
  const [width, height] = [side(ATTR.width), side(ATTR.height)];
  const isBelievable = width > 0 && height > 0 && width <= LARGEST && height <= LARGEST;
  return isBelievable ? [width, height] : [ICON_SIZE, ICON_SIZE];
}

/**
 * Estimates where a browser would draw the nodes of a page, from document order, inline styles and tag defaults. The
 * order of boxes is right, their sizes are approximate.
 */
export function estimateLayout(tree: PageTree, screen: Screen = SCREEN): Layout {
  const sheet = new Sheet(tree, screen.width);
  const open: number[] = [];
  for (let node = 1; node < tree.count; node++) {
    while (open.length > 0 && tree.end[open.at(-1)!]! <= node) sheet.close(open.pop()!);
    if (tree.flags[node]! & (HIDDEN | UNSEEN) || tree.tag[node] === TAG['#comment']) continue;
    if (tree.tag[node] === TAG['#text']) sheet.text(node);
    else if (sheet.open(node)) open.push(node);
    else node = tree.end[node]! - 1;
  }
  while (open.length > 0) sheet.close(open.pop()!);
  return sheet.layout(screen);
}

class Sheet {
  private readonly boxes: Float32Array;
  private readonly fontSize: Float32Array;
  private readonly left: Float32Array;
  private readonly width: Float32Array;
  private readonly inRow: Uint8Array;
  private readonly columns: Uint16Array;
  private readonly placed = new Map<number, number>();
  private readonly rowBottom = new Map<number, number>();
  private y = 0;
  private written = 0;
  private lineHeight = 0;
  private margin = 0;

  constructor(
    private readonly tree: PageTree,
    pageWidth: number,
  ) {
    this.boxes = new Float32Array(4 * tree.count).fill(Number.NaN);
    this.fontSize = new Float32Array(tree.count).fill(ROOT_FONT_SIZE);
    this.left = new Float32Array(tree.count);
    this.width = new Float32Array(tree.count).fill(pageWidth);
    this.inRow = isInRow(tree);
    this.columns = countColumns(tree);
  }

  open(node: number): boolean {
    const { tree } = this;
    const parent = tree.parent[node]!;
    const tag = tree.tag[node]!;
    const style = inlineStyle(tree, node, { fontSize: this.fontSize[parent]!, width: this.width[parent]! });
    if (style.isHidden) return false;
    this.fontSize[node] = style.fontSize ?? this.fontSize[parent]! * (FONT_SCALE.get(tag) ?? 1);
    if (this.isBlock(node)) this.openBlock(node, parent, style.width);
    else {
      this.left[node] = this.left[parent]!;
      this.width[node] = this.width[parent]!;
      if (tag === TAG.br) this.endLine();
      if (tag === TAG.img) this.place(node, ...imageSize(tree, node));
    }
    return true;
  }

  text(node: number): void {
    const parent = this.tree.parent[node]!;
    const length = collapsedLength(this.tree.text(node));
    if (length === 0) return;
    this.fontSize[node] = this.fontSize[parent]!;
    const size = this.fontSize[parent]!;
    this.place(node, length * size * CHARACTER_WIDTH, size * LINE_HEIGHT);
  }

  close(node: number): void {
    if (!this.isBlock(node)) {
      this.growParent(node);
      return;
    }
    this.endLine();
    const { tree } = this;
    this.margin = Math.max(this.margin, this.marginOf(node));
    const top = this.boxes[4 * node + 1]!;
    const bottom = Math.max(this.y, this.rowBottom.get(node) ?? 0);
    this.boxes[4 * node + 3] = bottom - top;
    const parent = tree.parent[node]!;
    if (this.isBeside(node)) {
      this.rowBottom.set(parent, Math.max(this.rowBottom.get(parent) ?? 0, bottom));
      this.y = top;
    } else this.y = bottom;
  }

  layout(screen: Screen): Layout {
    const values = new Map<string, number>();
    const styles = Int32Array.from(this.fontSize, (size, node) => {
      if (Number.isNaN(this.boxes[4 * node]!)) return -1;
      const value = `${Math.round(size * 100) / 100}px`;
      if (!values.has(value)) values.set(value, values.size);
      return values.get(value)!;
    });
    return new Layout({
      viewport: screen,
      page: { width: screen.width, height: this.y },
      boxes: this.boxes,
      styleNames: ['font-size'],
      styles,
      styleValues: [...values.keys()],
      inFrame: new Uint8Array(this.tree.count),
    });
  }

  private isBlock(node: number): boolean {
    return (meaning(this.tree.tag[node]!) & IS_BLOCK) !== 0 && this.inRow[node] === 0;
  }

  /** True if the following content is beside the node, not below it: cells of a row, and asides. */
  private isBeside(node: number): boolean {
    return this.columns[this.tree.parent[node]!]! > 1 || this.tree.tag[node] === TAG.aside;
  }

  private openBlock(node: number, parent: number, width: number | undefined): void {
    this.endLine();
    this.y += Math.max(this.margin, this.marginOf(node));
    this.margin = 0;
    const indent = INDENTED.has(this.tree.tag[node]!) ? INDENT : 0;
    const columns = Math.max(1, this.columns[parent]!);
    const whole = this.width[parent]!;
    const isAside = this.tree.tag[node] === TAG.aside;
    const share = isAside ? ASIDE_SHARE : 1 / columns;
    this.width[node] = Math.max(1, Math.min(width ?? whole * share, whole) - indent);
    this.left[node] = this.left[parent]! + indent + this.offset(parent, whole, isAside);
    this.boxes.set([this.left[node]!, this.y, this.width[node]!, 0], 4 * node);
  }

  private offset(parent: number, whole: number, isAside: boolean): number {
    if (isAside) return whole * (1 - ASIDE_SHARE);
    const columns = this.columns[parent]!;
    if (columns < 2) return 0;
    const place = this.placed.get(parent) ?? 0;
    this.placed.set(parent, place + 1);
    return (whole * Math.min(place, columns - 1)) / columns;
  }

  private marginOf(node: number): number {
    return (MARGIN.get(this.tree.tag[node]!) ?? 0) * this.fontSize[node]!;
  }

  private place(node: number, length: number, height: number): void {
    if (this.margin > 0) {
      this.y += this.margin;
      this.margin = 0;
    }
    const parent = this.tree.parent[node]!;
    const width = this.width[parent]!;
    const from = Math.min(this.written, width);
    const end = from + length;
    const lines = Math.max(1, Math.ceil(end / width));
    this.lineHeight = Math.max(this.lineHeight, height);
    const left = this.left[parent]!;
    if (lines === 1) this.boxes.set([left + from, this.y, length, height], 4 * node);
    else this.boxes.set([left, this.y, width, lines * height], 4 * node);
    this.y += (lines - 1) * height;
    this.written = end - (lines - 1) * width;
    this.growParent(node);
  }

  private endLine(): void {
    if (this.lineHeight > 0) this.y += this.lineHeight;
    this.written = 0;
    this.lineHeight = 0;
  }

  private growParent(node: number): void {
    const parent = this.tree.parent[node]!;
    if (parent > 0 && !this.isBlock(parent)) growBox(this.boxes, parent, node);
  }
}

/** Extends the box of one node by that of another; boxes are x, y, width, height, NaN if nothing is drawn. */
function growBox(boxes: Float32Array, node: number, by: number): void {
  const [at, from] = [4 * node, 4 * by];
  const [x, y, width, height] = boxes.subarray(from, from + 4);
  if (Number.isNaN(x!)) return;
  if (Number.isNaN(boxes[at]!)) {
    boxes.copyWithin(at, from, from + 4);
    return;
  }
  const right = Math.max(boxes[at]! + boxes[at + 2]!, x! + width!);
  const bottom = Math.max(boxes[at + 1]! + boxes[at + 3]!, y! + height!);
  boxes[at] = Math.min(boxes[at]!, x!);
  boxes[at + 1] = Math.min(boxes[at + 1]!, y!);
  boxes[at + 2] = right - boxes[at]!;
  boxes[at + 3] = bottom - boxes[at + 1]!;
}

/** Number of table columns among the children of each node; 0 without cells. */
function countColumns(tree: PageTree): Uint16Array {
  const columns = new Uint16Array(tree.count);
  for (let node = 1; node < tree.count; node++) {
    const tag = tree.tag[node]!;
    if (tag !== TAG.td && tag !== TAG.th) continue;
    const spanned = Number.parseInt(tree.attribute(node, ATTR.colspan) ?? '1', 10);
    columns[tree.parent[node]!]! += spanned > 1 && spanned < 100 ? spanned : 1;
  }
  return columns;
}

/** Longer linked elements are laid out as blocks. */
const LONGEST_IN_ROW = 40;

/** Marks short, entirely linked elements: style sheets usually arrange menus in rows, not in lists. */
function isInRow(tree: PageTree): Uint8Array {
  const text = new Float64Array(tree.count);
  const linked = new Float64Array(tree.count);
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] !== TAG['#text'] || tree.flags[node]! & UNSEEN) continue;
    text[node] = collapsedLength(tree.text(node));
    if (tree.flags[node]! & IN_ANCHOR) linked[node] = text[node]!;
  }
  const [all, links] = [subtreeSums(tree, text), subtreeSums(tree, linked)];
  return Uint8Array.from(all, (length, node) =>
    Number(node > 0 && length > 0 && length <= LONGEST_IN_ROW && links[node] === length),
  );
}
