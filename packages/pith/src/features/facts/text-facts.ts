import type { Blocks } from '../../blocks/blocks.js';
import { STOP_WORD_LANGUAGES } from '../stop-words.js';
import type { PageHints } from './page-facts.js';
import { WordReader } from './word-reader.js';

/** What one reading of all block texts yields, one entry a block. */
export interface TextFacts {
  readonly digits: Uint32Array;
  readonly capitals: Uint32Array;
  readonly letters: Uint32Array;
  /** Full stops, question and exclamation marks, and their like in other scripts, each before a space or the end. */
  readonly sentenceEnds: Uint32Array;
  /** Other marks: pipes, bullets, slashes, arrows, brackets, at signs. */
  readonly symbols: Uint32Array;
  /** Bits of the keyword groups. */
  readonly keywords: Uint32Array;
  /** Share of the words that stand in the page's title, in its description, and of the phrases in its article body. */
  readonly inTitle: Float32Array;
  readonly inDescription: Float32Array;
  readonly inBody: Float32Array;
  readonly hasBody: boolean;
  /** How often the very same text stands on the page. */
  readonly copies: Uint32Array;
  /** Which of these copies this one is, from 0. */
  readonly copyIndex: Uint32Array;
  /** The language whose stop words the page holds most of, and the share of words they make up. */
  readonly language: string | undefined;
  readonly languageShare: number;
}

export function textFacts(blocks: Blocks, hints: PageHints): TextFacts {
  const n = blocks.count;
  const facts = {
    digits: new Uint32Array(n),
    capitals: new Uint32Array(n),
    letters: new Uint32Array(n),
    sentenceEnds: new Uint32Array(n),
    symbols: new Uint32Array(n),
    keywords: new Uint32Array(n),
    inTitle: new Float32Array(n),
    inDescription: new Float32Array(n),
    inBody: new Float32Array(n),
    copies: new Uint32Array(n),
    copyIndex: new Uint32Array(n),
  };
  const reader = new WordReader(hints.title, hints.description, hints.articleBody);
  for (let b = 0; b < n; b++) {
    const text = blocks.texts[b]!;
    readCharacters(text, b, facts);
    reader.read(text);
    facts.keywords[b] = reader.keywords;
    facts.inTitle[b] = reader.inTitle;
    facts.inDescription[b] = reader.inDescription;
    facts.inBody[b] = reader.inBody;
  }
  countCopies(blocks.texts, facts);
  return { ...facts, hasBody: reader.hasBody, ...pageLanguage(reader) };
}

type Counts = Pick<TextFacts, 'digits' | 'capitals' | 'letters' | 'sentenceEnds' | 'symbols'>;

const NOTHING = 0;
const DIGIT = 1;
const CAPITAL = 2;
const LETTER = 3;
const END = 4;
const SYMBOL = 5;
const CLASSES = characterTable();

function readCharacters(text: string, block: number, facts: Counts): void {
  const tally = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < text.length; i++) {
    const type = CLASSES[text.charCodeAt(i)]!;
    // A full stop counts where a sentence can end, not inside 3.14 or example.org.
    if (type !== END || endsSentence(text, i)) tally[type]!++;
  }
  facts.digits[block] = tally[DIGIT]!;
  facts.capitals[block] = tally[CAPITAL]!;
  facts.letters[block] = tally[LETTER]! + tally[CAPITAL]!;
  facts.sentenceEnds[block] = tally[END]!;
  facts.symbols[block] = tally[SYMBOL]!;
}

/** Whether what follows a mark lets it end a sentence: nothing, white space, a closing quote or bracket. */
function endsSentence(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1);
  return (
    at + 1 === text.length ||
    text.charCodeAt(at) > 127 ||
    next < 46 ||
    (next >= 0x2018 && next <= 0x201f) ||
    next === 0xbb
  );
}

function characterTable(): Uint8Array {
  const table = new Uint8Array(65536).fill(LETTER);
  table.fill(NOTHING, 0, 0xc0);
  table.fill(NOTHING, 0x2000, 0x2070);
  table.fill(NOTHING, 0x3000, 0x3040);
  table.fill(DIGIT, 48, 58);
  table.fill(CAPITAL, 65, 91);
  table.fill(LETTER, 97, 123);
  for (let c = 0xc0; c < 0x0530; c++) {
    const character = String.fromCharCode(c);
    if (character !== character.toLowerCase()) table[c] = CAPITAL;
  }
  const put = (characters: string, type: number) => {
    for (const character of characters) table[character.charCodeAt(0)] = type;
  };
  put('，、；،؛', NOTHING);
  put('.?!。！？…।؟۔', END);
  put('|•·»«›‹/\\@#[]{}<>=+*^~_©®™→←↑↓▶►■●★☆–—', SYMBOL);
  return table;
}

function countCopies(texts: readonly string[], facts: Pick<TextFacts, 'copies' | 'copyIndex'>): void {
  const seen = new Map<string, number>();
  texts.forEach((text, b) => {
    const before = seen.get(text) ?? 0;
    facts.copyIndex[b] = before;
    seen.set(text, before + 1);
  });
  texts.forEach((text, b) => {
    facts.copies[b] = seen.get(text)!;
  });
}

function pageLanguage({ words, stopWords }: WordReader): Pick<TextFacts, 'language' | 'languageShare'> {
  const most = Math.max(...stopWords);
  return {
    language: most > 0 ? STOP_WORD_LANGUAGES[stopWords.indexOf(most)] : undefined,
    languageShare: words > 0 ? most / words : 0,
  };
}
