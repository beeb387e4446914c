import { Addresses, ATTR, baseHref, type PageTree, TAG, UNSEEN } from 'webpith/stages';
import { type SourcePage, treeOfPage } from '../extraction/page.js';
import {
  attribute,
  escaped,
  type FrameContext,
  safeAttributes,
  safeStyle,
  styleSheet,
} from './attributes.js';
import {
  ALLOWED,
  CUSTOM_ELEMENT,
  EMPTIED,
  FRAME_STYLE,
  HIDDEN_CONTENT,
  misplacedNodes,
  PLACEHOLDERS,
  VOID,
} from './elements.js';

interface FrameOptions {
  readonly url?: string | undefined;
  /** True if images, styles and fonts are loaded from other servers. */
  readonly assets?: boolean;
}

/** Writes a page as safe HTML: element and attribute names come from fixed lists or patterns, values are escaped. */
export function frameFromTree(tree: PageTree, { url, assets = false }: FrameOptions = {}): string {
  const root = firstOf(tree, TAG.html);
  const head = firstOf(tree, TAG.head);
  const body = firstOf(tree, TAG.body);
  const context: FrameContext = { addresses: new Addresses(url, baseHref(tree)), assets };
  const writer = new FrameWriter(tree, context, new Set([root, head, body]));
  const tag = (name: string, node: number) =>
    node < 0 ? `<${name}>` : `<${name}${idOf(node)}${safeAttributes(name, tree.attributes(node), context)}>`;
  const isModern = /<!doctype\s{1,9}html/i.test(tree.source.slice(0, 2000)) || !tree.encoded;
  return [
    isModern ? '<!doctype html>\n' : '',
    `${tag('html', root)}${tag('head', head)}<meta charset="utf-8"><style>${FRAME_STYLE}${!assets && linksStyles(tree) ? PLAIN_COLOURS : ''}</style>`,
    head < 0 ? '' : writer.head(head),
    `</head>${tag('body', body)}`,
    writer.body(head),
    '</body></html>\n',
  ].join('');
}

const idOf = (node: number) => ` data-pith-node="${node}"`;

function firstOf(tree: PageTree, tag: number): number {
  return tree.tag.indexOf(tag);
}

/** Inline colours assume the page's style sheets: without them, text could be black on navy. */
const PLAIN_COLOURS =
  '\n*{color:#1c1f23!important;background-color:transparent!important}html{background-color:#fff!important}';

function linksStyles(tree: PageTree): boolean {
  for (let node = tree.tag.indexOf(TAG.link); node >= 0; node = tree.tag.indexOf(TAG.link, node + 1))
    if (/\bstylesheet\b/i.test(tree.attribute(node, ATTR.rel) ?? '')) return true;
  return false;
}

interface Open {
  readonly end: number;
  readonly close: string;
}

class FrameWriter {
  readonly #parts: string[] = [];
  readonly #misplaced: Uint8Array;

  constructor(
    readonly tree: PageTree,
    readonly context: FrameContext,
    /** Nodes that the caller writes: html, head and body. */
    readonly skeleton: ReadonlySet<number>,
  ) {
    this.#misplaced = misplacedNodes(tree);
  }

  /** Writes style sheets and the title; other elements become templates, which a parser does not move to the body. */
  head(head: number): string {
    const { tree } = this;
    for (let node = head + 1; node < tree.end[head]!; node = tree.end[node]!) {
      if (tree.tag[node] === TAG['#text'] || tree.tag[node] === TAG['#comment']) continue;
      if (!this.#style(node)) this.#parts.push(headElement(tree, node));
    }
    return this.#taken();
  }

  body(head: number): string {
    const { tree } = this;
    const open: Open[] = [];
    const closeUpTo = (node: number) => {
      while (open.length > 0 && open.at(-1)!.end <= node) this.#parts.push(open.pop()!.close);
    };
    for (let node = 1; node < tree.count; ) {
      closeUpTo(node);
      if (node === head) node = tree.end[node]!;
      else if (this.skeleton.has(node)) node++;
      else node = this.#node(node, open);
    }
    closeUpTo(tree.count);
    return this.#taken();
  }

  #node(node: number, open: Open[]): number {
    const { tree } = this;
    const tag = tree.tag[node]!;
    if (tag === TAG['#comment']) return node + 1;
    if (tag === TAG['#text']) {
      this.#text(node);
      return node + 1;
    }
    if (this.#style(node)) return tree.end[node]!;
    return this.#element(node, open);
  }

  #text(node: number): void {
    const text = this.tree.text(node);
    const isBlank = !/\S/.test(text);
    this.#parts.push(isBlank ? escaped(text) : `<pith-text${idOf(node)}>${escaped(text)}</pith-text>`);
  }

