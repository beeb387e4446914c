import { type Blocks, KIND } from '../blocks/blocks.js';
import { TAG } from '../tree/names.js';
import { HIDDEN } from '../tree/tree.js';
import { tidy } from './claims.js';
import { isHiddenByName, Outskirts } from './outskirts.js';
import type { Heading } from './title-heading.js';

/** Blocks around the heading among which bylines and date lines are looked for. Both set by hand. */
const BEFORE = 12;
const AFTER = 24;
/** Blocks behind the heading that are nearest to it. Set by hand. */
const NEAREST = 8;
/** Words of running text behind the heading after which the text has begun and bylines end. Set by hand. */
const OPENING_WORDS = 200;
/** Words of a standfirst, which may stand between the heading and the byline. Set by hand. */
const STANDFIRST = 60;
/** Words that a line has at most; longer blocks are running text. Set by hand. */
const LINE_WORDS = 30;

/** What is visible near the heading of a page. */
export interface Vicinity {
  readonly blocks: Blocks;
  readonly outskirts: Outskirts;
  /** Short blocks near the heading and outside the outskirts, those behind the heading first. */
  readonly lines: readonly number[];
  /** The first blocks of running text, which may begin with place and date. */
  readonly openings: readonly number[];
  /** Range of nodes that counts as near. */
  readonly first: number;
  readonly end: number;
}

/** Gathers the short lines near the heading; without a heading, those at the top of the page. */
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

/** Whether a block is of a kind that may be a byline or a date line, and is shown. */
export function mayBeLine(blocks: Blocks, block: number): boolean {
  const kind = blocks.kind[block]!;
  return (
    (blocks.flags[block]! & HIDDEN) === 0 &&
    kind !== KIND.control &&
    kind !== KIND.code &&
    kind !== KIND.quote
  );
}

/** Text of a block with a space between its text nodes, and without what a class hides. */
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
