import { isVisibleText } from '@webpith/lab/internals';
import { IN_ANCHOR, type Layout, type PageTree } from 'webpith/stages';
import { subtreeSums } from '../subtree-sums.js';
import { collapsedLength, writeText } from '../write-text.js';
import { boundingRects, type Rect } from './rect.js';
import { SCREEN, type Screen } from './screen.js';

/** A page with the layout and amount of text of its nodes. */
export interface PageView {
  readonly tree: PageTree;
  readonly layout: Layout;
  readonly screen: Screen;
  /** Left, top, right, bottom of every node; NaN if nothing is drawn. */
  readonly rects: Float64Array;
  /** 1 for every visible text node. */
  readonly seen: Uint8Array;
  /** Characters of visible text per subtree. */
  readonly lengths: Float64Array;
  /** Characters of visible anchor text per subtree. */
  readonly linked: Float64Array;
}

/** Views a page with a rendered or estimated layout. */
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

/** The bounding rectangle of a node; undefined if nothing is drawn. */
export function rectOf({ rects }: Pick<PageView, 'rects'>, node: number): Rect | undefined {
  const [left, top, right, bottom] = rects.subarray(4 * node, 4 * node + 4);
  if (left === undefined || Number.isNaN(left)) return undefined;
  return { left, top: top!, width: right! - left, height: bottom! - top! };
}

/** Font size of a node in pixels; zero if unknown. */
export function fontSizeOf({ layout }: PageView, node: number): number {
  const size = Number.parseFloat(layout.style(node, 'font-size') ?? '');
  return Number.isFinite(size) ? size : 0;
}

/** The visible text of a subtree, one line per block. */
export function textOf({ tree, seen }: PageView, node: number): string {
  const end = tree.end[node]!;
  return writeText(tree, n => (n >= node && n < end && seen[n] === 1 ? tree.text(n) : ''));
}
