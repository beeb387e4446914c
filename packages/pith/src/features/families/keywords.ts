import { KEYWORD_GROUPS } from '../keywords.js';
import type { Family } from './family.js';

/** Telling words in the block itself and in the heading above it: “Related stories”, “Sign up”. */
export const keywords: Family = {
  name: 'keywords',
  features: ['own', 'heading'].flatMap(place => KEYWORD_GROUPS.map(group => `${place}: ${group}`)),
  fill({ blocks, texts }, rows, width, at) {
    for (let b = 0; b < blocks.count; b++) {
      const start = b * width + at;
      const heading = blocks.heading[b]!;
      writeBits(rows, start, texts.keywords[b]!);
      if (heading >= 0) writeBits(rows, start + KEYWORD_GROUPS.length, texts.keywords[heading]!);
    }
  },
};

function writeBits(rows: Float32Array, start: number, bits: number): void {
  // Rows are zero to begin with, so only set bits cost anything.
  for (let rest = bits; rest !== 0; rest &= rest - 1) rows[start + 31 - Math.clz32(rest & -rest)] = 1;
}
