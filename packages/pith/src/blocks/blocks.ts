import type { PageTree } from '../tree/tree.js';

/** Kinds of blocks, by the innermost element that implies one. */
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

/** Text between block boundaries, with inline tags merged: one entry per block, in document order. */
export interface Blocks {
  readonly tree: PageTree;
  readonly count: number;
  /** The text of each block, with white space as a browser renders it. */
  readonly texts: readonly string[];
  /** The code units of all texts: faster to read than substrings of the source. */
  readonly codes: Uint16Array;
  readonly codeStart: Uint32Array;
  /** The innermost block-level element that contains the whole block. */
  readonly node: Int32Array;
  /** The block consists of the text nodes of this node range, in which no other block has any. */
  readonly first: Int32Array;
  readonly end: Int32Array;
  readonly kind: Uint8Array;
  /** 1 to 6 for a heading, else 0. */
  readonly level: Uint8Array;
  /** In scripts without spaces each character counts as a word. */
  readonly words: Uint32Array;
  readonly linkWords: Uint32Array;
  readonly formatWords: Uint32Array;
  readonly characters: Uint32Array;
  /** The heading block above, or -1. */
  readonly heading: Int32Array;
  /** Flags that all of the block's text nodes share (HIDDEN, ARIA_HIDDEN, IN_NOSCRIPT, IN_ANCHOR, …). */
  readonly flags: Uint8Array;
}
