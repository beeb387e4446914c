import { characterClass, LETTER } from '../blocks/characters.js';
import { WordReader } from '../features/measurements/word-reader.js';
import type { Page } from '../features/page.js';
import { STOP_WORD_LANGUAGES } from '../features/word-lists.js';
import type { Fact, Sourced } from '../metadata/metadata.js';
import { TAG } from '../tree/names.js';

/**
 * Minimum share of stop words with which the language of the text overrides the declared one. Of the 1,882 training
 * pages above it that declare a language, 16 declare another one, mostly in English templates around German texts. The
 * stop words are right on 15 of these, and confuse Catalan with Spanish on one.
 */
const FULL = 0.2;
/** Minimum words of a text that overrides the declared language: less is often only names and buttons. Set by hand. */
const ENOUGH = 50;
/** Share that suffices in a text with hardly any stop words of the declared language. Set by hand. */
const CLEAR = 0.08;
const SOME = 20;
/** Share below which stop words are no evidence: of 19 pages below it, they agree with the declaration on 6. */
const HARDLY_ANY = 0.05;

/**
 * Returns the language of the kept text. The declared language adds its region, and decides where the text is no
 * clear evidence: too short, with too few stop words, or in a script without a list of them.
 */
export function languageFact(
  declared: Sourced<string> | undefined,
  { language, share, words: count, shareOf, script }: TextLanguage,
): Fact<string> | undefined {
  const words = language === undefined ? undefined : { value: language, source: 'text' as const };
  if (declared === undefined) return words && { ...words, confidence: sureness(share) };
  const spoken = declared.value.split('-')[0]!;
  if (spoken === language) return { ...declared, confidence: 0.99 };
  if (script !== undefined) {
    // A declared language that is written in this script is kept if there is no list of stop words to refute it.
    const mayBe = script.includes(spoken) && !STOP_WORD_LANGUAGES.includes(spoken) && script[0] !== 'zh';
    return mayBe ? { ...declared, confidence: 0.9 } : { ...words!, confidence: 0.97 };
  }
  if (words === undefined || share < HARDLY_ANY) return { ...declared, confidence: 0.95 };
  const isFull = share >= FULL && count >= ENOUGH;
  const isOther = share >= CLEAR && count >= SOME && shareOf(spoken) * 3 < share;
  return isFull || (isOther && STOP_WORD_LANGUAGES.includes(spoken))
    ? { ...words, confidence: 0.94 }
    : { ...declared, confidence: 0.6 };
}

/**
 * Confidence by the share of stop words, from the agreement with declared languages: on 1,866 of 1,882, 334 of 343 and
 * 6 of 19 pages.
 */
function sureness(share: number): number {
  if (share >= FULL) return 0.99;
  return share >= HARDLY_ANY ? 0.97 : 0.3;
}

export interface TextLanguage {
  readonly language: string | undefined;
  /** Share of the words that are stop words of the language; 1 if the script alone decides. */
  readonly share: number;
  readonly words: number;
  /** Share of the words that are stop words of another language. */
  readonly shareOf: (language: string) => number;
  /** Languages written in the script of the text; undefined for the Latin alphabet. */
  readonly script: readonly string[] | undefined;
}

/** Ranges of code units, each with the languages written in that script, most common first. Letters below are Latin. */
const SCRIPTS: readonly (readonly [from: number, to: number, languages: string])[] = [
  [0x370, 0x3ff, 'el'],
  [0x400, 0x52f, 'ru uk bg sr be mk kk ky mn tg'],
  [0x530, 0x58f, 'hy'],
  [0x590, 0x5ff, 'he yi iw'],
  [0x600, 0x77f, 'ar fa ur ps ckb ug sd'],
  [0x780, 0x7bf, 'dv'],
  [0x900, 0x97f, 'hi mr ne sa'],
  [0x980, 0x9ff, 'bn as'],
  [0xa00, 0xa7f, 'pa'],
  [0xa80, 0xaff, 'gu'],
  [0xb00, 0xb7f, 'or'],
  [0xb80, 0xbff, 'ta'],
  [0xc00, 0xc7f, 'te'],
  [0xc80, 0xcff, 'kn'],
  [0xd00, 0xd7f, 'ml'],
  [0xd80, 0xdff, 'si'],
  [0xe00, 0xe7f, 'th'],
  [0xe80, 0xeff, 'lo'],
  [0xf00, 0xfff, 'bo dz'],
  [0x1000, 0x109f, 'my'],
  [0x10a0, 0x10ff, 'ka'],
  [0x1100, 0x11ff, 'ko'],
  [0x1200, 0x139f, 'am ti'],
  [0x1780, 0x17ff, 'km'],
  [0x3040, 0x30ff, 'ja'],
  [0x3400, 0x9fff, 'zh yue wuu'],
  [0xac00, 0xd7af, 'ko'],
  [0xfb50, 0xfdff, 'ar fa ur ps ckb ug sd'],
];
const LANGUAGES = SCRIPTS.map(([, , languages]) => languages.split(' '));
const HAN = LANGUAGES.findIndex(([first]) => first === 'zh');
const KANA = LANGUAGES.findIndex(([first]) => first === 'ja');

const DENSE = 2;
const LEAST_KANA = 0.05;
const MOST_READ = 20_000;

