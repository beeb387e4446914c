import { ATTR, TAG } from '../tree/names.js';
import { tagSet } from '../tree/tags.js';
import { IN_ANCHOR, IN_NOSCRIPT, IN_PRE, type PageTree, UNSEEN } from '../tree/tree.js';
import { inkLength, SUPPLEMENT } from './coverage.js';
import { isPictureFile } from './images.js';

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

/**
 * The caption around a node with its figure: a `<figure>`, the nearest small element that also contains media, or the
 * medium directly before the caption.
 */
export function captionedFigure(tree: PageTree, node: number): CaptionedFigure | undefined {
  let caption = node;
  for (let step = 0; step < REACH && caption > 0 && !isCaption(tree, caption); step++)
    caption = tree.parent[caption]!;
  if (caption <= 0 || !isCaption(tree, caption) || leadsElsewhere(tree, caption)) return undefined;
  let figure = tree.parent[caption]!;
  for (let step = 0; step < REACH && figure > 0; step++, figure = tree.parent[figure]!) {
    if (tree.tag[figure] === TAG.figure) return { figure, caption };
    if (tree.end[figure]! - figure > LARGEST_FIGURE) break;
    if (!hasMedia(tree, figure, caption)) continue;
    if (hasLittleText(tree, figure, caption)) return { figure, caption };
    break;
  }
  const before = mediaBefore(tree, caption);
  return before < 0 ? undefined : { figure: before, caption };
}

/** True for a caption inside a link to another page: such a figure is a teaser. */
function leadsElsewhere(tree: PageTree, caption: number): boolean {
  if ((tree.flags[caption]! & IN_ANCHOR) === 0) return false;
  let link = caption;
  for (let step = 0; step < REACH && tree.tag[link] !== TAG.a; step++) link = tree.parent[link]!;
  return !isPictureFile(tree.attribute(link, ATTR.href) ?? '');
}

/** Maximum characters beside a captioned medium: credits and buttons. Set by hand. */
const MOST_BESIDE = 80;

function hasLittleText(
  { tag, flags, source, start, stop, end }: PageTree,
  figure: number,
  caption: number,
): boolean {
  let length = 0;
  for (let n = figure + 1; n < end[figure]! && length <= MOST_BESIDE; n++) {
    if (n === caption) n = end[caption]! - 1;
    else if (tag[n] === TAG['#text'] && (flags[n]! & (UNSEEN | IN_NOSCRIPT)) === 0)
      length += inkLength(source, start[n]!, stop[n]!);
  }
  return length <= MOST_BESIDE;
}

/** Maximum nodes of a medium before its caption. Set by hand. */
const LARGEST_MEDIUM = 40;

/** The element without text directly before a caption, if it has media; else -1. */
export function mediaBefore(tree: PageTree, caption: number): number {
  const parent = tree.parent[caption]!;
  let before = -1;
  for (let n = caption - 1; n > parent && caption - n <= LARGEST_MEDIUM; n--) {
    if (tree.tag[n] === TAG['#text'] && tree.text(n).trim() !== '') return -1;
    if (tree.parent[n] !== parent || tree.tag[n]! <= TAG['#comment']) continue;
    before = n;
    break;
  }
  return before >= 0 && (MEDIA.has(tree.tag[before]!) || hasMedia(tree, before, caption)) ? before : -1;
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
