import { Addresses } from '../content/addresses.js';
import type { Image } from '../content/content.js';
import { fileStem, fromSets, imageOf, widestOf } from '../content/images.js';
import { webAddress } from '../metadata/addresses.js';
import { tidy } from '../metadata/claims.js';
import type { LinkedObject } from '../metadata/json-ld.js';
import { given } from '../metadata/metadata.js';
import { nodeText } from '../metadata/node-text.js';
import type { PageReading } from '../metadata/page-reading.js';
import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';

export interface Picture {
  readonly url: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly alt?: string | undefined;
  readonly caption?: string | undefined;
  readonly credit?: string | undefined;
}

/** The main picture of the page from its metadata: `chosen`, or the largest one in JSON-LD if that is larger. */
export function leadPicture(page: PageReading, chosen: string | undefined): Picture | undefined {
  const stated = statedPictures(page).sort((a, b) => area(b) - area(a))[0];
  const { tags } = page;
  if (chosen === undefined) return stated;
  const width = Number.parseInt(tags.get('og:image:width') ?? '', 10);
  const height = Number.parseInt(tags.get('og:image:height') ?? '', 10);
  const alt = tidy((tags.get('og:image:alt') ?? tags.get('twitter:image:alt') ?? '').slice(0, 500));
  const own = given<Picture>({ url: chosen, ...sized(width, height), alt: alt || undefined });
  if (stated === undefined) return own;
  const { url: _, width: __, height: ___, ...texts } = stated;
  const isLarger = area(stated) > area(own) && area(own) > 0;
  return isLarger || stated.url === chosen ? { ...own, ...stated } : { ...own, ...texts };
}

function area({ width = 0, height = 0 }: Picture): number {
  return width * height;
}

function sized(width: unknown, height: unknown): Pick<Picture, 'width' | 'height'> {
  const positive = (value: unknown) => Math.max(0, Number.parseInt(String(value), 10)) || undefined;
  return given<Picture>({ width: positive(width), height: positive(height) });
}

function statedPictures({ linked, identity }: PageReading): Picture[] {
  return linked.mains.flatMap(main =>
    linked.resolve(main.image).flatMap(image => {
      const address = typeof image === 'string' ? image : (image.url ?? image.contentUrl);
      const url = typeof address === 'string' ? webAddress(address, identity.base) : undefined;
      if (url === undefined) return [];
      return [
        typeof image === 'string' ? { url } : { url, ...sized(image.width, image.height), ...textsOf(image) },
      ];
    }),
  );
}

function textsOf(image: LinkedObject): Pick<Picture, 'caption' | 'credit'> {
  const text = (value: unknown) =>
    typeof value === 'string' ? tidy(value.slice(0, 1_000)) || undefined : undefined;
  return given<Picture>({
    caption: text(image.caption ?? image.description),
    credit: text(image.creditText ?? image.copyrightNotice),
  });
}

const CREDIT =
  /(?:^|[\s([–—|])(?:fotos?|photos?|bild(?:er)?|images?|pictures?|credits?|quelle|source|crédits?|foto di|©|\(c\)|illustrations?|grafik)\s?(?:[:：/]|by|von)?\s?([\p{Lu}©][^()[\]]{1,80}?)[)\]]?\.?$/iu;

