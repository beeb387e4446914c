import { ATTR, TAG } from '../tree/names.js';
import { tagSet } from '../tree/tags.js';
import type { PageTree } from '../tree/tree.js';
import type { Addresses } from './addresses.js';
import type { Image } from './content.js';

const LAZY_SETS = [ATTR.srcset, ATTR['data-srcset'], ATTR['data-lazy-srcset']];
// biome-ignore format: a table of names reads better in rows
const LAZY_SOURCES = ([
  'data-src', 'data-original', 'data-lazy-src', 'data-lazy', 'data-hi-res-src', 'data-full-src', 'data-img-src',
  'data-image', 'data-url', 'data-original-src', 'data-actualsrc', 'data-lazyload', 'data-echo',
] as const).map(name => ATTR[name]);

/** Trackers and spacers are at most this size in pixels. Set by hand. */
const MAX_SPACER = 2;
/** Images up to this size in pixels are kept only with alternative text, such as emoji. Set by hand. */
const MAX_ICON = 32;

/** True if a URL has the extension of an image file. Links to such files often show a larger version of an image. */
export function isPictureFile(address: string): boolean {
  return /\.(?:jpe?g|png|webp|avif|gif)(?:$|[?#])/i.test(address);
}

export function fileStem(address: string): string {
  const path = address.slice(0, 2_048).split(/[?#]/, 1)[0]!;
  return path
    .slice(path.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(/\.\w{2,5}$/, '');
}

/** Suffixes of versions of a file: `-1024x576`, `_800w`, `@2x`, `-scaled`. */
const VERSION = /(?:[-_@](?:\d{2,4}x\d{2,4}|\d{3,4}w|[1-4]x|scaled|large|medium|small|thumb(?:nail)?))$/;
/** Shorter names are generic: `1.jpg`, `img.png`. */
const SHORTEST_NAME = 5;

export function versionlessName(address: string): string {
  const name = fileStem(address).replace(VERSION, '');
  return name.length >= SHORTEST_NAME && !/^\d+$/.test(name) ? name : '';
}

export function imageOf(tree: PageTree, node: number, addresses: Addresses): Image | undefined {
  const width = pixels(tree.attribute(node, ATTR.width));
  const height = pixels(tree.attribute(node, ATTR.height));
  if (isAtMost(width, height, MAX_SPACER)) return undefined;
  const alt = tree.attribute(node, ATTR.alt)?.trim();
  if (!alt && isAtMost(width, height, MAX_ICON)) return undefined;
  const src = sourceOf(tree, node, addresses);
  if (src === undefined) return undefined;
  const title = tree.attribute(node, ATTR.title)?.trim();
  const image: Image = { type: 'image', src, alt: alt || undefined, node };
  if (title && title !== alt) image.title = title;
  return width === undefined || height === undefined ? image : { ...image, width, height };
}

/** Limit for hostile pages. */
const MAX_SOURCES = 20;

const BACKGROUND_TAGS = tagSet('div span figure a i');
const PICTURE_BOX =
  /(?:^|[\s_-])(?:bg|background|cover|figure|hero|image|img|lead|media|photo|pic|picture|thumb(?:nail)?)(?=$|[\s_-])/i;
const BACKGROUND = /background(?:-image)?:[^;]{0,80}?url\(\s?(['"]?)([^'"()]{1,2000})\1\s?\)/i;

/** The background image of an element without other images: a figure, a part of one, or named as a picture. */
export function backgroundImageOf(tree: PageTree, node: number, addresses: Addresses): Image | undefined {
  if (!BACKGROUND_TAGS.has(tree.tag[node]!)) return undefined;
  const style = tree.attribute(node, ATTR.style);
  const url = style === undefined ? undefined : BACKGROUND.exec(style)?.[2];
  const src = url === undefined ? undefined : accepted(url.trim(), addresses);
  if (src === undefined || !isPictureBox(tree, node)) return undefined;
  for (let n = node; n < tree.end[node]!; n++) if (tree.tag[n] === TAG.img) return undefined;
  const alt = (tree.attribute(node, ATTR['aria-label']) ?? tree.attribute(node, ATTR.title))?.trim();
  return { type: 'image', src, alt: alt || undefined, node };
}

function isPictureBox(tree: PageTree, node: number): boolean {
  const isNamed = PICTURE_BOX.test(tree.attribute(node, ATTR.class) ?? '');
  const around = [node, tree.parent[node]!, tree.parent[tree.parent[node]!] ?? 0];
  return isNamed || tree.attribute(node, ATTR.role) === 'img' || around.some(n => tree.tag[n] === TAG.figure);
}

/**
 * The URL of an image: that of a `<source>` for all windows, else the lazy URL, `src`, the largest of `srcset`, or that
 * of any other `<source>`.
 */
function sourceOf(tree: PageTree, node: number, addresses: Addresses): string | undefined {
  const picture = tree.parent[node]!;
  const sources: number[] = [];
  if (tree.tag[picture] === TAG.picture)
    for (
      let n = tree.firstChild(picture);
      n >= 0 && n < node && sources.length < MAX_SOURCES;
      n = tree.nextSibling(n)
    )
      if (tree.tag[n] === TAG.source) sources.push(n);
  const chosen = sources.filter(source => isForAll(tree, source));
  return (
    firstOf(chosen, source => fromSets(tree, source, addresses)) ??
    fromSources(tree, node, addresses) ??
    fromSource(tree, node, addresses) ??
    fromSets(tree, node, addresses) ??
    firstOf(sources, source => fromSets(tree, source, addresses))
  );
}

/** False for a `<source>` with a media query, or with a format that many programs cannot decode. */
function isForAll(tree: PageTree, source: number): boolean {
  return (
    tree.attributeIndex(source, ATTR.media) < 0 && !/avif|jxl/.test(tree.attribute(source, ATTR.type) ?? '')
  );
}

function firstOf(nodes: readonly number[], read: (node: number) => string | undefined): string | undefined {
  for (const node of nodes) {
    const found = read(node);
    if (found !== undefined) return found;
  }
  return undefined;
}

function fromSource(tree: PageTree, node: number, addresses: Addresses): string | undefined {
  const src = tree.attribute(node, ATTR.src);
  const set = tree.attribute(node, ATTR.srcset);
  const isListed =
    src !== undefined && set !== undefined && candidates(set).some(({ url }) => url === src.trim());
  return (isListed ? fromSets(tree, node, addresses) : undefined) ?? accepted(src, addresses);
}

export function fromSets(tree: PageTree, node: number, addresses: Addresses): string | undefined {
  for (const name of LAZY_SETS) {
    const set = tree.attribute(node, name);
    const found = set ? accepted(largestOf(set), addresses) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function fromSources(tree: PageTree, node: number, addresses: Addresses): string | undefined {
  for (const name of LAZY_SOURCES) {
    const value = tree.attribute(node, name);
    const found = value && looksLikeAddress(value) ? accepted(value, addresses) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Lazy attributes also contain flags and JSON ("true", "{…}"). */
function looksLikeAddress(value: string): boolean {
  return (value.includes('/') || value.includes('.')) && !value.startsWith('{') && !value.startsWith('[');
}

function accepted(value: string | undefined, addresses: Addresses): string | undefined {
  if (value === undefined) return undefined;
  const src = addresses.media(value);
  return src === undefined || isPlaceholder(src) ? undefined : src;
}

const PLACEHOLDER_NAME =
  /^(?:spacer|blank|transparent|pixel|1x1|placeholder|loading|loader|clear|clear-?(?:dot|pixel)|lazy|lazyload|grey|gray|empty|trans)(?:[-_]?(?:image|img|gif|pixel|\d{1,4}(?:x\d{1,4})?))?$/i;
const TRACKERS = (
  'facebook.com/tr doubleclick.net/ google-analytics.com/ googletagmanager.com/ scorecardresearch.com/ ' +
  'quantserve.com/ pixel.wp.com/ feedburner.com/~ amazon-adsystem.com/'
).split(' ');

function isPlaceholder(src: string): boolean {
  const host = src.indexOf('//') + 2;
  const file = src.lastIndexOf('/') + 1;
  const dot = src.indexOf('.', Math.max(file, host));
  const name = src.slice(file, dot < 0 ? src.length : dot);
  if (name.length < 32 && PLACEHOLDER_NAME.test(name)) return true;
  return TRACKERS.some(tracker => src.startsWith(tracker, host) || src.startsWith(`www.${tracker}`, host));
}

function isAtMost(width: number | undefined, height: number | undefined, limit: number): boolean {
  return (width ?? limit + 1) <= limit || (height ?? limit + 1) <= limit;
}

function pixels(value: string | undefined): number | undefined {
  if (value === undefined || value.endsWith('%')) return undefined;
  const number = Number.parseInt(value, 10);
  return number >= 0 && number < 100_000 ? number : undefined;
}

function largestOf(srcset: string): string | undefined {
  let best: string | undefined;
  let bestSize = 0;
  for (const { url, size } of candidates(srcset)) {
    if (url.startsWith('data:') || size <= bestSize) continue;
    best = url;
    bestSize = size;
  }
  return best;
}

export function widestOf(srcset: string): number | undefined {
  const widths = candidates(srcset).flatMap(({ url, size, isWidth }) =>
    isWidth && !url.startsWith('data:') ? [size] : [],
  );
  return widths.length === 0 ? undefined : Math.max(...widths);
}

/** Limit for hostile pages. */
const MAX_CANDIDATES = 100;

/** Parses as in the standard: a URL ends at white space, so it may contain commas, but not end in one. */
function candidates(srcset: string): { url: string; size: number; isWidth: boolean }[] {
  const found: { url: string; size: number; isWidth: boolean }[] = [];
  let i = 0;
  while (i < srcset.length && found.length < MAX_CANDIDATES) {
    while (i < srcset.length && isSpaceOrComma(srcset.charCodeAt(i))) i++;
    const start = i;
    while (i < srcset.length && srcset.charCodeAt(i) > 32) i++;
    if (i === start) break;
    let url = srcset.slice(start, i);
    let descriptor = '';
    if (url.endsWith(',')) while (url.endsWith(',')) url = url.slice(0, -1);
    else {
      const comma = srcset.indexOf(',', i);
      descriptor = srcset.slice(i, comma < 0 ? srcset.length : comma);
      i = comma < 0 ? srcset.length : comma + 1;
    }
    found.push({ url, size: sizeOf(descriptor), isWidth: /^\s*\d{1,6}w/.test(descriptor) });
  }
  return found;
}

function sizeOf(descriptor: string): number {
  const value = Number.parseFloat(descriptor);
  return value > 0 ? value : 1;
}

function isSpaceOrComma(code: number): boolean {
  return code <= 32 || code === 44;
}
