import { type Blocks, KIND } from '../blocks/blocks.js';
import { isBlockCode } from '../content/code.js';
import { type CaptionedFigure, captionedFigure, mayHaveCaptions } from '../content/figures.js';
import { isEmbeddedPost } from '../content/media.js';
import { cellOf } from '../content/tables.js';
import { firstBlockFrom } from '../groups/group.js';
import { ATTR, TAG } from '../tree/names.js';
import { IS_HEADING, meaning } from '../tree/tags.js';
import type { PageTree } from '../tree/tree.js';
import { isTitle, REASON_NAMES, type RegionDraft } from './regions.js';

// The constants of this file were set by hand.

/** Keeps parts whole that make no sense in pieces: code, tables, terms, lists announced with a colon. */
export function keepUnits(blocks: Blocks, draft: RegionDraft): void {
  const extents = new Extents(blocks, draft);
  keepCode(blocks, draft, extents);
  keepTables(blocks, draft, extents);
  keepTerms(blocks, draft);
  keepAnnounced(blocks, draft, extents);
  keepPosts(blocks, draft, extents);
}

/** Finds the blocks of an element by binary search, and their words by prefix sums. The title counts as kept. */
export class Extents {
  private readonly words: Float64Array;
  private readonly kept: Float64Array;

  constructor(
    private readonly blocks: Blocks,
    draft: RegionDraft,
  ) {
    const { count, words } = blocks;
    this.words = new Float64Array(count + 1);
    this.kept = new Float64Array(count + 1);
    for (let b = 0; b < count; b++) {
      this.words[b + 1] = this.words[b]! + words[b]!;
      this.kept[b + 1] = this.kept[b]! + (draft.isKept(b) || isTitle(draft, b) ? words[b]! : 0);
    }
  }

  blockAt(node: number): number {
    return firstBlockFrom(this.blocks, node);
  }

  endOf(node: number): number {
    return this.blockAt(this.blocks.tree.end[node]!);
  }

  wordsIn(from: number, to: number): number {
    return this.words[to]! - this.words[from]!;
  }

  keptIn(from: number, to: number): number {
    return this.kept[to]! - this.kept[from]!;
  }

  /** True if at least half of the other words of a near ancestor are kept. */
  isInKeptText(node: number): boolean {
    const { tree } = this.blocks;
    const from = this.blockAt(node);
    const to = this.endOf(node);
    for (let up = tree.parent[node]!, step = 0; up > 0 && step < REACH; up = tree.parent[up]!, step++) {
      const [start, end] = [this.blockAt(up), this.endOf(up)];
      const kept = this.keptIn(start, end) - this.keptIn(from, to);
      const words = this.wordsIn(start, end) - this.wordsIn(from, to);
      if (kept > 0 && kept * 2 >= words) return true;
      if (kept > 0 && words >= ENOUGH_WORDS) return false;
    }
    return false;
  }
}

const ENOUGH_WORDS = 20;
/** Number of ancestors searched for kept text around a code block, table or figure. */
const REACH = 6;

function keepRest(draft: RegionDraft, from: number, to: number): void {
  for (let b = from; b < to; b++) if (!draft.isSettled(b)) draft.decide(b, 'content', 'unit');
}

/** Completes code blocks that are partly kept, and adds those inside kept text as supplements. */
function keepCode(blocks: Blocks, draft: RegionDraft, extents: Extents): void {
  const { tree, count, kind, node, first } = blocks;
  for (let b = 0; b < count; ) {
    const code =
      kind[b] === KIND.code ? ancestor(tree, node[b]!, PREFORMATTED) : blockCodeAround(tree, first[b]!);
    const end = code < 0 ? b + 1 : extents.endOf(code);
    if (code >= 0 && extents.keptIn(b, end) > 0) keepRest(draft, b, end);
    else if (code >= 0 && extents.isInKeptText(code)) supplement(draft, b, end, 'code');
    b = Math.max(end, b + 1);
  }
}

/** Number of levels from a text up to the `<code>` or `<div>` that acts as a code block. */
const CODE_REACH = 4;

function blockCodeAround(tree: PageTree, node: number): number {
  for (let n = node, step = 0; n > 0 && step < CODE_REACH; n = tree.parent[n]!, step++)
    if (isBlockCode(tree, n)) return n;
  return -1;
}

function supplement(draft: RegionDraft, from: number, to: number, reason: 'code' | 'figure' | 'part'): void {
  for (let b = from; b < to; b++) if (!draft.isSettled(b)) draft.decide(b, 'supplement', reason);
}

