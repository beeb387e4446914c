import { type Blocks, KIND } from '../blocks/blocks.js';
import { ATTR, TAG } from '../tree/names.js';
import { HIDDEN, type PageTree } from '../tree/tree.js';
import { tidy } from './claims.js';
import { isHiddenByName, namesOf, Outskirts } from './outskirts.js';
import type { PageReading } from './page-reading.js';
import type { Heading } from './title-heading.js';

// The constants of this file were set by hand.

/** Maximum number of blocks before the heading, and of lines after it, that are searched for bylines and dates. */
const BEFORE = 12;
const AFTER = 24;
/** Number of blocks after the heading in which lines inside sidebars and cards count too. */
const NEAREST = 8;
/** Words of running text after which no byline follows. */
const OPENING_WORDS = 200;
/** Maximum words of a standfirst between the heading and the byline. */
const STANDFIRST = 60;
const LINE_WORDS = 30;

export interface Vicinity {
  readonly blocks: Blocks;
  readonly outskirts: Outskirts;
  /** Short blocks near the heading, without the outskirts; those after the heading come first. */
  readonly lines: readonly number[];
  /** Up to two blocks of running text just after the heading, which may begin with place and date. */
  readonly openings: readonly number[];
  /** Node range of the vicinity. */
  readonly first: number;
  readonly end: number;
}

export function vicinity(blocks: Blocks, heading: Heading | undefined, outskirts: Outskirts): Vicinity {
  const start = heading === undefined ? 0 : heading.block;
  const lenient = new Outskirts(blocks.tree, heading?.node ?? -1, true);
  const behind: number[] = [];
  const openings: number[] = [];
  let running = 0;
  let last = start;
  for (
    let b = start;
    b < blocks.count && b - start < AFTER * 3 && behind.length < AFTER && running < OPENING_WORDS;
    b++
  ) {
    last = b;
    const isNearest = heading !== undefined && b - start <= NEAREST && running < STANDFIRST;
    if (blocks.words[b]! > LINE_WORDS) {
      running += blocks.words[b]! - blocks.linkWords[b]!;
      if (isNearest && openings.length < 2 && !outskirts.has(blocks.first[b]!)) openings.push(b);
    } else if (b !== heading?.block && isLine(blocks, b, isNearest ? lenient : outskirts)) behind.push(b);
  }
  const before: number[] = [];
  for (let b = start - 1; b >= Math.max(0, start - BEFORE); b--)
    if (isLine(blocks, b, outskirts)) before.push(b);
  const first = Math.min(blocks.first[start] ?? 0, ...before.map(b => blocks.first[b]!));
  const end = blocks.count === 0 ? 0 : blocks.end[last]!;
  return { blocks, outskirts, lines: [...behind, ...before], openings, first, end };
}

function isLine(blocks: Blocks, block: number, outskirts: Outskirts): boolean {
  return (
    blocks.words[block]! <= LINE_WORDS && mayBeLine(blocks, block) && !outskirts.has(blocks.first[block]!)
  );
}

const RUNNING_WORDS = 25;

export function isRunningText({ words, linkWords }: Blocks, block: number): boolean {
  return words[block]! - linkWords[block]! >= RUNNING_WORDS;
}

export function mayBeLine(blocks: Blocks, block: number): boolean {
  const kind = blocks.kind[block]!;
  return (
    (blocks.flags[block]! & HIDDEN) === 0 &&
    kind !== KIND.control &&
    kind !== KIND.code &&
    kind !== KIND.quote
  );
}

/** Text of a block with spaces between its text nodes, without text hidden by a class name. */
export function lineText(blocks: Blocks, block: number): string {
  const { tree } = blocks;
  let text = '';
  for (let n = blocks.first[block]!; n < blocks.end[block]!; n++) {
    if (tree.tag[n] !== TAG['#text'] || isHiddenByName(tree, tree.parent[n]!)) continue;
    text += ` ${tree.text(n)}`;
    if (text.length > 1_000) break;
  }
  return tidy(text);
}

/** Index of the block that contains a node, or of the last one before it; -1 before the first. */
export function blockAt({ first, count }: Blocks, node: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (first[middle]! <= node) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Blocks that show the first text of each node, sorted; nodes without text are skipped. */
export function blocksShowing(blocks: Blocks, nodes: readonly (number | undefined)[]): number[] {
  const { tree } = blocks;
  const shown = new Set<number>();
  for (const node of nodes) {
    if (node === undefined) continue;
    for (let n = node; n < tree.end[node]!; n++) {
      if (tree.tag[n] !== TAG['#text']) continue;
      const block = blockAt(blocks, n);
      if (block < 0 || n >= blocks.end[block]!) continue;
      shown.add(block);
      break;
    }
  }
  return [...shown].sort((a, b) => a - b);
}

const COMMENT_NAME =
  /(?:^|[\s_-])(?:comments?|commentlist|kommentare?|commentaires?|comentarios?|replies|disqus)(?=$|[\s_-])/;
const COMMENT_REACH = 8;

export function isInComments(page: PageReading, node: number): boolean {
  const { heading, blocks } = page;
  const { tree } = blocks;
  let n = tree.parent[node]!;
  for (let i = 0; i < COMMENT_REACH && n > 0; i++, n = tree.parent[n]!) {
    if (heading !== undefined && tree.contains(n, heading.node)) return false;
    if (COMMENT_NAME.test(namesOf(tree, n)) || isCommentItem(tree, n)) return !opensText(page, node);
  }
  return false;
}

const TEXT_REACH = 40;

/** True between the heading and the running text, where an element named after comments is part of the article. */
function opensText({ blocks, heading }: PageReading, node: number): boolean {
  if (heading === undefined || node < heading.node) return false;
  const last = blockAt(blocks, node);
  if (last - heading.block > TEXT_REACH) return false;
  for (let block = heading.block + 1; block <= last; block++) if (isRunningText(blocks, block)) return false;
  return true;
}

function isCommentItem(tree: PageTree, node: number): boolean {
  return (
    /^comments?$/i.test(tree.attribute(node, ATTR.itemprop) ?? '') ||
    /\/(?:User)?Comments?$/.test((tree.attribute(node, ATTR.itemtype) ?? '').slice(0, 100))
  );
}
