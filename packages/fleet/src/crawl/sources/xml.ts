/** An element of an XML document as it is met: name without prefix in lower case, attributes, and the text up to the next tag. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: string;
  readonly text: string;
  /** Whether it is an end tag; its text is then what follows it. */
  readonly end: boolean;
}

/** Most elements that are looked at: a sitemap has at most 50,000 entries of some four elements each. */
const MOST_ELEMENTS = 500_000;

/**
 * The tags of an XML document, one after the other, in one pass. Sitemaps and feeds are flat, often broken, and come
 * from anywhere: nothing is expanded, nothing is nested, and what is no tag is text.
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

/** The end of a comment, declaration or instruction that begins here; undefined where a tag does. */
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

/** The text up to the next tag; marked sections in it are text as they stand. */
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

/** The value of an attribute in the part of a tag behind its name. */
export function xmlAttribute({ attributes }: XmlElement, name: string): string | undefined {
  const match = new RegExp(`(?:^|\\s)${name}\\s{0,9}=\\s{0,9}(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes);
  const value = match?.[1] ?? match?.[2];
  return value === undefined ? undefined : decoded(value);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The five entities of XML, and characters by number. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