/** Adds the captions of figures inside kept text as supplements. */
export function keepCaptions(blocks: Blocks, draft: RegionDraft): void {
  const { tree, count, node } = blocks;
  if (!mayHaveCaptions(tree)) return;
  const extents = new Extents(blocks, draft);
  for (let b = 0; b < count; b++) {
    if (draft.isSettled(b)) continue;
    const found = captionedFigure(tree, node[b]!);
    if (found !== undefined && isSmallFigure(extents, found) && extents.isInKeptText(found.figure))
      supplement(draft, b, b + 1, 'figure');
  }
}

/** Maximum number of words in a figure besides its caption, such as credits and buttons. */
const MOST_WORDS_BESIDE = 12;

function isSmallFigure(extents: Extents, { figure, caption }: CaptionedFigure): boolean {
  const words = extents.wordsIn(extents.blockAt(figure), extents.endOf(figure));
  return words - extents.wordsIn(extents.blockAt(caption), extents.endOf(caption)) <= MOST_WORDS_BESIDE;
}

/** In blocks. Larger tables are layout, or too large for this rule. */
const LARGEST_TABLE = 600;

/** Share of kept words that suffices for a table inside kept text. */
const AMID_TEXT = 0.2;

/** Keeps the rest of data tables if at least half of their words are kept; inside kept text, AMID_TEXT suffices. */
function keepTables(blocks: Blocks, draft: RegionDraft, extents: Extents): void {
  const { tree, count, node } = blocks;
  if (!tree.tag.includes(TAG.table)) return;
  const isOuter = tablesInside(tree);
  for (let b = 0; b < count; ) {
    const table = ancestor(tree, node[b]!, TABLE);
    if (table < 0 || isOuter[table] === 1) {
      b++;
      continue;
    }
    const end = extents.endOf(table);
    const share = extents.keptIn(b, end) / Math.max(1, extents.wordsIn(b, end));
    const isWanted = share >= 0.5 || (share >= AMID_TEXT && extents.isInKeptText(table));
    const shape = end - b <= LARGEST_TABLE ? shapeOf(blocks, table, b, end) : 'layout';
    if (shape === 'grid' && isWanted) keepRest(draft, b, end);
    else if (
      (shape === 'grid' || shape === 'spanned') &&
      (isWanted || isPartOfText(draft, extents, table, b, end))
    )
      supplement(draft, b, end, 'part');
    else if (shape === 'rows' && extents.keptIn(b, end) > 0) completeRows(blocks, draft, extents, b, end);
    b = Math.max(end, b + 1);
  }
}

/** Maximum words of a row that is completed; longer rows are usually columns of the page. */
const LONGEST_ROW = 40;
/** Share of the words of a row that must be kept for the rest to be added. */
const MOST_OF_ROW = 0.25;

/** Completes short rows of other tables with supplements: the label of a value, the value of a label. */
function completeRows(blocks: Blocks, draft: RegionDraft, extents: Extents, from: number, to: number): void {
  const { tree, node } = blocks;
  for (let b = from; b < to; ) {
    const row = ancestor(tree, node[b]!, ROW);
    const [start, end] = row < 0 ? [b, b + 1] : [extents.blockAt(row), extents.endOf(row)];
    const words = extents.wordsIn(start, end);
    const kept = extents.keptIn(start, end);
    if (row >= 0 && kept > 0 && kept >= MOST_OF_ROW * words && words <= LONGEST_ROW)
      supplement(draft, start, end, 'part');
    b = Math.max(end, b + 1);
  }
}

/** 1 for each node that contains a table: nested tables are layout, not data. */
function tablesInside({ tag, parent, count }: PageTree): Uint8Array {
  const contains = new Uint8Array(count);
  // Children follow their parents, so one pass from the end suffices.
  for (let node = count - 1; node > 0; node--) {
    if (tag[node] === TAG.table || contains[node] === 1) contains[parent[node]!] = 1;
  }
  return contains;
}

/** In words. A table with a longer block is layout. */
const LONGEST_CELL = 60;
/** A table with more blocks per cell contains the posts of a discussion. */
const BLOCKS_PER_CELL = 2;

/**
 * A grid has several rows and columns with short cells and without headings. A table with fewer cells, of which at most
 * one is alone in its row and below no cell of several rows, is spanned: some are layout, so their rest is never plain
 * text. One with more such cells consists of rows that have nothing in common, as in the facts beside an encyclopedia's
 * text.
 */
