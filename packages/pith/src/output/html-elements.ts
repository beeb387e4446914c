import { type AddressUse, safeAddress } from '../content/addresses.js';

/** All elements in the output except MathML, with their allowed attributes. */
// biome-ignore format: a table reads better in rows
export const HTML_ELEMENTS = {
  br: [], caption: [], dd: [], del: [], dt: [], em: [], figcaption: [], hr: [], ins: [], kbd: [], mark: [],
  pre: [], q: [], rp: [], rt: [], ruby: [], samp: [], span: [], strong: [], sub: [], summary: [], sup: [],
  tbody: [], thead: [], tr: [],
  a: ['href', 'title', 'id', 'data-footnote-ref', 'data-footnote-backref'],
  abbr: ['title'],
  aside: ['role', 'data-callout', 'dir'],
  audio: ['src', 'title', 'controls'],
  blockquote: ['cite', 'dir'],
  code: ['class'],
  details: ['dir'],
  div: ['dir', 'lang'],
  dl: ['dir'],
  figure: ['dir'],
  h1: ['id', 'dir'],
  h2: ['id', 'dir'],
  h3: ['id', 'dir'],
  h4: ['id', 'dir'],
  h5: ['id', 'dir'],
  h6: ['id', 'dir'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  input: ['type', 'disabled', 'checked'],
  li: ['id'],
  ol: ['start', 'dir'],
  p: ['dir'],
  section: ['class', 'data-footnotes', 'dir'],
  table: ['dir'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  ul: ['dir'],
  video: ['src', 'poster', 'title', 'controls', 'autoplay', 'loop', 'muted'],
} as const satisfies Record<string, readonly string[]>;

export type ElementName = keyof typeof HTML_ELEMENTS;
type Attributes<E extends ElementName> = {
  [A in (typeof HTML_ELEMENTS)[E][number]]?: string | number | undefined;
};

const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input']);

export const ADDRESS_ATTRIBUTES: ReadonlyMap<string, AddressUse> = new Map([
  ['href', 'link'],
  ['src', 'media'],
  ['poster', 'media'],
  ['cite', 'media'],
]);

/** `inner` must be HTML, and every declaration in `style` validated. Drops attributes that are not allowed. */
export function element<E extends ElementName>(
  name: E,
  attributes: Attributes<E>,
  inner = '',
  style = '',
): string {
  let tag = `<${name}`;
  for (const attribute of HTML_ELEMENTS[name] as readonly (keyof Attributes<E> & string)[]) {
    const value = attributes[attribute];
    if (value === undefined) continue;
    const use = ADDRESS_ATTRIBUTES.get(attribute);
    const text = use === undefined ? String(value) : safeAddress(String(value), use);
    if (text === undefined) continue;
    tag += ` ${attribute}="${escapeText(text)}"`;
  }
  if (style !== '') tag += ` style="${escapeText(style)}"`;
  return VOID.has(name) ? `${tag}>` : `${tag}>${inner}</${name}>`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for element content and double-quoted attributes; removes control characters, which HTML forbids. */
export function escapeText(text: string): string {
  return text.replace(UNSAFE, character => ESCAPES[character] ?? '');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const UNSAFE = /[&<>"\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;
