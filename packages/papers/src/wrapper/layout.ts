import { countBelow } from '@webpith/learn';
import { blocksFromTree, KIND, Layout, type PageTree } from 'webpith/stages';
import { estimateLayout } from './estimate-layout.js';
import { type PageView, viewPage } from './view.js';

export type LayoutMode = 'rendered' | 'estimated';

export function layoutOf(tree: PageTree): { readonly layout: Layout; readonly mode: LayoutMode } {
  return tree.layout
    ? { layout: tree.layout, mode: 'rendered' }
    : { layout: estimateLayout(tree), mode: 'estimated' };
}

export function squeezedView(tree: PageTree): PageView & { readonly mode: LayoutMode } {
  const { layout, mode } = layoutOf(tree);
  return { ...viewPage(tree, squeezeLayout(tree, layout)), mode };
}

/** Remaining share of the height of ranges without running text. */
const SQUEEZE = 0.05;

/** Minimum words of a block of running text; less than half of them may be linked. */
const RUNNING_WORDS = 15;
/** Minimum words of an unlinked heading that keeps its height. */
const HEADING_WORDS = 3;

/**
 * Compensates for missing style sheets, without which menus are drawn as lists and push the article off the first
 * screen. Only ranges of the page without running text shrink.
 */
export function squeezeLayout(tree: PageTree, layout: Layout, squeeze = SQUEEZE): Layout {
  const squeezed = squeezedHeights(runningRanges(tree, layout), squeeze);
  const { boxes, page, ...columns } = layout.columns;
  const moved = boxes.slice();
  for (let at = 0; at < moved.length; at += 4) {
    if (Number.isNaN(moved[at]!)) continue;
    const [top, bottom] = [squeezed(boxes[at + 1]!), squeezed(boxes[at + 1]! + boxes[at + 3]!)];
    moved[at + 1] = top;
    moved[at + 3] = bottom - top;
  }
  return new Layout({ ...columns, boxes: moved, page: { ...page, height: squeezed(page.height) } });
}

function runningRanges(tree: PageTree, layout: Layout): [top: number, bottom: number][] {
  const blocks = blocksFromTree(tree);
  const ranges: [number, number][] = [];
  for (let b = 0; b < blocks.count; b++) {
    const [words, linked] = [blocks.words[b]!, blocks.linkWords[b]!];
    const isHeading = blocks.kind[b] === KIND.heading && words >= HEADING_WORDS && linked === 0;
    if (!isHeading && (words < RUNNING_WORDS || 2 * linked >= words)) continue;
    for (let node = blocks.first[b]!; node < blocks.end[b]!; node++) {
      const box = layout.box(node);
      if (box && box.height > 0) ranges.push([box.y, box.y + box.height]);
    }
  }
  return merged(ranges);
}

function merged(ranges: [number, number][]): [number, number][] {
  const apart: [number, number][] = [];
  for (const [top, bottom] of ranges.sort((a, b) => a[0] - b[0])) {
    const last = apart.at(-1);
    if (last && top <= last[1]) last[1] = Math.max(last[1], bottom);
    else apart.push([top, bottom]);
  }
  return apart;
}

function squeezedHeights(ranges: readonly [number, number][], squeeze: number): (y: number) => number {
  const tops = ranges.map(([top]) => top);
  const covered = [0];
  for (const [top, bottom] of ranges) covered.push(covered.at(-1)! + bottom - top);
  return y => {
    if (y <= 0) return y;
    const before = countBelow(tops, y);
    const last = ranges[before - 1];
    const inside = last ? covered[before - 1]! + Math.min(y, last[1]) - last[0] : 0;
    return inside + squeeze * (y - inside);
  };
}
