import { type Family, share } from './family.js';

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
  fill({ blocks, texts }, rows, width, at) {
    for (let b = 0; b < blocks.count; b++) {
      const body = blocks.texts[b]!;
      const words = blocks.words[b]!;
      let i = b * width + at;
      rows[i++] = words;
      rows[i++] = share(body.length, words);
      rows[i++] = share(blocks.linkWords[b]!, words);
      rows[i++] = share(blocks.formatWords[b]!, words);
      rows[i++] = share(texts.capitals[b]!, texts.letters[b]!);
      rows[i++] = texts.sentenceEnds[b]!;
      rows[i++] = share(texts.sentenceEnds[b]!, words);
      rows[i++] = share(texts.symbols[b]!, words);
      rows[i++] = lastCharacter(body.charCodeAt(body.length - 1));
      rows[i++] = countLines(body);
      rows[i++] = texts.copies[b]!;
      rows[i++] = texts.copyIndex[b]!;
    }
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
