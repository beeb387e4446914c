import type { Layout, PageTree } from 'webpith/stages';
import type { Screen } from './screen.js';

/** A bounding rectangle in pixels from the page's upper left corner. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const rightOf = (rect: Rect) => rect.left + rect.width;
export const bottomOf = (rect: Rect) => rect.top + rect.height;

/** Width as a share of the screen, cut off at its right edge (§3.1.2). */
export function widthShare(rect: Rect, screen: Screen): number {
  const width = rightOf(rect) < screen.width ? rect.width : screen.width - rect.left;
  return width / screen.width;
}

/** Height as a share of a limit, cut off there (§3.1.2). */
export function cutHeightShare(rect: Rect, limit: number): number {
  const height = bottomOf(rect) < limit ? rect.height : limit - rect.top;
  return height / limit;
}

/** Width in pixels of the horizontal overlap. */
export function horizontalOverlap(a: Rect, b: Rect): number {
  return Math.max(0, Math.min(rightOf(a), rightOf(b)) - Math.max(a.left, b.left));
}

/**
 * Left, top, right, bottom of each node; NaN if nothing is drawn. The rectangle is the node's own box, or the union
 * of its children if that box has no area, as for the parent of floats.
 */
export function boundingRects(tree: PageTree, layout: Layout): Float64Array {
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

/** Extends the rectangle of a parent without a box by that of a child. */
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
