import {
  Addresses,
  ATTR,
  type Box,
  baseHref,
  IN_ANCHOR,
  imageOf,
  isPictureFile,
  type PageTree,
  TAG,
} from 'webpith/stages';
import type { Media } from './parts.js';

/** A picture that opens an article is at least so wide, by the width of the body, and so high in pixels. */
const LEAST_WIDTH = 0.5;
const LEAST_HEIGHT = 100;
/** It ends so many pixels into the body at most: captions and margins overlap. */
const OVERLAP = 40;
/** Between it and what it opens lie so many pixels at most: a byline, a standfirst, buttons. */
const MOST_APART = 700;

/** What is known of the place of an article on its page. */
export interface ArticlePlace {
  /** One for the text nodes of the body. */
  readonly texts: Uint8Array;
  readonly media: ReadonlyMap<number, Media>;
  /** The element of the title, or -1. */
  readonly title: number;
  /** The picture that the page names as its own, where it does. */
  readonly image?: string | undefined;
}

/**
 * The picture that opens an article and stands outside of its body: a large one above the first line of the text, in its
 * column, beneath the title or right above it; of several the one that the page names as its own, else the nearest.
 * Undefined where the body has one itself that high up.
 */
export function leadPicture(
  tree: PageTree,
  { texts, media, title, image }: ArticlePlace,
  url: string | undefined,
): [node: number, media: Media] | undefined {
  const body = columnOf(tree, texts);
  if (body === undefined) return undefined;
  const top = body.y;
  for (const node of media.keys()) if ((tree.layout!.box(node)?.y ?? top) < top) return undefined;
  const titleBox = title < 0 ? undefined : tree.layout!.box(title);
  const addresses = new Addresses(url, baseHref(tree));
  let best: { node: number; media: Media; rank: number } | undefined;
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] !== TAG.img || media.has(node)) continue;
    const box = tree.layout!.box(node);
    if (box === undefined || !opens(box, body, titleBox) || isLinkedAway(tree, node)) continue;
    const own = imageOf(tree, node, addresses);
    if (own === undefined) continue;
    const isNamed = image !== undefined && fileName(own.src) === fileName(image);
    const rank = Math.abs(top - box.y - box.height) - (isNamed ? 10_000 : 0);
    if (best === undefined || rank < best.rank) best = { node, media: own as Media, rank };
  }
  return best && [best.node, best.media];
}

/** What the lines of the body cover: the column it is set in, from its first line on. */
function columnOf(tree: PageTree, texts: Uint8Array): Box | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let node = 1; node < tree.count; node++) {
    const box = texts[node] === 1 ? tree.layout!.box(node) : undefined;
    if (box === undefined || box.width <= 0) continue;
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.x + box.width);
    bottom = Math.max(bottom, box.y + box.height);
  }
  return right > left ? { x: left, y: top, width: right - left, height: bottom - top } : undefined;
}

function opens(box: Box, body: Box, title: Box | undefined): boolean {
  if (box.height < LEAST_HEIGHT || box.width < LEAST_WIDTH * body.width) return false;
  const bottom = box.y + box.height;
  const shared = Math.min(box.x + box.width, body.x + body.width) - Math.max(box.x, body.x);
  if (shared < LEAST_WIDTH * body.width || bottom > body.y + OVERLAP || bottom < body.y - MOST_APART)
    return false;
  return title === undefined || bottom >= title.y - OVERLAP;
}

/** Whether a picture is a link to somewhere else than a larger version of itself. */
function isLinkedAway(tree: PageTree, node: number): boolean {
  if ((tree.flags[node]! & IN_ANCHOR) === 0) return false;
  for (let up = tree.parent[node]!; up > 0; up = tree.parent[up]!) {
    if (tree.tag[up] === TAG.a) return !isPictureFile(tree.attribute(up, ATTR.href) ?? '');
  }
  return false;
}

/** Name of a picture's file without its size, which its versions share. */
function fileName(address: string): string {
  const path = address.split(/[?#]/, 1)[0]!;
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/[-_]?\d{2,5}x\d{2,5}/, '')
    .toLowerCase();
}
