import { isVisibleText } from '@webpith/lab/internals';
import { IN_ANCHOR, IS_BLOCK, type Layout, meaning, type PageTree, TAG } from 'webpith/stages';
import { subtreeSums } from '../tree.js';
import { collapsedLength, writeText } from '../write-text.js';

export interface PageView {
  readonly tree: PageTree;
  readonly layout: Layout;
  readonly screen: Screen;
  /** Left, top, right, bottom of every node; NaN if nothing is drawn. */
  readonly rects: Float64Array;
  readonly seen: Uint8Array;
  readonly lengths: Float64Array;
  readonly linked: Float64Array;
}

export function viewPage(tree: PageTree, layout: Layout, screen: Screen = SCREEN): PageView {
  const seen = new Uint8Array(tree.count);
  const own = new Float64Array(tree.count);
  const ownLinked = new Float64Array(tree.count);
  for (let node = 1; node < tree.count; node++) {
    if (!isVisibleText(tree, node) || !isShown(layout, node)) continue;
    const length = collapsedLength(tree.text(node));
    if (length === 0) continue;
    seen[node] = 1;
    own[node] = length;
    if (tree.flags[node]! & IN_ANCHOR) ownLinked[node] = length;
  }
  return {
    tree,
    layout,
    screen,
    rects: boundingRects(tree, layout),
    seen,
    lengths: subtreeSums(tree, own),
    linked: subtreeSums(tree, ownLinked),
  };
}

function isShown(layout: Layout, node: number): boolean {
  return layout.isDrawn(node) && layout.style(node, 'visibility') !== 'hidden';
}

export function rectOf({ rects }: Pick<PageView, 'rects'>, node: number): Rect | undefined {
  const [left, top, right, bottom] = rects.subarray(4 * node, 4 * node + 4);
  if (left === undefined || Number.isNaN(left)) return undefined;
  return { left, top: top!, width: right! - left, height: bottom! - top! };
}

export function fontSizeOf({ layout }: PageView, node: number): number {
  const size = Number.parseFloat(layout.style(node, 'font-size') ?? '');
  return Number.isFinite(size) ? size : 0;
}

export function textOf({ tree, seen }: PageView, node: number): string {
  const end = tree.end[node]!;
  return writeText(tree, n => (n >= node && n < end && seen[n] === 1 ? tree.text(n) : ''));
}

export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const rightOf = (rect: Rect) => rect.left + rect.width;
export const bottomOf = (rect: Rect) => rect.top + rect.height;

/** Width as a share of the screen, cut off at the screen's right edge (§3.1.2). */
export function widthShare(rect: Rect, screen: Screen): number {
  const width = rightOf(rect) < screen.width ? rect.width : screen.width - rect.left;
  return width / screen.width;
}

/** Height as a share of `limit`, cut off there (§3.1.2). */
export function cutHeightShare(rect: Rect, limit: number): number {
  const height = bottomOf(rect) < limit ? rect.height : limit - rect.top;
  return height / limit;
}

export function horizontalOverlap(a: Rect, b: Rect): number {
  return Math.max(0, Math.min(rightOf(a), rightOf(b)) - Math.max(a.left, b.left));
}

/** A node's own box, or the union of its children's if that box has no area, as for the parent of floats. */
function boundingRects(tree: PageTree, layout: Layout): Float64Array {
  const rects = new Float64Array(4 * tree.count).fill(Number.NaN);
  for (let node = tree.count - 1; node > 0; node--) {
    const box = layout.box(node);
    const at = 4 * node;
    if (box && box.width > 0 && box.height > 0) {
      rects.set([box.x, box.y, box.x + box.width, box.y + box.height], at);
    }
    if (!Number.isNaN(rects[at]!)) include(rects, 4 * tree.parent[node]!, at, layout);
  }
  return rects;
}

function include(rects: Float64Array, parentAt: number, at: number, layout: Layout): void {
  const own = layout.box(parentAt / 4);
  if (own && own.width > 0 && own.height > 0) return;
  const isFirst = Number.isNaN(rects[parentAt]!);
  for (let side = 0; side < 4; side++) {
    const value = rects[at + side]!;
    const pick = side < 2 ? Math.min : Math.max;
    rects[parentAt + side] = isFirst ? value : pick(rects[parentAt + side]!, value);
  }
}

export interface Screen {
  readonly width: number;
  readonly height: number;
}

/** ScreenWidth and ScreenHeight (§3.1.2, without values): a common screen of 2009, and the rendering viewport. */
export const SCREEN: Screen = { width: 1280, height: 1024 };

/** BigEnough (§3.3, without a value): the area of four lines of text half a screen wide. */
export const MIN_BODY_AREA = 4 * 20 * (SCREEN.width / 2);

export const MAX_WORD_NUM = 60;

/** Bounds of a title or link text: reading larger nested subtrees would take quadratic time. */
const MAX_CHARACTERS = 1000;
const MAX_NODES = 500;

/** True if a subtree has text and is not too large to be a title or link text. */
export function isReadable({ tree, lengths }: PageView, node: number): boolean {
  const length = lengths[node]!;
  return length > 0 && length <= MAX_CHARACTERS && tree.end[node]! - node <= MAX_NODES;
}

export function shortText({ tree, seen }: PageView, node: number): string {
  let text = '';
  for (let n = node; n < tree.end[node]!; n++) {
    if (seen[n] === 1) text += tree.text(n);
    else if (tree.tag[n] === TAG['#text'] || tree.tag[n] === TAG.br || meaning(tree.tag[n]!) & IS_BLOCK)
      text += ' ';
  }
  return text.replace(/\s+/g, ' ').trim();
}
