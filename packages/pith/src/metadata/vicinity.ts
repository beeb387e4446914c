import { type Blocks, KIND } from '../blocks/blocks.js';
import { TAG } from '../tree/names.js';
import { HIDDEN } from '../tree/tree.js';
import { tidy } from './claims.js';
import { isHiddenByName, Outskirts } from './outskirts.js';
import type { Heading } from './title-heading.js';

// The constants of this file were set by hand.

/** Maximum number of blocks before the heading, and of lines after it, that are searched for bylines and dates. */
const BEFORE = 12;
const AFTER = 24;
/** Blocks after the heading in which sidebars and cards count too. */
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

/** True if the block is visible and of a kind that may be a byline or a date line. */
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