export function withCredit(caption: string): Pick<Picture, 'caption' | 'credit'> {
  const text = tidy(caption.slice(0, 1_000));
  const match = CREDIT.exec(text);
  if (match === null) return text === '' ? {} : { caption: text };
  const rest = text.slice(0, match.index).replace(/[\s([–—|]+$/u, '');
  return { ...(rest === '' ? {} : { caption: rest }), credit: match[1]!.trim() };
}

/** Maximum images examined per page. This and the limits below were set by hand. */
const MOST_IMAGES = 300;

/**
 * Completes the lead picture from an image of the page with the same file: URL and size of the larger version,
 * alternative text, caption and credit. Texts in the metadata take precedence.
 */
export function shownLead(tree: PageTree, lead: Picture, base: string | undefined): Picture {
  const key = fileKey(lead.url);
  if (key === '') return lead;
  const addresses = new Addresses(base);
  for (let node = 1, seen = 0; node < tree.count && seen < MOST_IMAGES; node++) {
    if (tree.tag[node] !== TAG.img) continue;
    seen++;
    const image = imageOf(tree, node, addresses);
    if (image === undefined) continue;
    const isSame = fileKey(image.src) === key || fileKey(tree.attribute(node, ATTR.src) ?? '') === key;
    if (!isSame) continue;
    const shape = { width: image.width, height: image.height };
    const { url, width, height } = largest(
      lead,
      fromSets(tree, node, addresses) ?? image.src,
      widest(tree, node),
      shape,
    );
    const { width: _, height: __, ...texts } = lead;
    const alt = lead.alt ?? image.alt;
    return given<Picture>({ ...captionOf(tree, node), ...texts, url, width, height, alt });
  }
  return lead;
}

/** A picture of the content, with the size of its largest version, and its caption or that on the page. */
export function shownPicture(tree: PageTree, image: Image, caption: string, addresses: Addresses): Picture {
  const { src, alt, node = 0 } = image;
  // In content from JSON, `node` is not a node of this tree.
  const isHere = tree.tag[node] === TAG.img && imageOf(tree, node, addresses)?.src === src;
  const large = (isHere ? fromSets(tree, node, addresses) : undefined) ?? src;
  const { width, height } = largest({ url: src }, large, isHere ? widest(tree, node) : undefined, image);
  const texts = caption !== '' || !isHere ? withCredit(caption) : captionOf(tree, node);
  return given<Picture>({ url: large, width, height, alt: alt || undefined, ...texts });
}

interface Shape {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** The larger of the stated and the shown version. `width` is the width of the shown one, `shape` its aspect ratio. */
function largest(lead: Picture, src: string, width: number | undefined, shape: Shape): Picture {
  const stated = lead.width ?? 0;
  if (width !== undefined && width > stated) {
    const height = heightAt(width, lead.width !== undefined && lead.height !== undefined ? lead : shape);
    return given<Picture>({ url: src, width, height });
  }
  if (stated > 0) return lead;
  return given<Picture>({ url: lead.url, width: shape.width, height: shape.height });
}

function heightAt(width: number, { width: wide, height: high }: Shape): number | undefined {
  return wide === undefined || high === undefined || wide <= 0
    ? undefined
    : Math.round((width * high) / wide);
}

function widest(tree: PageTree, image: number): number | undefined {
  const own = tree.attribute(image, ATTR.srcset) ?? tree.attribute(image, ATTR['data-srcset']);
  return own === undefined ? undefined : widestOf(own);
}

const FIGURE_REACH = 6;

function captionOf(tree: PageTree, image: number): Pick<Picture, 'caption' | 'credit'> {
  let node = tree.parent[image]!;
  for (let step = 0; node > 0 && step < FIGURE_REACH; node = tree.parent[node]!, step++) {
    if (tree.tag[node] !== TAG.figure) continue;
    for (let inner = node; inner < tree.end[node]!; inner++)
      if (tree.tag[inner] === TAG.figcaption) return withCredit(nodeText(tree, inner, 1_000));
    return {};
  }
  return {};
}

/** Suffixes of file versions: `-1024x576`, `_800w`, `@2x`, `-scaled`. */
const VERSION = /(?:[-_@](?:\d{2,4}x\d{2,4}|\d{2,4}w?|[1-4]x|scaled|large|medium|small|thumb))$/;
/** Shorter file names are generic: `1.jpg`, `photo.png`. */
const LEAST_NAME = 6;

/** Equal for versions of one image: the file name without suffixes. */
function fileKey(address: string): string {
  const bare = fileStem(address).replace(VERSION, '').replace(VERSION, '');
  return bare.length >= LEAST_NAME ? bare : '';
}
