import { each, quotient } from './columns.js';
import type { Family } from './family.js';

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
