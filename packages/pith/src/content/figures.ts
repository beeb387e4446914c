import { ATTR, TAG } from '../tree/names.js';
import { tagSet } from '../tree/tags.js';
import { IN_PRE, type PageTree } from '../tree/tree.js';
import { SUPPLEMENT } from './coverage.js';

/** Maximum number of levels from a text up to its caption, and from a caption up to its figure. Set by hand. */
const REACH = 4;
/** Larger elements are more than a figure. In nodes; set by hand. */
const LARGEST_FIGURE = 200;

const MEDIA = tagSet('img amp-img video audio iframe');
const CAPTION_TAGS = tagSet('p div span small em dd');

export function isCaption(tree: PageTree, node: number): boolean {
  const tag = tree.tag[node]!;
  if (tag === TAG.figcaption) return true;
  return CAPTION_TAGS.has(tag) && /caption/i.test(tree.attribute(node, ATTR.class) ?? '');
}

/** A cheap test that rules out most pages without captions. */
export function mayHaveCaptions({ source, tag }: PageTree): boolean {
  return tag.includes(TAG.figcaption) || /caption/i.test(source);
}

export interface CaptionedFigure {
  readonly figure: number;
  readonly caption: number;
}

/** The caption around a node with its figure: a `<figure>`, or the nearest small element that also contains media. */
export function captionedFigure(tree: PageTree, node: number): CaptionedFigure | undefined {
  let caption = node;
  for (let step = 0; step < REACH && caption > 0 && !isCaption(tree, caption); step++)
    caption = tree.parent[caption]!;
  if (caption <= 0 || !isCaption(tree, caption)) return undefined;
  let figure = tree.parent[caption]!;
  for (let step = 0; step < REACH && figure > 0; step++, figure = tree.parent[figure]!) {
    if (tree.tag[figure] === TAG.figure) return { figure, caption };
    if (tree.end[figure]! - figure > LARGEST_FIGURE) return undefined;
    if (hasMedia(tree, figure, caption)) return { figure, caption };
  }
  return undefined;
}

function hasMedia(tree: PageTree, node: number, caption: number): boolean {
  for (let n = node + 1; n < tree.end[node]!; n++) {
    if (n === caption) n = tree.end[caption]! - 1;
    else if (MEDIA.has(tree.tag[n]!)) return true;
  }
  return false;
}

export function captionedFigures(
  tree: PageTree,
  kept: Uint8Array,
  from: number,
  to: number,
): ReadonlySet<number> {
  const figures = new Set<number>();
  for (let n = kept.indexOf(SUPPLEMENT, from); n >= 0 && n < to; n = kept.indexOf(SUPPLEMENT, n + 1)) {
    if (tree.flags[n]! & IN_PRE) continue;
    const found = captionedFigure(tree, tree.parent[n]!);
    if (found !== undefined) figures.add(found.figure);
  }
  return figures;
}
