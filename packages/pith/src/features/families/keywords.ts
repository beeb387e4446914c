import { KEYWORD_GROUPS } from '../keywords.js';
import { type Family, type Stripe, writeAll } from './family.js';

/** Telling words in the block itself and in the heading above it: “Related stories”, “Sign up”. */
export const keywords: Family = {
  name: 'keywords',
  features: ['own', 'heading'].flatMap(place => KEYWORD_GROUPS.map(group => `${place}: ${group}`)),
  prepare({ blocks, texts }) {
    return (stripe, column) => {
      writeAll(stripe, column, 2 * KEYWORD_GROUPS.length, 0);
      for (let b = stripe.from; b < stripe.to; b++) {
        const heading = blocks.heading[b]!;
        writeBits(stripe, column, b, texts.keywords[b]!);
        if (heading >= 0) writeBits(stripe, column + KEYWORD_GROUPS.length, b, texts.keywords[heading]!);
      }
    };
  },
};

function writeBits({ values, stride, from }: Stripe, column: number, block: number, bits: number): void {
  for (let rest = bits; rest !== 0; rest &= rest - 1)
    values[(column + 31 - Math.clz32(rest & -rest)) * stride + block - from] = 1;
}