function shapeOf(
  { tree, words }: Blocks,
  table: number,
  from: number,
  to: number,
): 'grid' | 'spanned' | 'rows' | 'layout' {
  const role = tree.attribute(table, ATTR.role);
  if (role === 'presentation' || role === 'none') return 'layout';
  for (let b = from; b < to; b++) if (words[b]! > LONGEST_CELL) return 'layout';
  let rows = 0;
  let cells = 0;
  let alone = 0;
  let inRow = 2;
  let spannedUntil = 0;
  for (let n = table + 1; n < tree.end[table]!; n++) {
    const tag = tree.tag[n]!;
    if (meaning(tag) & IS_HEADING || tag === TAG.form || tag === TAG.nav) return 'layout';
    if (tag === TAG.tr) {
      if (inRow === 1 && rows > spannedUntil) alone++;
      rows++;
      inRow = 0;
    } else if (tag === TAG.td || tag === TAG.th) {
      cells++;
      inRow++;
      const { rowspan } = cellOf(tree, n);
      if (rowspan > 1) spannedUntil = Math.max(spannedUntil, rows + rowspan - 1);
    }
  }
  if (inRow === 1 && rows > spannedUntil) alone++;
  if (rows < 2 || to - from > BLOCKS_PER_CELL * cells) return 'layout';
  if (cells >= 2 * rows) return 'grid';
  return alone < 2 ? 'spanned' : 'rows';
}

/** True if a part or both neighbours of a table are kept; menus are usually at an end of the text. */
function isPartOfText(
  draft: RegionDraft,
  extents: Extents,
  table: number,
  from: number,
  to: number,
): boolean {
  const isAmid = extents.keptIn(from, to) > 0 || (draft.isKept(from - 1) && draft.isKept(to));
  return isAmid && extents.isInKeptText(table);
}

function keepTerms(blocks: Blocks, draft: RegionDraft): void {
  const { tree, node, kind } = blocks;
  for (let b = blocks.count - 2; b >= 0; b--) {
    if (kind[b] !== KIND.term || draft.isSettled(b) || tree.tag[node[b]!] !== TAG.dt) continue;
    if (kind[b + 1] === KIND.term && draft.isKept(b + 1)) draft.decide(b, 'content', 'unit');
  }
}

/**
 * Adds the rest of embedded posts inside kept text as supplements: their author and date, with the link. This includes
 * blocks dropped as promotional, since the boxes of embedded posts have the same names as share buttons.
 */
function keepPosts({ tree, count, first }: Blocks, draft: RegionDraft, extents: Extents): void {
  if (!tree.tag.includes(TAG.blockquote)) return;
  for (let b = 0; b < count; b++) {
    const post = ancestor(tree, first[b]!, QUOTE);
    if (post < 0 || !isEmbeddedPost(tree, post) || draft.isKept(b)) continue;
    const isOpen = !draft.isSettled(b) || REASON_NAMES[draft.reason[b]!] === 'promo';
    const isPartlyKept = extents.keptIn(extents.blockAt(post), extents.endOf(post)) > 0;
    if (isOpen && (isPartlyKept || extents.isInKeptText(post))) draft.decide(b, 'supplement', 'part');
  }
}

const QUOTE: ReadonlySet<number> = new Set([TAG.blockquote]);

const COLON = /[:：]$/;
/** In words. The blocks of longer elements are decided by their own scores. */
const MOST_ANNOUNCED = 200;

/** Keeps the list, table or quote that follows a kept line ending in a colon. */
function keepAnnounced(blocks: Blocks, draft: RegionDraft, extents: Extents): void {
  const { tree, node, texts, count } = blocks;
  for (let b = 0; b + 1 < count; b++) {
    if (!draft.isKept(b) || draft.isSettled(b + 1) || !COLON.test(texts[b]!)) continue;
    const announced = ancestor(tree, node[b + 1]!, ANNOUNCED);
    if (announced < 0 || tree.contains(announced, node[b]!)) continue;
    const end = extents.endOf(announced);
    if (extents.wordsIn(b + 1, end) <= MOST_ANNOUNCED) keepRest(draft, b + 1, end);
  }
}

const TABLE: ReadonlySet<number> = new Set([TAG.table]);
const ROW: ReadonlySet<number> = new Set([TAG.tr]);
const PREFORMATTED: ReadonlySet<number> = new Set([TAG.pre, TAG.listing, TAG.xmp]);
const ANNOUNCED: ReadonlySet<number> = new Set([TAG.ul, TAG.ol, TAG.dl, TAG.table, TAG.blockquote]);

/** The innermost element around a node, or the node itself, with one of the tags; else -1. */
function ancestor(tree: PageTree, node: number, tags: ReadonlySet<number>): number {
  let n = node;
  while (n > 0 && !tags.has(tree.tag[n]!)) n = tree.parent[n]!;
  return n > 0 ? n : -1;
}
