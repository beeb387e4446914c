/**
 * Known tag and attribute names; their index is their number. Other names of a page are numbered after them. The tests
 * `tag <= TAG['#comment']` and the like depend on the order, so append new names.
 */

// biome-ignore format: a table of names reads better in rows
const TAG_NAMES = [
  '#document', '#text', '#comment', 'html', 'head', 'body', 'title', 'meta', 'link', 'base', 'script',
  'style', 'noscript', 'template', 'article', 'section', 'main', 'nav', 'aside', 'header', 'footer',
  'address', 'div', 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hgroup', 'ul', 'ol', 'li', 'menu', 'dl',
  'dt', 'dd', 'table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'form',
  'fieldset', 'legend', 'label', 'input', 'button', 'select', 'option', 'optgroup', 'textarea', 'datalist',
  'output', 'progress', 'meter', 'details', 'summary', 'dialog', 'blockquote', 'pre', 'code', 'figure',
  'figcaption', 'hr', 'br', 'wbr', 'a', 'abbr', 'acronym', 'b', 'bdi', 'bdo', 'big', 'cite', 'data', 'del',
  'dfn', 'em', 'font', 'i', 'ins', 'kbd', 'mark', 'nobr', 'q', 'rb', 'rp', 'rt', 'rtc', 'ruby', 's',
  'samp', 'small', 'span', 'strike', 'strong', 'sub', 'sup', 'time', 'tt', 'u', 'var', 'center', 'dir',
  'frame', 'frameset', 'noframes', 'noembed', 'iframe', 'img', 'picture', 'source', 'video', 'audio',
  'track', 'map', 'area', 'object', 'embed', 'param', 'applet', 'canvas', 'svg', 'math', 'slot', 'search',
  'marquee', 'xmp', 'listing', 'plaintext', 'annotation', 'annotation-xml', 'semantics', 'mi', 'mo', 'mn',
  'ms', 'mtext', 'desc', 'foreignobject', 'basefont', 'bgsound', 'keygen', 'amp-img', 'isindex', 'command',
  'mtable', 'mtr', 'mtd', 'mrow', 'mfrac', 'msup', 'msub', 'mjx-container',
] as const;

// biome-ignore format: a table of names reads better in rows
const ATTRIBUTE_NAMES = [
  'class', 'id', 'style', 'hidden', 'aria-hidden', 'role', 'href', 'src', 'srcset', 'data-src',
  'data-srcset', 'data-original', 'data-lazy-src', 'data-lazy-srcset', 'alt', 'title', 'name', 'content',
  'property', 'itemprop', 'itemtype', 'itemscope', 'itemid', 'rel', 'type', 'lang', 'xml:lang', 'dir',
  'datetime', 'cite', 'value', 'width', 'height', 'colspan', 'rowspan', 'scope', 'start', 'reversed',
  'http-equiv', 'charset', 'media', 'sizes', 'poster', 'data', 'loading', 'target', 'for', 'aria-label',
  'aria-level', 'data-url', 'typeof', 'about', 'resource', 'vocab', 'action', 'method', 'shadowrootmode',
  'shadowroot', 'slot', 'encoding', 'display', 'open', 'data-lang', 'data-language', 'data-latex',
  'data-expr', 'allow', 'allowfullscreen', 'controls', 'kind', 'srclang', 'label', 'headers', 'align',
  'valign', 'bgcolor', 'color', 'face', 'size', 'border', 'cellpadding', 'cellspacing', 'xmlns',
  'data-lazy', 'data-img-src', 'data-image', 'data-hi-res-src', 'data-full-src', 'data-thumb',
  'data-testid', 'aria-labelledby', 'aria-describedby', 'data-footnote-ref', 'data-footnotes', 'epub:type',
  'itemref', 'aria-modal', 'data-caption', 'download', 'placeholder', 'checked', 'disabled',
  'data-content', 'data-author', 'data-date', 'data-timestamp', 'data-time', 'data-utime', 'data-depth',
  'prefix', 'data-component', 'data-qa', 'data-cfemail', 'language', 'data-code-language',
  'data-enlighter-language', 'data-callout', 'data-original-src', 'data-actualsrc', 'data-lazyload', 'data-echo',
  'data-tex', 'data-math', 'data-equation', 'data-formula', 'data-mathml', 'alttext', 'data-definition', 'data-type',
  'popover', 'popovertarget', 'aria-controls', 'aria-expanded', 'onclick', 'data-target', 'data-bs-target',
  'data-toggle', 'data-bs-toggle',
] as const;

