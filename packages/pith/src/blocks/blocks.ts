import type { PageTree } from '../tree/tree.js';

/** Kind of a block, by the innermost element that defines one. */
export const BLOCK_KINDS = [
  'text',
  'heading',
  'item',
  'cell',
  'code',
  'caption',
  'quote',
  'term',
  'control',
] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];
export const KIND = Object.fromEntries(BLOCK_KINDS.map((kind, i) => [kind, i])) as Readonly<
  Record<BlockKind, number>
>;

/** One typed array per property, one entry per block, in document order. */
export interface BlockColumns {
  /** The innermost block-level element that contains the whole block. */
  readonly node: Int32Array;
  /** The block consists of the text nodes in this range of the tree; no other block has any in it. */
  readonly first: Int32Array;
  readonly end: Int32Array;
  readonly kind: Uint8Array;
  /** 1 to 6 for a heading, else 0. */
  readonly level: Uint8Array;
  /** A character of a script without spaces counts as a word. */
  readonly words: Uint32Array;
  readonly linkWords: Uint32Array;
  readonly formatWords: Uint32Array;
  readonly characters: Uint32Array;
  /** The heading block above, or -1. */
  readonly heading: Int32Array;
  /** Flags that all of the block's text nodes share (HIDDEN, ARIA_HIDDEN, IN_NOSCRIPT, IN_ANCHOR, …). */
  readonly flags: Uint8Array;
  readonly codeStart: Uint32Array;
}

/** The text blocks of a page: text between block boundaries, inline tags merged. */
export class Blocks {
  readonly node: Int32Array;
  readonly first: Int32Array;
  readonly end: Int32Array;
  readonly kind: Uint8Array;
  readonly level: Uint8Array;
  readonly words: Uint32Array;
  readonly linkWords: Uint32Array;
  readonly formatWords: Uint32Array;
  readonly characters: Uint32Array;
  readonly heading: Int32Array;
  readonly flags: Uint8Array;
  readonly codeStart: Uint32Array;

  constructor(
    readonly tree: PageTree,
    readonly count: number,
    /** The text of each block, with white space as a browser renders it. */
    readonly texts: readonly string[],
    /** The code units of all texts: faster to read than substrings of the source. */
    readonly codes: Uint16Array,
    columns: BlockColumns,
  ) {
    this.node = columns.node;
    this.first = columns.first;
    this.end = columns.end;
    this.kind = columns.kind;
    this.level = columns.level;
    this.words = columns.words;
    this.linkWords = columns.linkWords;
    this.formatWords = columns.formatWords;
    this.characters = columns.characters;
    this.heading = columns.heading;
    this.flags = columns.flags;
    this.codeStart = columns.codeStart;
  }
}
