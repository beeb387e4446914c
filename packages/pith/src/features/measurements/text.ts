import type { Blocks } from '../../blocks/blocks.js';
import { ColumnBuffer } from '../../tree/buffers.js';
import type { PageHints } from '../page.js';
import { STOP_WORD_LANGUAGES } from '../word-lists.js';
import { WordReader } from './word-reader.js';

/** Measurements of the block texts; arrays have one entry per block. */
export interface TextMeasurements {
  readonly digits: Uint32Array;
  readonly capitals: Uint32Array;
  readonly letters: Uint32Array;
  /** Full stops, question marks, exclamation marks and ellipses that end a sentence. */
  readonly sentenceEnds: Uint32Array;
  /** Pipes, bullets, slashes, arrows, brackets, dashes and similar symbols. */
  readonly symbols: Uint32Array;
  readonly lines: Uint32Array;
  /** From 5 for a full stop to 1 for a letter and 0 for anything else. */
  readonly lastCharacter: Uint8Array;
  readonly keywords: Uint32Array;
  readonly address: Uint8Array;
  /** Share of the words in the title and in the description, and of the phrases of three words in the article body. */
  readonly inTitle: Float32Array;
  readonly inDescription: Float32Array;
  readonly inBody: Float32Array;
  readonly hasBody: boolean;
  /** Number of blocks with the same text, and how many of them come before. */
  readonly copies: Uint32Array;
  readonly copyIndex: Uint32Array;
  /** The language with the most stop words on the page, and their share of all words. */
  readonly language: string | undefined;
  readonly languageShare: number;
}

export function measureTexts(blocks: Blocks, hints: PageHints): TextMeasurements {
  const n = blocks.count;
  const room = new ColumnBuffer(n, 50, 14);
  const texts = {
    digits: room.uint32(n),
    capitals: room.uint32(n),
    letters: room.uint32(n),
    sentenceEnds: room.uint32(n),
    symbols: room.uint32(n),
    lines: room.uint32(n),
    lastCharacter: room.uint8(n),
    keywords: room.uint32(n),
    address: room.uint8(n),
    inTitle: room.float32(n),
    inDescription: room.float32(n),
    inBody: room.float32(n),
    copies: room.uint32(n),
    copyIndex: room.uint32(n),
  };
  const reader = new WordReader(hints.title, hints.description, hints.articleBody);
  for (let b = 0; b < n; b++) {
    const from = blocks.codeStart[b]!;
    const to = from + blocks.characters[b]!;
    countCharacters(blocks.codes, from, to, b, texts);
    texts.lastCharacter[b] = to > from ? lastCharacter(blocks.codes[to - 1]!) : 0;
    reader.read(blocks.codes, from, to);
    texts.keywords[b] = reader.keywords;
    texts.address[b] = reader.address;
    texts.inTitle[b] = reader.inTitle;
    texts.inDescription[b] = reader.inDescription;
    texts.inBody[b] = reader.inBody;
  }
  countCopies(blocks, texts);
  return { ...texts, hasBody: reader.hasBody, ...pageLanguage(reader) };
}

/** Four counters of seven bits in one number, so that one addition counts a character. */
const DIGIT = 1;
const LETTER = 1 << 7;
const CAPITAL = LETTER + (1 << 14);
const SYMBOL = 1 << 21;
/** Not a counter: whether the character ends a sentence depends on the next one. */
const END = 1 << 28;
const LINE = 1 << 29;
const FULL = 127;
const COUNTS = countTable();

type Counts = Pick<
  TextMeasurements,
  'digits' | 'capitals' | 'letters' | 'sentenceEnds' | 'symbols' | 'lines'
>;

function countCharacters(codes: Uint16Array, from: number, to: number, block: number, totals: Counts): void {
  let [digits, letters, capitals, symbols, ends, lines] = [0, 0, 0, 0, 0, 1];
  for (let start = from; start < to; start += FULL) {
    const stop = Math.min(to, start + FULL);
    let counts = 0;
    for (let i = start; i < stop; i++) {
      const count = COUNTS[codes[i]!]!;
      if (count < END) counts += count;
      else if (count === LINE) lines++;
      // A full stop counts where a sentence can end, not in 3.14 or example.org.
      else ends += endsSentence(codes, i, to) ? 1 : 0;
    }
    digits += counts & 127;
    letters += (counts >>> 7) & 127;
    capitals += (counts >>> 14) & 127;
    symbols += (counts >>> 21) & 127;
  }
  totals.digits[block] = digits;
  totals.capitals[block] = capitals;
  totals.letters[block] = letters;
  totals.sentenceEnds[block] = ends;
  totals.symbols[block] = symbols;
  totals.lines[block] = lines;
}

