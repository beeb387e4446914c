import { gunzipSync } from 'node:zlib';
import { isGzipped, parseSitemap } from '@webpith/sources';
import { decodeBytes } from 'webpith/stages';

export interface Source {
  readonly kind: 'sitemap' | 'sitemap-index' | 'rss' | 'atom';
  readonly links: readonly string[];
}

const KINDS: Readonly<Record<string, { kind: Source['kind']; links: (text: string) => readonly string[] }>> =
  {
    urlset: { kind: 'sitemap', links: text => parseSitemap(text).addresses },
    sitemapindex: { kind: 'sitemap-index', links: text => parseSitemap(text).addresses },
    rss: { kind: 'rss', links: text => textsIn(text, 'item', 'link') },
    rdf: { kind: 'rss', links: text => textsIn(text, 'item', 'link') },
    feed: { kind: 'atom', links: atomLinks },
  };

/** Limits of the sitemap protocol: number of addresses, and bytes after decompression. */
const MOST_LINKS = 50_000;
const LARGEST_SOURCE = 50 * 1024 * 1024;

export function sourceOf(bytes: Uint8Array): Source | undefined {
  const text = xmlText(bytes);
  if (text === undefined) return undefined;
  const root = xmlElements(text).next();
  if (root.done) return undefined;
  const format = Object.hasOwn(KINDS, root.value.name) ? KINDS[root.value.name] : undefined;
  return format && { kind: format.kind, links: format.links(text).slice(0, MOST_LINKS) };
}

/** Decodes XML, also from a gzipped file, as sitemaps may be; undefined for other content. */
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

/** A tag: name in lower case without prefix, attributes, and the text up to the next tag. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: string;
  readonly text: string;
  readonly end: boolean;
}

/** A sitemap has at most 50,000 entries of about four elements. */
const MOST_ELEMENTS = 500_000;

/**
 * Yields the tags of an XML document in one pass. Sitemaps and feeds are flat, often broken and untrusted: nothing is
 * expanded or nested, and anything that is not a tag is text.
 */
export function* xmlElements(source: string): Generator<XmlElement> {
  let at = source.indexOf('<');
  for (let count = 0; at >= 0 && count < MOST_ELEMENTS; count++) {
    const passed = passOver(source, at);
    if (passed !== undefined) {
      at = source.indexOf('<', passed);
      continue;
    }
    const close = source.indexOf('>', at);
    if (close < 0) return;
    const { text, next } = textFrom(source, close + 1);
    const element = elementOf(source.slice(at + 1, close), text);
    if (element !== undefined) yield element;
    at = next;
  }
}

/** End of the comment, CDATA section, declaration or instruction at `at`; undefined for a tag. */
function passOver(source: string, at: number): number | undefined {
  const mark = source[at + 1];
  if (mark === '?') return endOf(source, '?>', at);
  if (mark !== '!') return undefined;
  if (source.startsWith('<!--', at)) return endOf(source, '-->', at);
  if (source.startsWith(CDATA, at)) return endOf(source, ']]>', at);
  return endOf(source, '>', at);
}

const CDATA = '<![CDATA[';

function endOf(source: string, mark: string, from: number): number {
  const found = source.indexOf(mark, from);
  return found < 0 ? source.length : found + mark.length;
}

function textFrom(source: string, from: number): { text: string; next: number } {
  const parts: string[] = [];
  let at = from;
  for (;;) {
    const tag = source.indexOf('<', at);
    parts.push(decoded(source.slice(at, tag < 0 ? source.length : tag)));
    if (tag < 0 || !source.startsWith(CDATA, tag)) return { text: parts.join(''), next: tag };
    at = endOf(source, ']]>', tag);
    parts.push(source.slice(tag + CDATA.length, at).replace(/\]\]>$/, ''));
  }
}

function elementOf(tag: string, text: string): XmlElement | undefined {
  const match = /^(\/?)(?:[\w.-]{1,60}:)?([\w.-]{1,60})/.exec(tag);
  if (match === null) return undefined;
  return {
    name: match[2]!.toLowerCase(),
    attributes: tag.slice(match[0].length),
    text: text.trim(),
    end: match[1] === '/',
  };
}

export function xmlAttribute({ attributes }: XmlElement, name: string): string | undefined {
  const match = new RegExp(`(?:^|\\s)${name}\\s{0,9}=\\s{0,9}(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes);
  const value = match?.[1] ?? match?.[2];
  return value === undefined ? undefined : decoded(value);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
