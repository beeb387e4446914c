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

const MIN_WIDTH = 0.5;
const MIN_HEIGHT = 100;
/** Maximum overlap with the body in pixels: captions and margins overlap. */
const OVERLAP = 40;
/** Maximum distance to the body in pixels; leaves room for a byline, a standfirst and buttons. */
const MAX_DISTANCE = 700;

export interface ArticlePlace {
  readonly texts: Uint8Array;
  readonly media: ReadonlyMap<number, Media>;
  readonly title: number;
  readonly image?: string | undefined;
}

/**
 * The lead image outside the body: a large image in the column of the body, above its first line and not above the
 * title. Prefers the image named in the metadata, then the nearest. Undefined if the body has media above its first
 * line.
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
    if (box === undefined || !isLead(box, body, titleBox) || isLinkedAway(tree, node)) continue;
    const own = imageOf(tree, node, addresses);
    if (own === undefined) continue;
    const isNamed = image !== undefined && fileName(own.src) === fileName(image);
    const rank = Math.abs(top - box.y - box.height) - (isNamed ? 10_000 : 0);
    if (best === undefined || rank < best.rank) best = { node, media: own as Media, rank };
  }
  return best && [best.node, best.media];
}

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

function isLead(box: Box, body: Box, title: Box | undefined): boolean {
  if (box.height < MIN_HEIGHT || box.width < MIN_WIDTH * body.width) return false;
  const bottom = box.y + box.height;
  const shared = Math.min(box.x + box.width, body.x + body.width) - Math.max(box.x, body.x);
  if (shared < MIN_WIDTH * body.width || bottom > body.y + OVERLAP || bottom < body.y - MAX_DISTANCE)
    return false;
  return title === undefined || bottom >= title.y - OVERLAP;
}

/** True if the image links to something other than an image file. */
function isLinkedAway(tree: PageTree, node: number): boolean {
  if ((tree.flags[node]! & IN_ANCHOR) === 0) return false;
  for (let up = tree.parent[node]!; up > 0; up = tree.parent[up]!) {
    if (tree.tag[up] === TAG.a) return !isPictureFile(tree.attribute(up, ATTR.href) ?? '');
  }
  return false;
}

/** File name without the size suffix, which differs between versions of an image. */
function fileName(address: string): string {
  const path = address.split(/[?#]/, 1)[0]!;
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/[-_]?\d{2,5}x\d{2,5}/, '')
    .toLowerCase();
}
