import { gunzipSync } from 'node:zlib';
import { isGzipped, parseSitemap } from '@webpith/sources';
import { decodeBytes } from 'webpith/stages';
import { xmlAttribute, xmlElements } from './xml.js';

/** What a sitemap or feed lists. */
export interface Source {
  readonly kind: 'sitemap' | 'sitemap-index' | 'rss' | 'atom';
  /** Addresses as they stand there. */
  readonly links: readonly string[];
}

/** How each kind of source names its entries, by its first element. */
const KINDS: Readonly<Record<string, { kind: Source['kind']; links: (text: string) => readonly string[] }>> =
  {
    urlset: { kind: 'sitemap', links: text => parseSitemap(text).addresses },
    sitemapindex: { kind: 'sitemap-index', links: text => parseSitemap(text).addresses },
    rss: { kind: 'rss', links: text => textsIn(text, 'item', 'link') },
    rdf: { kind: 'rss', links: text => textsIn(text, 'item', 'link') },
    feed: { kind: 'atom', links: atomLinks },
  };

/** Most addresses taken from one source: what the sitemap protocol allows. */
const MOST_LINKS = 50_000;
/** Largest source after decompression: what the sitemap protocol allows. */
const LARGEST_SOURCE = 50 * 1024 * 1024;

/** Reads a sitemap or feed, or gives undefined where the bytes are neither. */
export function sourceOf(bytes: Uint8Array): Source | undefined {
  const text = xmlText(bytes);
  if (text === undefined) return undefined;
  const root = xmlElements(text).next();
  if (root.done) return undefined;
  const format = Object.hasOwn(KINDS, root.value.name) ? KINDS[root.value.name] : undefined;
  return format && { kind: format.kind, links: format.links(text).slice(0, MOST_LINKS) };
}

/** The text of what may be XML: sitemaps may be compressed as files, whatever the transport says. */
function xmlText(bytes: Uint8Array): string | undefined {
  let plain = bytes;
  if (isGzipped(bytes)) {
    try {
      plain = gunzipSync(bytes, { maxOutputLength: LARGEST_SOURCE });
    } catch {
      return undefined;
    }
  }
  const { text } = decodeBytes(plain);
  return /^\uFEFF?\s{0,1000}</.test(text.slice(0, 1100)) ? text : undefined;
}

/** Texts of the elements of one name that lie in elements of another. */
function textsIn(source: string, outer: string, inner: string): string[] {
  const texts: string[] = [];
  let inside = false;
  for (const { name, text, end } of xmlElements(source)) {
    if (name === outer) inside = !end;
    else if (inside && !end && name === inner && text !== '') texts.push(text);
    if (texts.length >= MOST_LINKS) break;
  }
  return texts;
}

/** The page of each entry: its link without a relation, or with the relation `alternate`. */
function atomLinks(source: string): string[] {
  const links: string[] = [];
  let inside = false;
  for (const element of xmlElements(source)) {
    if (element.name === 'entry') inside = !element.end;
    if (!inside || element.name !== 'link' || element.end) continue;
    const href = xmlAttribute(element, 'href');
    if (href !== undefined && (xmlAttribute(element, 'rel') ?? 'alternate') === 'alternate') links.push(href);
    if (links.length >= MOST_LINKS) break;
  }
  return links;
}
