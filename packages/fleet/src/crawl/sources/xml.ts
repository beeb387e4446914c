/** A tag: name in lower case without prefix, attributes, and the text up to the next tag. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: string;
  readonly text: string;
  /** True for an end tag. */
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

/** End of the comment, declaration or instruction at `at`; undefined for a tag. */
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

/** The text up to the next tag, including CDATA sections. */
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

/** Decodes the five XML entities and numeric references. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