/** The language of the kept blocks: by their script, and for scripts of several languages by stop words and letters. */
export function textLanguage(page: Page, isKept: (block: number) => boolean): TextLanguage {
  const { blocks } = page;
  const own = (block: number) => isKept(block) && !isInFrame(page, block);
  const isRead = blocks.words.some((words, b) => words > 0 && own(b)) ? own : isKept;
  const counts = new Uint32Array(SCRIPTS.length + 1);
  const reader = new WordReader();
  const letters = new Set<number>();
  let read = 0;
  for (let b = 0; b < blocks.count && read < MOST_READ; b++) {
    if (!isRead(b)) continue;
    const from = blocks.codeStart[b]!;
    const to = from + blocks.characters[b]!;
    for (let i = from; i < to; i++) countScript(blocks.codes[i]!, counts, letters);
    reader.read(blocks.codes, from, to);
    read += to - from;
  }
  counts[HAN]! *= DENSE;
  counts[KANA]! *= DENSE;
  const { words } = reader;
  const shareOf = (language: string) => byStopWords(reader, [language]).share;
  const latin = counts[SCRIPTS.length]!;
  const most = counts
    .subarray(0, SCRIPTS.length)
    .reduce((best, count, i, all) => (count > all[best]! ? i : best), 0);
  const isLatin = counts[most]! + counts[HAN]! + counts[KANA]! <= latin || counts[most] === 0;
  if (isLatin) return { ...byStopWords(reader, LATIN), words, shareOf, script: undefined };
  const isJapanese = counts[KANA]! > LEAST_KANA * (counts[HAN]! + counts[KANA]!);
  if (most === HAN || most === KANA)
    return {
      language: isJapanese ? 'ja' : 'zh',
      share: 1,
      words,
      shareOf,
      script: LANGUAGES[isJapanese ? KANA : HAN],
    };
  const script = LANGUAGES[most]!;
  const language =
    script.length === 1 ? script[0] : (byLetters(letters, script) ?? byStopWords(reader, script).language);
  return { language: language ?? script[0], share: 1, words, shareOf, script };
}

/** True for text in a `footer` or `nav`, which is often in another language than the content. */
function isInFrame({ blocks: { tree, node } }: Page, block: number): boolean {
  for (let n = node[block]!; n > 0; n = tree.parent[n]!)
    if (tree.tag[n] === TAG.footer || tree.tag[n] === TAG.nav) return true;
  return false;
}

function countScript(code: number, counts: Uint32Array, letters: Set<number>): void {
  if (code < 0x370) {
    if (characterClass(code) >= LETTER && code > 64) counts[SCRIPTS.length]!++;
    return;
  }
  const script = SCRIPTS.findIndex(([from, to]) => code >= from && code <= to);
  if (script < 0) return;
  counts[script]!++;
  if (code < 0x780) letters.add(code);
}

/** Letters that only one language of a script uses. */
const LETTERS: readonly (readonly [language: string, letters: string])[] = [
  ['be', 'ў'],
  ['kk', 'әұқ'],
  ['uk', 'їє'],
  ['mk', 'ѓќ'],
  ['sr', 'ћђј'],
  ['ur', 'ٹڈے'],
  ['fa', 'پچگ'],
];

function byLetters(found: ReadonlySet<number>, script: readonly string[]): string | undefined {
  const has = (letter: string) => found.has(letter.charCodeAt(0));
  return LETTERS.find(([language, letters]) => script.includes(language) && [...letters].every(has))?.[0];
}

const OTHER_SCRIPTS = new Set(LANGUAGES.flat());
const LATIN = STOP_WORD_LANGUAGES.filter(language => !OTHER_SCRIPTS.has(language));

function byStopWords(
  reader: WordReader,
  among: readonly string[],
): { readonly language: string | undefined; readonly share: number } {
  const counts = reader.stopWords();
  let language: string | undefined;
  let most = 0;
  STOP_WORD_LANGUAGES.forEach((name, i) => {
    if (counts[i]! <= most || !among.includes(name)) return;
    most = counts[i]!;
    language = name;
  });
  return { language, share: reader.words > 0 ? most / reader.words : 0 };
}

/**
 * Words per minute, or characters for Chinese and Japanese, read aloud by 25 to 36 adults per language from texts of
 * equal difficulty (IReST: Trauzettel-Klosinski & Dietz 2012, doi 10.1167/iovs.11-8284; Greek: Gleni et al. 2019).
 * Silent reading is somewhat faster.
 */
const A_MINUTE: Readonly<Record<string, number>> = {
  ar: 138,
  de: 179,
  el: 208,
  en: 228,
  es: 218,
  fi: 161,
  fr: 195,
  he: 187,
  it: 188,
  ja: 357,
  nl: 202,
  pl: 166,
  pt: 181,
  ru: 184,
  sl: 180,
  sv: 199,
  tr: 166,
  zh: 255,
};
/** Mean words per minute in the same study, for languages that it did not measure. */
const WORDS_A_MINUTE = 184;
/** Mean characters per minute, for scripts without spaces. */
const CHARACTERS_A_MINUTE = 863;
const WITHOUT_SPACES: ReadonlySet<string> = new Set(['th', 'lo', 'km', 'my']);

/** Reading time in whole minutes; in scripts without spaces `words` counts characters. */
export function readingTime(words: number, language = ''): number {
  const spoken = language.split('-')[0]!.toLowerCase();
  return Math.ceil(
    words / (A_MINUTE[spoken] ?? (WITHOUT_SPACES.has(spoken) ? CHARACTERS_A_MINUTE : WORDS_A_MINUTE)),
  );
}
