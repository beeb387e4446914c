const PLAIN =
  'blockquote br caption code dd del details dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr ins mark p pre q section span strong sub summary sup table tbody thead tr ul';

/** Elements and attributes to copy. The server sanitises the HTML too, but here it would run with the app's rights. */
const ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(PLAIN.split(' ').map(name => [name, []])),
  a: ['href', 'title', 'id'],
  div: ['dir', 'lang'],
  li: ['id'],
  ol: ['start'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
};

const MATH_NAMESPACE = 'http://www.w3.org/1998/Math/MathML';
const MATH_ELEMENTS = new Set(
  'math mrow mi mn mo mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd mpadded mphantom mstyle mmultiscripts mprescripts none semantics'.split(
    ' ',
  ),
);
const MATH_ATTRIBUTES = ['display', 'mathvariant', 'stretchy', 'fence', 'separator', 'accent', 'width'];

const DROPPED = new Set(
  'script style template iframe object embed noscript svg head title form button select annotation annotation-xml'.split(
    ' ',
  ),
);

/** Prefix of ids in the article, so that they do not clash with the app's. */
const ID_PREFIX = 'article-';

export function cleanFragment(html: string, { pictures = false } = {}): DocumentFragment {
  const into = document;
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const fragment = into.createDocumentFragment();
  const open: [source: Node, target: Node][] = [[parsed.body, fragment]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [source, target] = pair;
    const inside: [Node, Node][] = [];
    for (const child of source.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) target.appendChild(into.createTextNode(child.nodeValue ?? ''));
      if (child.nodeType !== Node.ELEMENT_NODE || DROPPED.has((child as Element).localName)) continue;
      const own = child as Element;
      const written = (pictures ? picture(own, into) : undefined) ?? rewrite(own, into);
      if (written !== undefined) target.appendChild(written);
      // Other elements are replaced by a span with their content.
      inside.push([child, written ?? target.appendChild(into.createElement('span'))]);
    }
    open.push(...inside);
  }
  return fragment;
}

function rewrite(element: Element, into: Document): Element | undefined {
  if (element.namespaceURI === MATH_NAMESPACE) {
    const name = MATH_ELEMENTS.has(element.localName) ? element.localName : 'mrow';
    return withAttributes(into.createElementNS(MATH_NAMESPACE, name), element, MATH_ATTRIBUTES);
  }
  const { localName } = element;
  if (localName === 'input') return taskMark(element, into);
  const media = MEDIA[localName];
  if (media !== undefined) return mediaLink(element, media, into);
  const allowed = Object.hasOwn(ELEMENTS, localName) ? ELEMENTS[localName] : undefined;
  if (allowed === undefined) return undefined;
  const written = withAttributes(into.createElement(localName), element, allowed);
  if (localName === 'a') fixLink(written as HTMLAnchorElement);
  if (written.id !== '') written.id = ID_PREFIX + written.id;
  return written;
}

function withAttributes<E extends Element>(written: E, source: Element, names: readonly string[]): E {
  for (const name of names) {
    const value = source.getAttribute(name);
    if (value !== null) written.setAttribute(name, value);
  }
  return written;
}

function fixLink(link: HTMLAnchorElement): void {
  const href = link.getAttribute('href');
  if (href === null) return;
  if (href.startsWith('#')) {
    link.setAttribute('href', `#${ID_PREFIX}${href.slice(1)}`);
    return;
  }
  if (!/^(?:https?:\/\/|mailto:|tel:)/i.test(href)) {
    link.removeAttribute('href');
    return;
  }
  link.target = '_blank';
  link.rel = 'noopener noreferrer nofollow';
}

function picture(element: Element, into: Document): Element | undefined {
  const address = element.getAttribute('src') ?? '';
  if (element.localName !== 'img' || !/^https:\/\//i.test(address)) return undefined;
  const written = into.createElement('img');
  written.setAttribute('loading', 'lazy');
  written.setAttribute('referrerpolicy', 'no-referrer');
  return withAttributes(written, element, ['src', 'alt', 'width', 'height']);
}

/** Media are replaced by links, so that reading sends no requests to their servers; images only until loaded. */
const MEDIA: Readonly<Record<string, string>> = { img: 'Image', video: 'Video', audio: 'Audio' };

function mediaLink(element: Element, kind: string, into: Document): Element {
  const address = element.getAttribute('src') ?? '';
  const words = element.getAttribute('alt') || element.getAttribute('title') || '';
  const isSafe = /^https?:\/\//i.test(address);
  const written = into.createElement(isSafe ? 'a' : 'span');
  written.className = 'media';
  if (isSafe) {
    written.setAttribute('href', address);
    fixLink(written as HTMLAnchorElement);
  }
  const label = into.createElement('span');
  label.className = 'media-kind';
  label.textContent = kind;
  const description = into.createElement('span');
  description.className = 'media-words';
  description.textContent =
    words || (isSafe && URL.canParse(address) ? new URL(address).host : 'no description');
  written.append(label, description);
  return written;
}

function taskMark(input: Element, into: Document): Element {
  const mark = into.createElement('span');
  mark.textContent = input.hasAttribute('checked') ? '☑ ' : '☐ ';
  return mark;
}
