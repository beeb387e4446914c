import { gunzipSync } from 'node:zlib';
import { isGzipped, parseSitemap } from '@webpith/sources';
import { decodeBytes } from 'webpith/stages';
import { xmlAttribute, xmlElements } from './xml.js';

export interface Source {
  readonly kind: 'sitemap' | 'sitemap-index' | 'rss' | 'atom';
  /** Unresolved addresses. */
  readonly links: readonly string[];
}

/** Parsers by root element. */
const KINDS: Readonly<Record<string, { kind: Source['kind']; links: (text: string) => readonly string[] }>> =
  {
    urlset: { kind: 'sitemap', links: text => parseSitemap(text).addresses },
    sitemapindex: { kind: 'sitemap-index', links: text => parseSitemap(text).addresses },
    rss: { kind: 'rss', links: text => textsIn(text, 'item', 'link') },
    rdf: { kind: 'rss', links: text => textsIn(text, 'item', 'link') },
    feed: { kind: 'atom', links: atomLinks },
  };

/** Limit of the sitemap protocol. */
const MOST_LINKS = 50_000;
/** Limit of the sitemap protocol, in bytes after decompression. */
const LARGEST_SOURCE = 50 * 1024 * 1024;

/** Parses a sitemap or feed; undefined if it is neither. */
export function sourceOf(bytes: Uint8Array): Source | undefined {
  const text = xmlText(bytes);
  if (text === undefined) return undefined;
  const root = xmlElements(text).next();
  if (root.done) return undefined;
  const format = Object.hasOwn(KINDS, root.value.name) ? KINDS[root.value.name] : undefined;
  return format && { kind: format.kind, links: format.links(text).slice(0, MOST_LINKS) };
}

/** Sitemaps may be gzipped files, regardless of the transport. */
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

/** Texts of `inner` elements inside `outer` elements. */
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

/** Links without a relation or with `rel=alternate`, one per entry. */
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