function endsSentence(codes: Uint16Array, at: number, end: number): boolean {
  const next = codes[at + 1]!;
  return (
    at + 1 === end || codes[at]! > 127 || next < 46 || (next >= 0x2018 && next <= 0x201f) || next === 0xbb
  );
}

function lastCharacter(c: number): number {
  if (c === 46 || c === 0x3002 || c === 0x2026) return 5;
  if (c === 63 || c === 33 || c === 0xff1f || c === 0xff01) return 4;
  if (c === 34 || c === 41 || c === 0x201d || c === 0x2019 || c === 0xbb || c === 0x300d) return 3;
  if (c === 58 || c === 0xff1a) return 2;
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c > 0xbf ? 1 : 0;
}

function countTable(): Int32Array {
  const table = new Int32Array(65536).fill(LETTER);
  table.fill(0, 0, 0xc0);
  table.fill(0, 0x2000, 0x2070);
  table.fill(0, 0x3000, 0x3040);
  table.fill(DIGIT, 48, 58);
  table.fill(CAPITAL, 65, 91);
  table.fill(LETTER, 97, 123);
  for (let c = 0xc0; c < 0x0530; c++) {
    const character = String.fromCharCode(c);
    if (character !== character.toLowerCase()) table[c] = CAPITAL;
  }
  const put = (characters: string, count: number) => {
    for (const character of characters) table[character.charCodeAt(0)] = count;
  };
  put('\n', LINE);
  put('，、；،؛', 0);
  put('.?!。！？…।؟۔', END);
  put('|•·»«›‹/\\@#[]{}<>=+*^~_©®™→←↑↓▶►■●★☆–—', SYMBOL);
  return table;
}

function countCopies(blocks: Blocks, counts: Pick<TextMeasurements, 'copies' | 'copyIndex'>): void {
  const { texts } = blocks;
  const seen = new Map<string, number>();
  const alike = blocksAlike(blocks);
  counts.copies.fill(1);
  for (const b of alike) {
    const before = seen.get(texts[b]!) ?? 0;
    counts.copyIndex[b] = before;
    seen.set(texts[b]!, before + 1);
  }
  for (const b of alike) counts.copies[b] = seen.get(texts[b]!)!;
}

/** Characters at each end of a text that are hashed; they distinguish most texts. Set by hand. */
const EDGE = 6;

/** Blocks that may have copies: their length and both ends occur more than once. */
function blocksAlike({ count, codes, codeStart, characters }: Blocks): number[] {
  const first = new Map<number, number>();
  const isAlike = new Uint8Array(count);
  for (let b = 0; b < count; b++) {
    const from = codeStart[b]!;
    const length = characters[b]!;
    const edge = Math.min(EDGE, length);
    let hash = length;
    for (let i = 0; i < edge; i++) {
      hash = (Math.imul(hash, 31) + codes[from + i]!) | 0;
      hash = (Math.imul(hash, 31) + codes[from + length - 1 - i]!) | 0;
    }
    const other = first.get(hash);
    if (other === undefined) first.set(hash, b);
    else isAlike[b] = isAlike[other] = 1;
  }
  const alike: number[] = [];
  for (let b = 0; b < count; b++) if (isAlike[b] === 1) alike.push(b);
  return alike;
}

function pageLanguage(reader: WordReader): Pick<TextMeasurements, 'language' | 'languageShare'> {
  const { words } = reader;
  const stopWords = reader.stopWords();
  const most = Math.max(...stopWords);
  return {
    language: most > 0 ? STOP_WORD_LANGUAGES[stopWords.indexOf(most)] : undefined,
    languageShare: words > 0 ? most / words : 0,
  };
}