  #element(node: number, open: Open[]): number {
    const { tree, context } = this;
    const name = tree.tagName(node);
    const attributes = safeAttributes(name, tree.attributes(node), context);
    const isOwn = this.#misplaced[node] === 0 && (ALLOWED.has(name) || CUSTOM_ELEMENT.test(name));
    const written = isOwn ? name : 'pith-element';
    const named = isOwn
      ? ''
      : `${attribute('data-pith-tag', name.slice(0, 60))}${sizeOf(tree, node)}${hiddenAttribute(tree, node)}`;
    this.#parts.push(`<${written}${idOf(node)}${named}${attributes}>`);
    if (VOID.has(written)) return tree.end[node]!;
    if (EMPTIED.has(name)) {
      this.#parts.push(`</${written}>`);
      return tree.end[node]!;
    }
    open.push({ end: tree.end[node]!, close: `</${written}>` });
    return node + 1;
  }

  /** Writes a style sheet. Returns false if the node is not one. */
  #style(node: number): boolean {
    const { tree, context } = this;
    if (tree.tag[node] === TAG.style && this.#isPlainStyle(node)) {
      const media = tree.attribute(node, ATTR.media);
      const css = safeStyle(tree.textContent(node), context);
      this.#parts.push(
        `<style${idOf(node)}${media === undefined ? '' : attribute('media', media)}>${css}</style>`,
      );
      return true;
    }
    if (tree.tag[node] !== TAG.link) return false;
    const address = styleSheet(new Map(tree.attributes(node)), context);
    if (address === undefined) return false;
    const media = tree.attribute(node, ATTR.media);
    this.#parts.push(
      `<link${idOf(node)} rel="stylesheet"${attribute('href', address)}${media === undefined ? '' : attribute('media', media)} referrerpolicy="no-referrer">`,
    );
    return true;
  }

  /** False for styles inside unseen elements such as svg or template, which are not written as style sheets. */
  #isPlainStyle(node: number): boolean {
    const parent = this.tree.parent[node]!;
    return parent <= 0 || this.skeleton.has(parent) || (this.tree.flags[parent]! & UNSEEN) === 0;
  }

  #taken(): string {
    return this.#parts.splice(0).join('');
  }
}

function headElement(tree: PageTree, node: number): string {
  if (tree.tag[node] === TAG.title) return `<title${idOf(node)}>${escaped(tree.textContent(node))}</title>`;
  return `<template${idOf(node)}${attribute('data-pith-tag', tree.tagName(node).slice(0, 60))}></template>`;
}

function sizeOf(tree: PageTree, node: number): string {
  if (!PLACEHOLDERS.has(tree.tagName(node))) return '';
  const side = (name: 'width' | 'height') => {
    const pixels = /^\s{0,9}(\d{1,4})(?:px)?\s{0,9}$/.exec(tree.attribute(node, ATTR[name]) ?? '')?.[1];
    return pixels === undefined ? '' : `${name}:${pixels}px;`;
  };
  const style = side('width') + side('height');
  // Of duplicate attributes, a parser keeps the first.
  return style === '' || tree.attributeIndex(node, ATTR.style) >= 0 ? '' : attribute('style', style);
}

/** Hides scripts and similar elements, but not placeholders, nor elements of which only the content is hidden. */
function hiddenAttribute(tree: PageTree, node: number): string {
  const name = tree.tagName(node);
  const isUnseen = (tree.flags[node]! & UNSEEN) !== 0;
  return isUnseen &&
    !PLACEHOLDERS.has(name) &&
    !HIDDEN_CONTENT.has(name) &&
    tree.attributeIndex(node, ATTR.hidden) < 0
    ? ' hidden=""'
    : '';
}

const encoder = new TextEncoder();

export function frameTask({ page, assets }: { page: SourcePage; assets: boolean }): Uint8Array {
  return encoder.encode(frameFromTree(treeOfPage(page), { url: page.url, assets }));
}

const ALWAYS = [
  'sandbox allow-same-origin',
  "default-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
];

export function framePolicy(assets: boolean): string {
  const from = assets ? ' https:' : '';
  const sources = [`style-src 'unsafe-inline'${from}`, `img-src data:${from}`, `font-src data:${from}`];
  return [...ALWAYS, ...sources].join('; ');
}

/** The article in its own style has inline styles; with assets also remote images, audio and video. */
export function richPolicy(assets: boolean): string {
  const media = assets ? ['img-src data: http: https:', 'media-src http: https:'] : ['img-src data:'];
  return [...ALWAYS, "style-src 'unsafe-inline'", ...media].join('; ');
}
