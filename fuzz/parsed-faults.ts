import MarkdownIt from 'markdown-it';
import { type DefaultTreeAdapterTypes, parse, parseFragment, serialize } from 'parse5';

const RUNS =
  /^(?:script|style|iframe|frame|frameset|object|embed|applet|form|button|link|meta|base|template|svg|portal|noscript|textarea|select|isindex|title|annotation-xml|mglyph|malignmark)$/;
const ADDRESSES: ReadonlySet<string> = new Set([
  'href',
  'src',
  'cite',
  'poster',
  'action',
  'formaction',
  'xlink:href',
  'background',
  'data',
]);
const RUNNING = /^[\0-\x20]*(?:javascript|vbscript|data|blob|file):/i;

/** Forbidden content that a browser would find in HTML after parsing it once and, serialised, again. */
export function parsedFault(html: string): string | undefined {
  const once = parseFragment(html);
  return treeFault(once) ?? treeFault(parseFragment(serialize(once))) ?? treeFault(parse(html));
}

function treeFault(root: DefaultTreeAdapterTypes.Node): string | undefined {
  const open = [root];
  while (open.length > 0) {
    const node = open.pop()!;
    if ('childNodes' in node) for (const child of node.childNodes) open.push(child);
    if (node.nodeName === '#comment') return 'comment';
    if (!('tagName' in node)) continue;
    if (RUNS.test(node.tagName)) return `element ${node.tagName}`;
    for (const { name, value } of node.attrs) {
      if (name.startsWith('on') || name === 'style' || name === 'srcdoc' || name === 'srcset')
        return `attribute ${name} of ${node.tagName}`;
      if (ADDRESSES.has(name) && RUNNING.test(value.replace(/[\t\n\r]/g, '')))
        return `address ${value.slice(0, 60)}`;
    }
  }
  return undefined;
}

const engine = new MarkdownIt({ html: true, linkify: true });
// The engine's own address check would hide faults.
engine.validateLink = () => true;

/** Renders Markdown with raw HTML enabled and without address checks. */
export function htmlOfMarkdown(markdown: string): string {
  return engine.render(markdown);
}
