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
import { subtreeSums } from '../../subtree-sums.js';
import { collapsedLength } from '../../write-text.js';
import { SCREEN, type Screen } from '../view.js';
import {
  ASIDE_SHARE,
  CHARACTER_WIDTH,
  FONT_SCALE,
  INDENT,
  INDENTED,
  imageSize,
  inlineStyle,
  LINE_HEIGHT,
  MARGIN,
  ROOT_FONT_SIZE,
} from './styles.js';

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
  /** Cells placed in each table row so far, and their lowest edge. */
  private readonly placed = new Map<number, number>();
  private readonly rowBottom = new Map<number, number>();
  /** Top of the current line, its used width, and its height. */
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

  /** Ends an element; its box covers everything placed since it started. */
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

/**
 * Marks elements that are laid out inline: their text is short and entirely linked. Style sheets usually arrange menus
 * in rows; as lists they would push everything else off the first screen.
 */
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
