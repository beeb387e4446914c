import { ATTR, TAG } from '../tree/names.js';
import { type PageTree, UNSEEN } from '../tree/tree.js';
import { Addresses } from './addresses.js';
import type { ContentNode, Footnote } from './content.js';
import { Coverage } from './coverage.js';
import { enterHandler } from './enter.js';
import { captionedFigures } from './figures.js';
import { findFootnotes } from './find-footnotes.js';
import type { FootnoteLinks } from './footnotes.js';
import { passHandler } from './pass.js';
import { PageTex } from './tex.js';
import { Walk } from './walk.js';

/** Options of the content tree. All parts are included by default. */
export interface ContentOptions {
  /** The page's URL, to resolve links and media together with `<base href>`. */
  readonly baseUrl?: string | undefined;
  readonly links?: boolean | undefined;
  readonly images?: boolean | undefined;
  /** False drops data tables with their text; layout tables are not affected. */
  readonly tables?: boolean | undefined;
  readonly captions?: boolean | undefined;
}

/**
 * Builds the content around the kept text nodes, in document order. No text occurs twice. Some kept text is left out:
 * the rendering of formulas that have a LaTeX source, back links of footnotes, line numbers of code, permalinks of
 * headings. Scripts, styles and options are never content.
 * @param kept KEPT or SUPPLEMENT for each text node to keep, by node id
 * @param beside not 0 for each text node that an image may be next to, including the kept ones
 */
export function contentFromTree(
  tree: PageTree,
  kept: Uint8Array,
  options: ContentOptions = {},
  beside = kept,
): ContentNode[] {
  return new ContentMaker(tree, options).make(kept, 0, tree.count, beside);
}

/** Builds the content of several parts of a page, each in time proportional to the part. */
export class ContentMaker {
  private readonly addresses: Addresses;
  private readonly tex: PageTex;

  constructor(
    private readonly tree: PageTree,
    private readonly options: ContentOptions = {},
  ) {
    this.addresses = new Addresses(options.baseUrl, baseHref(tree));
    this.tex = new PageTex(tree);
  }

  make(kept: Uint8Array, from = 0, to = this.tree.count, beside = kept): ContentNode[] {
    const { tree, addresses } = this;
    const { baseUrl, links = true, images = true, tables = true, captions = true } = this.options;
    const isWhole = from === 0 && to === tree.count;
    const coverage = new Coverage(tree, beside, from, to);
    const footnotes = findFootnotes(tree, coverage, baseUrl, isWhole);
    const more = footnotes === undefined || footnotes.dropped.length === 0 ? undefined : footnotes.dropped;
    const texts = more === undefined ? kept : withNotes(tree, kept, more);
    const covered =
      more === undefined ? coverage : new Coverage(tree, withNotes(tree, beside, more), from, to);
    const switches = { links, images, tables, captions };
    const figures = captionedFigures(tree, kept, from, to);
    const run = (first: number, end: number) =>
      new Walk(tree, texts, covered, addresses, footnotes, switches, figures, this.tex).run(
        HANDLERS,
        first,
        end,
      );
    const content = run(from, to);
    const pulled = (footnotes?.pulled ?? []).map(({ note, ...range }) => ({
      ...note,
      children: run(range.from, range.to),
    }));
    return withFootnotes(content, pulled);
  }
}

const HANDLERS = { enter: enterHandler, pass: passHandler };

function withNotes(tree: PageTree, kept: Uint8Array, notes: FootnoteLinks['dropped']): Uint8Array {
  const more = kept.slice();
  for (const [from, to] of notes)
    for (let n = from; n < to; n++)
      if (tree.tag[n] === TAG['#text'] && (tree.flags[n]! & UNSEEN) === 0) more[n] = 1;
  return more;
}

function withFootnotes(content: ContentNode[], notes: readonly Footnote[]): ContentNode[] {
  const items = notes.filter(note => note.children.length > 0);
  const last = content.at(-1);
  if (items.length === 0) return content;
  if (last?.type === 'footnotes') last.items = [...last.items, ...items];
  else content.push({ type: 'footnotes', items });
  return content;
}

export function baseHref(tree: PageTree): string | undefined {
  const base = tree.tag.indexOf(TAG.base);
  return base < 0 ? undefined : tree.attribute(base, ATTR.href);
}
