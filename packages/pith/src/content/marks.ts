import { ATTR, TAG } from '../tree/names.js';
import { IS_BLOCK, IS_FORMATTING, meaning } from '../tree/tags.js';
import type { PageTree } from '../tree/tree.js';
import { LineFrame } from './assembly.js';
import type { InlineCode, InlineParent, Link } from './content.js';
import { isKeptText } from './coverage.js';
import { collapse, type InlineMark } from './run.js';
import type { Walk } from './walk.js';

type PlainType = Exclude<InlineParent['type'], 'link' | 'abbr'>;

// biome-ignore format: a table reads better in rows
const PLAIN_MARKS = new Map<number, PlainType>([
  [TAG.em, 'emphasis'], [TAG.i, 'emphasis'], [TAG.cite, 'emphasis'], [TAG.dfn, 'emphasis'], [TAG.var, 'emphasis'],
  [TAG.strong, 'strong'], [TAG.b, 'strong'], [TAG.del, 'deleted'], [TAG.s, 'deleted'], [TAG.strike, 'deleted'],
  [TAG.ins, 'inserted'], [TAG.mark, 'mark'], [TAG.sub, 'sub'], [TAG.sup, 'sup'], [TAG.q, 'quotation'],
  [TAG.ruby, 'ruby'], [TAG.rt, 'rt'], [TAG.rp, 'rp'],
]);

export const MARK_TAGS: readonly number[] = [...PLAIN_MARKS.keys()];

export function enterMark(walk: Walk, node: number): boolean {
  const type = PLAIN_MARKS.get(walk.tree.tag[node]!)!;
  if (!isReference(walk.tree, node) && !(type === 'strong' && isNormal(walk.tree, node)))
    openPlainMark(walk, node, type);
  return false;
}

function openPlainMark(walk: Walk, node: number, type: PlainType): void {
  if (!walk.assembly.run.hasMark(type))
    walk.openMark(node, {
      type,
      make: () => ({ type, children: [] }),
      isWhole: (meaning(walk.tree.tag[node]!) & IS_FORMATTING) === 0,
    });
}

export function enterAbbreviation(walk: Walk, node: number): boolean {
  const title = walk.tree.attribute(node, ATTR.title)?.trim();
  if (title && !walk.assembly.run.hasMark('abbr'))
    walk.openMark(node, { type: 'abbr', make: () => ({ type: 'abbr', title, children: [] }) });
  return false;
}

const BOLD = /font-weight:\s{0,3}(?:bold|[6-9]00)/i;
const ITALIC = /font-style:\s{0,3}italic/i;

/** Opens the formatting in the style of a `<span>`, as word processors write it. */
export function openStyle(walk: Walk, node: number): void {
  const style = walk.tree.attribute(node, ATTR.style);
  if (style === undefined) return;
  if (BOLD.test(style)) openPlainMark(walk, node, 'strong');
  if (ITALIC.test(style)) openPlainMark(walk, node, 'emphasis');
}

/** True for `<b style="font-weight:normal">`, which Google Docs puts around whole documents. */
function isNormal(tree: PageTree, node: number): boolean {
  return /font-weight:\s{0,3}(?:normal|400)/i.test(tree.attribute(node, ATTR.style) ?? '');
}

/** A `<cite>` with elements inside is a whole reference; otherwise it is a title, which browsers show in italics. */
function isReference(tree: PageTree, node: number): boolean {
  if (tree.tag[node] !== TAG.cite) return false;
  for (let n = node + 1; n < tree.end[node]!; n++) if (tree.tag[n] !== TAG['#text']) return true;
  return false;
}

export class HeadingFrame extends LineFrame {}

export function enterLink(walk: Walk, node: number): boolean {
  const { tree, assembly } = walk;
  const href = tree.attribute(node, ATTR.href);
  if (href === undefined) return false;
  if (assembly.frame instanceof HeadingFrame && isPermalink(tree, node, href)) return true;
  const mark = linkMark(walk, node);
  if (mark !== undefined) walk.openMark(node, mark);
  return false;
}

export function linkMark(
  { tree, assembly, addresses, switches }: Walk,
  node: number,
): InlineMark | undefined {
  const address = tree.attribute(node, ATTR.href);
  if (address === undefined || !switches.links || assembly.run.hasMark('link')) return undefined;
  const href = addresses.link(address);
  if (href === undefined) return undefined;
  const title = tree.attribute(node, ATTR.title)?.trim();
  const make = (): Link =>
    title ? { type: 'link', href, title, children: [] } : { type: 'link', href, children: [] };
  return { type: 'link', make };
}

function isPermalink(tree: PageTree, node: number, href: string): boolean {
  return (
    href.includes('#') &&
    tree.end[node]! - node <= 4 &&
    /^(?:[#¶§]|🔗|\u{1f517}\ufe0f)$/u.test(tree.textContent(node).trim())
  );
}

const CODE_ELEMENTS = new Map<number, Pick<InlineCode, 'element'>>([
  [TAG.kbd, { element: 'kbd' }],
  [TAG.samp, { element: 'samp' }],
]);

/** Adds inline code as one string. An element around blocks or images is not code, but only sets the font. */
export function enterCode(walk: Walk, node: number): boolean {
  if (walk.fontCodeUntil > node) return false;
  const { tree, kept } = walk;
  let text = '';
  for (let n = node + 1; n < tree.end[node]!; n++) {
    if (tree.tag[n] === TAG['#text'])
      text += isKeptText(tree, kept, n) || tree.text(n).trim() === '' ? tree.text(n) : '';
    else if (tree.tag[n] === TAG.br) text += ' ';
    else if (meaning(tree.tag[n]!) & IS_BLOCK || tree.tag[n] === TAG.img) {
      walk.fontCodeUntil = tree.end[node]!;
      return false;
    }
  }
  const collapsed = collapse(text);
  if (collapsed.startsWith(' ')) walk.assembly.run.gap();
  const code = collapsed.trim();
  if (code !== '')
    walk.assembly.atom({ type: 'code', text: code, ...CODE_ELEMENTS.get(tree.tag[node]!) }, node);
  if (collapsed.endsWith(' ')) walk.assembly.run.gap();
  return true;
}
