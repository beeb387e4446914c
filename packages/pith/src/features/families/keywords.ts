import { KEYWORD_GROUPS } from '../keywords.js';
import type { Family } from './family.js';

/** Telling words in the block itself, in the heading above it, and in the block before it. */
export const keywords: Family = {
  name: 'keywords',
  features: ['own', 'heading', 'before'].flatMap(place => KEYWORD_GROUPS.map(group => `${place}: ${group}`)),
  fill({ blocks, texts }, rows, width, at) {
    const groups = KEYWORD_GROUPS.length;
    for (let b = 0; b < blocks.count; b++) {
      const start = b * width + at;
      const heading = blocks.heading[b]!;
      writeBits(rows, start, texts.keywords[b]!);
      writeBits(rows, start + groups, heading >= 0 ? texts.keywords[heading]! : 0);
      writeBits(rows, start + 2 * groups, b > 0 ? texts.keywords[b - 1]! : 0);
    }
  },
};

function writeBits(rows: Float32Array, start: number, bits: number): void {
  // Rows are zero to begin with, so only set bits cost anything.
  for (let rest = bits; rest !== 0; rest &= rest - 1) rows[start + 31 - Math.clz32(rest & -rest)] = 1;
}
