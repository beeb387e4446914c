import { KEYWORD_GROUPS } from '../word-lists.js';
import { columns, constant, type Family, type Fill, fillColumns, perBlock, ratio } from './columns.js';

export const text = columns({
  words: ({ blocks }) => perBlock(blocks.words),
  'characters a word': ({ blocks }) => ratio(blocks.characters, blocks.words),
  'link density': ({ blocks }) => ratio(blocks.linkWords, blocks.words),
  'formatted share': ({ blocks }) => ratio(blocks.formatWords, blocks.words),
  'capital share': ({ texts }) => ratio(texts.capitals, texts.letters),
  'sentence ends': ({ texts }) => perBlock(texts.sentenceEnds),
  'sentence ends a word': ({ blocks, texts }) => ratio(texts.sentenceEnds, blocks.words),
  'symbols a word': ({ blocks, texts }) => ratio(texts.symbols, blocks.words),
  'last character': ({ texts }) => perBlock(texts.lastCharacter),
  lines: ({ texts }) => perBlock(texts.lines),
  'copies on the page': ({ texts }) => perBlock(texts.copies),
  'copies before': ({ texts }) => perBlock(texts.copyIndex),
});

/** Share of the block's words in the page's title and description, and of its phrases in the declared article body. */
export const declared = columns({
  'share in title': ({ texts }) => perBlock(texts.inTitle),
  'share in description': ({ texts }) => perBlock(texts.inDescription),
  'share in article body': ({ texts }) => perBlock(texts.inBody),
  'has article body': ({ texts }) => constant(texts.hasBody ? 1 : 0),
});

/** Keywords in the block and in the heading above it: “Related stories”, “Sign up”. */
export const keywords: Family = [
  {
    names: KEYWORD_GROUPS.map(name => `own: ${name}`),
    prepare: ({ texts }) => bits(b => texts.keywords[b]!),
  },
  {
    names: KEYWORD_GROUPS.map(name => `heading: ${name}`),
    prepare: ({ blocks: { heading }, texts }) =>
      bits(b => (heading[b]! < 0 ? 0 : texts.keywords[heading[b]!]!)),
  },
];

function bits(of: (block: number) => number): Fill {
  return (stripe, column) => {
    const { values, stride, from, to } = stripe;
    fillColumns(stripe, column, KEYWORD_GROUPS.length, 0);
    for (let b = from, i = column * stride; b < to; b++, i++) {
      for (let rest = of(b); rest !== 0; rest &= rest - 1)
        values[i + (31 - Math.clz32(rest & -rest)) * stride] = 1;
    }
  };
}
