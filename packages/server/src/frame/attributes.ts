import type { Addresses } from 'webpith/stages';

export interface FrameContext {
  readonly addresses: Addresses;
  readonly assets: boolean;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Attributes that only affect appearance or reading. `name` is excluded: it shadows properties of the document. */
const GLOBAL_ATTRIBUTES = words(
  'class id style title lang dir hidden role align valign width height bgcolor color face size border cellpadding ' +
    'cellspacing colspan rowspan span scope headers start reversed open datetime alt nowrap clear noshade',
);
const PICTURES = ['src', 'data-src', 'data-lazy-src', 'data-original'];
const INPUT_TYPES = words(
  'text search email tel url number date checkbox radio button submit reset range color',
);

export function safeAttributes(
  tag: string,
  attributes: readonly (readonly [string, string])[],
  context: FrameContext,
): string {
  let written = '';
  const seen = new Set<string>();
  for (const [name, value] of attributes) {
    if (seen.has(name)) continue;
    seen.add(name);
    if (name === 'style') written += attribute(name, safeStyle(value, context));
    else if (GLOBAL_ATTRIBUTES.has(name) || isHint(name)) written += attribute(name, value);
  }
  const more = Object.hasOwn(TAG_ATTRIBUTES, tag) ? TAG_ATTRIBUTES[tag] : undefined;
  return written + (more?.(new Map(attributes), context) ?? '');
}

/** True for `aria-*` and `data-*`, which style sheets may refer to, but not for our own `data-pith*`. */
function isHint(name: string): boolean {
  return /^(?:aria|data)-[a-z0-9_.-]{1,60}$/.test(name) && !name.startsWith('data-pith');
}

type Attributes = ReadonlyMap<string, string>;

const TAG_ATTRIBUTES: Readonly<Record<string, (attributes: Attributes, context: FrameContext) => string>> = {
  a: (attributes, { addresses }) => link(attributes.get('href'), addresses),
  area: (attributes, { addresses }) => link(attributes.get('href'), addresses),
  img: picture,
  input: attributes => {
    const type = attributes.get('type')?.toLowerCase() ?? 'text';
    const value = attributes.get('value');
    const hint = attributes.get('placeholder');
    return [
      attribute('type', INPUT_TYPES.has(type) ? type : 'text'),
      type === 'hidden' || type === 'image' || type === 'file' ? ' hidden=""' : '',
      value === undefined || type === 'password' ? '' : attribute('value', value.slice(0, 1000)),
      hint === undefined ? '' : attribute('placeholder', hint.slice(0, 1000)),
      attributes.has('checked') ? ' checked=""' : '',
      ' readonly="" tabindex="-1"',
    ].join('');
  },
  button: () => ' type="button" tabindex="-1"',
};

/** Keeps the look of a link without its target, which goes to a data attribute. */
function link(href: string | undefined, addresses: Addresses): string {
  if (href === undefined) return '';
  const address = addresses.link(href);
  return ` href="#pith-inert"${address === undefined ? '' : attribute('data-pith-href', address)}`;
}

function picture(attributes: Attributes, { addresses, assets }: FrameContext): string {
  for (const name of PICTURES) {
    const value = attributes.get(name)?.trim();
    if (value === undefined || value === '') continue;
    if (/^data:image\/[a-z.+-]{1,20}[;,]/i.test(value)) return attribute('src', value);
    const address = assets ? httpsOnly(addresses.media(value)) : undefined;
    if (address !== undefined) return `${attribute('src', address)} referrerpolicy="no-referrer"`;
  }
  return '';
}

export function styleSheet(attributes: Attributes, { addresses, assets }: FrameContext): string | undefined {
  const kinds = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/);
  const href = attributes.get('href');
  if (!assets || href === undefined || !kinds.includes('stylesheet') || kinds.includes('alternate'))
    return undefined;
  return httpsOnly(addresses.media(href));
}

function httpsOnly(address: string | undefined): string | undefined {
  return address?.startsWith('https://') ? address : undefined;
}

const CSS_ADDRESS = /url\(\s{0,9}(["']?)([^"'()\s\\]{1,2000})\1\s{0,9}\)/gi;

/** URLs become absolute, because the frame has another base; only https and data are kept. */
export function safeStyle(css: string, { addresses, assets }: FrameContext): string {
  if (!assets) return styleText(css);
  const absolute = css.replace(CSS_ADDRESS, (whole, _quote, address: string) => {
    if (/^data:/i.test(address)) return whole;
    const found = httpsOnly(addresses.media(address));
    return found === undefined ? 'none' : `url("${found.replace(/["\\\n]/g, encodeURIComponent)}")`;
  });
  return styleText(absolute);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace
const UNSAFE = /[&<>"\0-\x08\x0b-\x1f\x7f-\x9f]/g;

/**
 * Escapes text for element content or a quoted attribute. The parsed text has the same length, so that offsets stay
 * valid: characters forbidden in HTML are replaced, and a carriage return is not normalised.
 */
export function escaped(text: string): string {
  return text.replace(UNSAFE, character => ENTITIES[character] ?? '\uFFFD');
}

export function attribute(name: string, value: string): string {
  return ` ${name}="${escaped(value)}"`;
}

/** Escapes `<`, so that a style sheet cannot end its element. */
function styleText(css: string): string {
  return css.replaceAll('<', '\\3c ').replaceAll('\0', '');
}
