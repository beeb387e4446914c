import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import { Addresses } from './addresses.js';
import type { ContentNode } from './content.js';
import { Coverage } from './coverage.js';
import { enterHandler } from './enter.js';
import { findFootnotes } from './footnotes.js';
import { passHandler } from './pass.js';
import { Walk } from './walk.js';

/** What the content tree is to hold besides text; everything is on unless switched off. */
export interface ContentOptions {
  /** The page's address: links and media become absolute. The page's own `<base href>` is honoured. */
  readonly baseUrl?: string | undefined;
  /** Off: links leave their text. */
  readonly links?: boolean | undefined;
  /** Off: no images, video, audio and embeds. */
  readonly images?: boolean | undefined;
  /** Off: data tables are left out, text and all; layout tables are not affected. */
  readonly tables?: boolean | undefined;
  /** Off: captions of figures and tables are left out. */
  readonly captions?: boolean | undefined;
}

/**
 * The content around the kept text nodes, in document order. Every kept text comes out once, none other does; what is
 * said twice on the page is said once here: formulas (LaTeX instead of their rendering), the links back from a
 * footnote, line numbers beside code, permalink signs behind headings. Scripts, styles and options are never content.
 * @param kept 1 for each text node to keep, by node id
 * @param beside 1 for each that pictures may stand beside, the kept ones among them
 */
export function contentFromTree(
  tree: PageTree,
  kept: Uint8Array,
  options: ContentOptions = {},
  beside = kept,
): ContentNode[] {
  return new ContentMaker(tree, options).make(kept, 0, tree.count, beside);
}

/** Makes several contents from one page, each from a part of it and at the cost of that part. */
export class ContentMaker {
  private readonly addresses: Addresses;

  constructor(
    private readonly tree: PageTree,
    private readonly options: ContentOptions = {},
  ) {
    this.addresses = new Addresses(options.baseUrl, baseHref(tree));
  }

  /** The content of the kept texts among the nodes `from` to `to`; what is open around them is not in it. */
  make(kept: Uint8Array, from = 0, to = this.tree.count, beside = kept): ContentNode[] {
    const { tree, addresses } = this;
    const { baseUrl, links = true, images = true, tables = true, captions = true } = this.options;
    const coverage = new Coverage(tree, beside, from, to);
    const footnotes = findFootnotes(tree, coverage, baseUrl);
    const walk = new Walk(tree, kept, coverage, addresses, footnotes, { links, images, tables, captions });
    return walk.run({ enter: enterHandler, pass: passHandler }, from, to);
  }
}

/** What a page says its addresses start from. */
export function baseHref(tree: PageTree): string | undefined {
  const base = tree.tag.indexOf(TAG.base);
  return base < 0 ? undefined : tree.attribute(base, ATTR.href);
}
