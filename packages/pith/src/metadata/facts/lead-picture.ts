import { webAddress } from '../addresses.js';
import { tidy } from '../claims.js';
import type { LinkedObject } from '../json-ld.js';
import { given } from '../metadata.js';
import type { PageReading } from './page-reading.js';

export interface Picture {
  readonly url: string;
  readonly width?: number;
  readonly height?: number;
  readonly alt?: string;
  readonly caption?: string;
  readonly credit?: string;
}

/**
 * The main picture of the page from its metadata: `chosen`, or the largest one in JSON-LD if that is larger or `chosen`
 * is undefined.
 */
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

/** Separates the credit at the end of a caption. */
export function withCredit(caption: string): Pick<Picture, 'caption' | 'credit'> {
  const text = tidy(caption.slice(0, 1_000));
  const match = CREDIT.exec(text);
  if (match === null) return text === '' ? {} : { caption: text };
  const rest = text.slice(0, match.index).replace(/[\s([–—|]+$/u, '');
  return { ...(rest === '' ? {} : { caption: rest }), credit: match[1]!.trim() };
}
