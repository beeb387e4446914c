import { blocksFromTree, KIND, Layout, type PageTree } from 'webpith/stages';

/** What remains of the height of a range without running text. */
const SQUEEZE = 0.05;

/** From so many words on, a block with less than half of them linked is running text. */
const RUNNING_WORDS = 15;
/** A heading of so many words, none of them linked, is drawn as it is too. */
const HEADING_WORDS = 3;

/**
 * The layout of a page whose style sheets are missing, drawn together: menus that a style sheet would fold or put in a
 * row are lists then, and push the article off the first screen. Ranges of the page without running text keep a
 * twentieth of their height. Left and right, and all heights of running text, stay.
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

/** Ranges from top to bottom that running text covers, in order and apart. */
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

/** Old height → new height: slope 1 over running text, `squeeze` elsewhere. */
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

/** How many of the sorted values lie below y. */
function countBelow(sorted: readonly number[], y: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < y) low = middle + 1;
    else high = middle;
  }
  return low;
}
