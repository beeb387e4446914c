import { KEYWORD_GROUPS } from '../word-lists.js';
import { each, type Family, type Fill, group, quotient, same, writeAll } from './columns.js';

export const text: Family = {
  words: ({ blocks }) => each(blocks.words),
  'characters a word': ({ blocks }) => quotient(blocks.characters, blocks.words),
  'link density': ({ blocks }) => quotient(blocks.linkWords, blocks.words),
  'formatted share': ({ blocks }) => quotient(blocks.formatWords, blocks.words),
  'capital share': ({ texts }) => quotient(texts.capitals, texts.letters),
  'sentence ends': ({ texts }) => each(texts.sentenceEnds),
  'sentence ends a word': ({ blocks, texts }) => quotient(texts.sentenceEnds, blocks.words),
  'symbols a word': ({ blocks, texts }) => quotient(texts.symbols, blocks.words),
  'last character': ({ texts }) => each(texts.lastCharacter),
  lines: ({ texts }) => each(texts.lines),
  'copies on the page': ({ texts }) => each(texts.copies),
  'copies before': ({ texts }) => each(texts.copyIndex),
};

/** Overlap of the block with the page's title, description and declared article text. */
export const hints: Family = {
  'share in title': ({ texts }) => each(texts.inTitle),
  'share in description': ({ texts }) => each(texts.inDescription),
  'share in article body': ({ texts }) => each(texts.inBody),
  'has article body': ({ texts }) => same(texts.hasBody ? 1 : 0),
};

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
