import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { MATH_ATTRIBUTES, MATH_ELEMENTS } from '../../content/math-element.js';
import { HTML_ELEMENTS } from '../html-elements.js';
import type { RendererName } from './renderers.js';

type Node = DefaultTreeAdapterTypes.Node;

/** Markup that renderers add by themselves: their element for strikethrough, and the ids of footnotes. */
const OWN: Readonly<Record<RendererName, Readonly<Record<string, readonly string[]>>>> = {
  marked: {},
  'markdown-it': { s: [] },
  commonmark: {},
  micromark: { a: ['aria-describedby', 'aria-label', 'class'], h2: ['id', 'class'] },
};

const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'cite', 'poster']);
const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** Elements, attributes, URLs and comments in rendered Markdown that the HTML output does not allow. */
export function renderedFaults(html: string, renderer: RendererName): string[] {
  const faults: string[] = [];
  for (const node of nodesOf(html)) {
    if (node.nodeName === '#comment') faults.push('comment');
    if (!('tagName' in node)) continue;
    const own = OWN[renderer][node.tagName];
    const listed = (HTML_ELEMENTS as Readonly<Record<string, readonly string[]>>)[node.tagName] ?? own;
    const isMath = MATH_ELEMENTS.has(node.tagName);
    if (listed === undefined && !isMath) faults.push(`element ${node.tagName}`);
    for (const { name, value } of node.attrs) {
      const isKnown = listed?.includes(name) || own?.includes(name) || (isMath && MATH_ATTRIBUTES.has(name));
      if (!isKnown) faults.push(`attribute ${name} of ${node.tagName}`);
      if (ADDRESSES.has(name) && !SCHEMES.has(schemeOf(value))) faults.push(`address ${value}`);
    }
  }
  return faults;
}

/** The scheme of a URL as parsed by browsers. */
function schemeOf(address: string): string {
  try {
    return new URL(address, 'https://base.example/').protocol;
  } catch {
    return 'https:'; // not a valid URL
  }
}

/** All nodes in document order. */
export function nodesOf(html: string): Node[] {
  const found: Node[] = [];
  const open: Node[] = [parseFragment(html)];
  while (open.length > 0) {
    const node = open.pop()!;
    found.push(node);
    if ('childNodes' in node)
      for (let i = node.childNodes.length - 1; i >= 0; i--) open.push(node.childNodes[i]!);
  }
  return found;
}