type TagName = (typeof TAG_NAMES)[number];
type AttributeName = (typeof ATTRIBUTE_NAMES)[number];

export const TAG = numbered<TagName>(TAG_NAMES);
export const ATTR = numbered<AttributeName>(ATTRIBUTE_NAMES);

/** Finds the number of a name within a string; ASCII letters match in either case. */
export interface KnownNames {
  readonly names: readonly string[];
  find(source: string, start: number, end: number, hash: number): number;
}

export const KNOWN_TAGS = knownNames(TAG_NAMES);
export const KNOWN_ATTRIBUTES = knownNames(ATTRIBUTE_NAMES);

function numbered<N extends string>(names: readonly N[]): Readonly<Record<N, number>> {
  return Object.fromEntries(names.map((name, i) => [name, i])) as Record<N, number>;
}

/** A table of at most 500 names in lower case. */
export function knownNames(names: readonly string[]): KnownNames {
  const size = 1024;
  const slots = new Int16Array(size).fill(-1);
  names.forEach((name, i) => {
    let slot = slotOf(nameHash(name, 0, name.length)) & (size - 1);
    while (slots[slot] !== -1) slot = (slot + 1) & (size - 1);
    slots[slot] = i;
  });
  return {
    names,
    find(source, start, end, hash) {
      for (let slot = slotOf(hash) & (size - 1); ; slot = (slot + 1) & (size - 1)) {
        const candidate = slots[slot]!;
        if (candidate === -1 || isSameName(names[candidate]!, source, start, end)) return candidate;
      }
    },
  };
}

export function nameHash(source: string, start: number, end: number): number {
  let hash = 0;
  for (let i = start; i < end; i++) hash = nameHashStep(hash, source.charCodeAt(i));
  return hash;
}

/** Adds a character to a hash that starts at 0. Setting bit 5 lower-cases letters and keeps digits, `-` and `:`. */
export function nameHashStep(hash: number, code: number): number {
  return (Math.imul(hash, 31) + (code | 32)) | 0;
}

function slotOf(hash: number): number {
  return hash ^ (hash >>> 10);
}

export function isSameName(name: string, source: string, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let i = 0; i < name.length; i++) {
    const c = source.charCodeAt(start + i);
    if ((c >= 65 && c <= 90 ? c + 32 : c) !== name.charCodeAt(i)) return false;
  }
  return true;
}

/** Further names on a page share one number, since numbers have 16 bits. */
const MAX_EXTRA_NAMES = 60_000;

export class ExtraNames {
  readonly names: string[] = [];
  private readonly numbers = new Map<string, number>();
  /** Number of the last name with each hash. A name that equals it is found without a substring. */
  private readonly byHash = new Map<number, number>();

  constructor(private readonly known: KnownNames) {}

  number(source: string, start: number, end: number, hash: number): number {
    const known = this.known.find(source, start, end, hash);
    if (known >= 0) return known;
    const last = this.byHash.get(hash);
    const isLast = last !== undefined && isSameName(this.names[last]!, source, start, end);
    return (
      this.known.names.length + (isLast ? last : this.extra(source.slice(start, end).toLowerCase(), hash))
    );
  }

  private extra(name: string, hash: number): number {
    const number = this.numbers.get(name) ?? this.names.length;
    if (number >= MAX_EXTRA_NAMES) return number;
    this.byHash.set(hash, number);
    if (number < this.names.length) return number;
    this.names.push(name);
    this.numbers.set(name, number);
    return number;
  }
}
