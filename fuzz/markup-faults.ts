import { HTML_ELEMENTS, isAllowedMath } from './allowed.js';

/**
 * The fault in HTML written by us, or undefined. Stricter than a parser: every `<` must begin a tag in the one form
 * that we write, with allowed names and attributes, and tags must match. No parser can read such markup in two ways.
 */
export function htmlFault(
  html: string,
  extra: Readonly<Record<string, readonly string[]>> = {},
): string | undefined {
  const open: string[] = [];
  TAG.lastIndex = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', TAG.lastIndex)) {
    TAG.lastIndex = at;
    const match = TAG.exec(html);
    if (match === null) return `not a tag of ours: ${html.slice(at, at + 60)}`;
    const [, slash, name = '', attributes = ''] = match;
    if (slash === '/') {
      const last = open.pop();
      if (last !== name) return `</${name}> closes <${last}>`;
      continue;
    }
    const fault = elementFault(name, attributes, extra);
    if (fault !== undefined) return fault;
    if (!VOID.has(name)) open.push(name);
  }
  if (open.length > 0) return `<${open.at(-1)}> is not closed`;
  const bare = html.length > 0 ? BARE.exec(html) : null;
  return bare === null ? undefined : `bare sign: ${html.slice(bare.index, bare.index + 40)}`;
}

const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z][a-z-]*="[^"<>]*")*)>/y;
/** An ampersand outside the character references we write. */
const BARE = /&(?!(?:amp|lt|gt|quot);)/;
const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input']);
const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'poster', 'cite']);
const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);
const ATTRIBUTE = / ([a-z][a-z-]*)="([^"]*)"/g;

function elementFault(
  name: string,
  attributes: string,
  extra: Readonly<Record<string, readonly string[]>>,
): string | undefined {
  const allowed = (HTML_ELEMENTS as Record<string, readonly string[]>)[name];
  const more = extra[name] ?? [];
  const isMath = isAllowedMath(name);
  if (allowed === undefined && !isMath && more.length === 0) return `element ${name}`;
  for (const [, attribute = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
    const isKnown =
      allowed?.includes(attribute) || more.includes(attribute) || (isMath && isAllowedMath(name, attribute));
    if (!isKnown) return `attribute ${attribute} of ${name}`;
    if (ADDRESSES.has(attribute) && !isSafe(decoded(value))) return `address ${value.slice(0, 60)}`;
  }
  return undefined;
}

/** Checked with the URL parser, as in a browser. An address that cannot be parsed is harmless. */
function isSafe(address: string): boolean {
  try {
    return SCHEMES.has(new URL(address, 'https://base.example/').protocol);
  } catch {
    return true;
  }
}

function decoded(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** The fault in XML written by us, or undefined. */
export function xmlFault(xml: string): string | undefined {
  const forbidden = FORBIDDEN.exec(xml);
  if (forbidden !== null) return `forbidden sign ${forbidden[0].charCodeAt(0)}`;
  const open: string[] = [];
  XML_TAG.lastIndex = 0;
  const start = xml.indexOf('?>') + 2;
  for (let at = xml.indexOf('<', start); at >= 0; at = xml.indexOf('<', XML_TAG.lastIndex)) {
    XML_TAG.lastIndex = at;
    const match = XML_TAG.exec(xml);
    if (match === null) return `not a tag of ours: ${xml.slice(at, at + 60)}`;
    const [, slash, name = '', , empty] = match;
    if (slash === '/') {
      const last = open.pop();
      if (last !== name) return `</${name}> closes <${last}>`;
    } else if (empty === '') open.push(name);
  }
  return open.length > 0 ? `<${open.at(-1)}> is not closed` : undefined;
}

const XML_TAG = /<(\/?)([A-Za-z][A-Za-z]*)((?: [A-Za-z:]+="[^"<>]*")*)(\/?)>/y;
const FORBIDDEN = new RegExp(
  [
    '[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\ufffe\\uffff]',
    '[\\ud800-\\udbff](?![\\udc00-\\udfff])',
    '(?<![\\ud800-\\udbff])[\\udc00-\\udfff]',
    '&(?!(?:amp|lt|gt|quot|#13);)',
  ].join('|'),
);
