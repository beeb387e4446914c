import { KEYWORD_GROUPS } from '../keywords.js';
import { writeAll } from './columns.js';
import { type Family, type Fill, group } from './family.js';

/** Keywords in the block and in the heading above it: “Related stories”, “Sign up”. */
export const keywords: Family = {
  ...group(
    KEYWORD_GROUPS.map(name => `own: ${name}`),
    ({ texts }) => bits(b => texts.keywords[b]!),
  ),
  ...group(
    KEYWORD_GROUPS.map(name => `heading: ${name}`),
    ({ blocks: { heading }, texts }) => bits(b => (heading[b]! < 0 ? 0 : texts.keywords[heading[b]!]!)),
  ),
};

function bits(of: (block: number) => number): Fill {
  return (stripe, column) => {
    const { values, stride, from, to } = stripe;
    writeAll(stripe, column, KEYWORD_GROUPS.length, 0);
    for (let b = from, i = column * stride; b < to; b++, i++) {
      for (let rest = of(b); rest !== 0; rest &= rest - 1)
        values[i + (31 - Math.clz32(rest & -rest)) * stride] = 1;
    }
  };
}
