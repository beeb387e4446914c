import { type Family, writeEach, writeShare } from './family.js';

/** The block's own words and marks. */
export const text: Family = {
  name: 'text',
  features: [
    'words',
    'characters a word',
    'link density',
    'formatted share',
    'capital share',
    'sentence ends',
    'sentence ends a word',
    'symbols a word',
    'last character',
    'lines',
    'copies on the page',
    'copies before',
  ],
  prepare({ blocks, texts }) {
    const { words } = blocks;
    return (stripe, column) => {
      let c = column;
      writeEach(stripe, c++, words);
      writeShare(stripe, c++, blocks.characters, words);
      writeShare(stripe, c++, blocks.linkWords, words);
      writeShare(stripe, c++, blocks.formatWords, words);
      writeShare(stripe, c++, texts.capitals, texts.letters);
      writeEach(stripe, c++, texts.sentenceEnds);
      writeShare(stripe, c++, texts.sentenceEnds, words);
      writeShare(stripe, c++, texts.symbols, words);
      const { values, stride, from, to } = stripe;
      for (let b = from, i = c * stride; b < to; b++, i++) {
        const body = blocks.texts[b]!;
        values[i] = lastCharacter(body.charCodeAt(body.length - 1));
        values[i + stride] = countLines(body);
      }
      writeEach(stripe, c + 2, texts.copies);
      writeEach(stripe, c + 3, texts.copyIndex);
    };
  },
};

/** 5 a full stop, 4 a question or exclamation mark, 3 a closing quote or bracket, 2 a colon, 1 a letter, 0 the rest. */
function lastCharacter(c: number): number {
  if (c === 46 || c === 0x3002 || c === 0x2026) return 5;
  if (c === 63 || c === 33 || c === 0xff1f || c === 0xff01) return 4;
  if (c === 34 || c === 41 || c === 0x201d || c === 0x2019 || c === 0xbb || c === 0x300d) return 3;
  if (c === 58 || c === 0xff1a) return 2;
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c > 0xbf ? 1 : 0;
}

function countLines(text: string): number {
  let lines = 1;
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) lines++;
  return lines;
}
