import { decodeAs } from './decode.js';
import { LANGUAGES, type Language, type LetterFrequencies } from './letter-frequencies.js';

/** One way of reading bytes, and what it costs. */
export interface Reading {
  readonly encoding: string;
  /** Bits it takes to write the sample down as text of the likeliest language in this encoding. */
  readonly bits: number;
  /** The sample as this encoding reads it. */
  readonly text: string;
}

interface Candidate {
  readonly languages: readonly Language[];
  /** Bits for choosing this encoding at all: how rare it is among pages that declare nothing. */
  readonly prior: number;
}

// biome-ignore format: a table
const WESTERN: readonly Language[] = [
  'western', 'french', 'german', 'spanish', 'portuguese', 'italian', 'catalan', 'swedish', 'danish', 'icelandic', 'estonian',
];
const CENTRAL: readonly Language[] = [
  'polish',
  'czech',
  'slovak',
  'hungarian',
  'romanian',
  'croatian',
  'german',
];
const CYRILLIC: readonly Language[] = ['russian', 'ukrainian', 'bulgarian'];

const CANDIDATES: Readonly<Record<string, Candidate>> = {
  'utf-8': { languages: Object.keys(LANGUAGES) as Language[], prior: 0 },
  'windows-1252': { languages: WESTERN, prior: 0 },
  'windows-1251': { languages: CYRILLIC, prior: 2 },
  gb18030: { languages: ['chinese'], prior: 2 },
  shift_jis: { languages: ['japanese'], prior: 2 },
  'euc-kr': { languages: ['korean'], prior: 2 },
  big5: { languages: ['chinese'], prior: 3 },
  'euc-jp': { languages: ['japanese'], prior: 3 },
  'iso-8859-2': { languages: CENTRAL, prior: 8 },
  'windows-1250': { languages: CENTRAL, prior: 8 },
  'windows-1254': { languages: ['turkish'], prior: 8 },
  'koi8-r': { languages: ['russian'], prior: 5 },
  'windows-1253': { languages: ['greek'], prior: 5 },
  'windows-1255': { languages: ['hebrew'], prior: 5 },
  'windows-1256': { languages: ['arabic'], prior: 5 },
  'windows-874': { languages: ['thai'], prior: 5 },
  'windows-1257': { languages: ['lithuanian', 'latvian', 'estonian'], prior: 10 },
  'koi8-u': { languages: ['ukrainian'], prior: 6 },
  'iso-8859-7': { languages: ['greek'], prior: 7 },
  'iso-8859-5': { languages: CYRILLIC, prior: 8 },
  'iso-8859-6': { languages: ['arabic'], prior: 8 },
};

/** Names that differ from a candidate's only in characters that tell nothing. */
const SAME_AS: Readonly<Record<string, string>> = {
  gbk: 'gb18030',
  'iso-8859-15': 'windows-1252',
  'iso-8859-4': 'windows-1257',
  'iso-8859-13': 'windows-1257',
};

/**
 * Reads bytes in every candidate encoding and orders the readings by cost: the right one is the shortest description
 * of the bytes as text of some language. Bytes of ASCII cost the same everywhere, so only what lies outside it, and
 * what a two-byte character swallows, decides. A few dozen words are enough.
 */
export function readingsByCost(bytes: Uint8Array): Reading[] {
  const sample = sampleOf(bytes);
  return Object.entries(CANDIDATES)
    .map(([encoding, { languages, prior }]) => {
      const text = decodeAs(sample, encoding);
      return { encoding, text, bits: prior + costOfText(text, languages) };
    })
    .sort((a, b) => a.bits - b.bits);
}

/** Whether readings of an encoding are judged by what is known of its languages. */
export function candidateFor(encoding: string): string | undefined {
  const name = SAME_AS[encoding] ?? encoding;
  return name in CANDIDATES ? name : undefined;
}

function costOfText(text: string, languages: readonly Language[]): number {
  const counts = new Map<number, number>();
  const shared = countCharacters(text, counts);
  let best = Number.POSITIVE_INFINITY;
  for (const language of languages) best = Math.min(best, costInLanguage(counts, LANGUAGES[language]));
  return shared + best;
}

/** Enough to decide; reading a whole page twenty times over would cost more than parsing it. */
const SAMPLE_BYTES = 4096;
/** ASCII looked at before and after other bytes: of a long script with one foreign character only its surroundings. Set by hand. */
const SURROUNDINGS = 12;

/** The bytes outside ASCII with what stands around them: those between tags, or where there are none, those inside. */
export function sampleOf(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(SAMPLE_BYTES);
  const length = collect(bytes, sample, true) || collect(bytes, sample, false);
  return sample.subarray(0, length);
}

const OPENING = 0x3c;
const CLOSING = 0x3e;

/**
 * Copies spans that hold bytes outside ASCII, each up to a tag or a long run of ASCII. No encoding here has `<` or
 * `>` inside a character, and none starts one with an ASCII byte, so spans can be cut before the encoding is known.
 */
function collect(bytes: Uint8Array, sample: Uint8Array, betweenTags: boolean): number {
  let length = 0;
  let from = 0;
  let last = -1;
  let inTag = false;
  for (let i = 0; i <= bytes.length && length < sample.length; i++) {
    const byte = i < bytes.length ? bytes[i]! : OPENING;
    if (byte >= 0x80) {
      if (last < 0) from = Math.max(from, i - SURROUNDINGS);
      last = i;
      continue;
    }
    const atTag = byte === OPENING || byte === CLOSING;
    if (!atTag && (last < 0 || i - last <= SURROUNDINGS)) continue;
    if (last >= 0 && !(betweenTags && inTag)) length = copy(bytes.subarray(from, i), sample, length);
    if (atTag) inTag = byte === OPENING;
    from = i;
    last = -1;
  }
  return length;
}

/** Puts a span into the sample, as much as there is room for, and a space behind it. */
function copy(span: Uint8Array, sample: Uint8Array, length: number): number {
  const fitting = span.subarray(0, sample.length - length);
  sample.set(fitting, length);
  const stop = length + fitting.length;
  sample[stop] = 0x20;
  return Math.min(stop + 1, sample.length);
}

// What characters cost, in bits: set by hand, and held by the pages of the tests in every encoding that is told.
const ASCII_BITS = 5;
/** A character that no page holds: the reading is wrong, or the page is damaged here. Set by hand. */
const IMPOSSIBLE_BITS = 24;
/** What words seldom have: letters of two alphabets, a capital after a small letter, a symbol inside, one letter only. Set by hand. */
const ODD_PLACE_BITS = 5;

/** Counts the characters outside ASCII, and returns the cost that does not depend on the language. */
function countCharacters(text: string, counts: Map<number, number>): number {
  let bits = 0;
  let before = OTHER;
  let kind = kindOf(text.charCodeAt(0));
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const after = i + 1 < text.length ? kindOf(text.charCodeAt(i + 1)) : OTHER;
    if (code < 0x80) bits += ASCII_BITS;
    else if (kind === IMPOSSIBLE) bits += IMPOSSIBLE_BITS;
    else counts.set(code, (counts.get(code) ?? 0) + 1);
    if (isOddlyPlaced(before, kind, after, code)) bits += ODD_PLACE_BITS;
    before = kind;
    kind = after;
  }
  return bits;
}

// Kinds of character: a letter's alphabet in the higher bits, bit 0 for a capital.
const OTHER = 0;
const SYMBOL = 2;
const IMPOSSIBLE = 4;
const LATIN = 8;
const CAPITAL = 1;

/** Alphabets by first and last code; those without case, or where a script change inside a word is common, are OTHER. */
const ALPHABETS: readonly (readonly [from: number, to: number, kind: number])[] = [
  [0x370, 0x3ff, 16],
  [0x400, 0x4ff, 32],
  [0x590, 0x5ff, 64],
  [0x600, 0x6ff, 128],
  [0xe00, 0xe7f, 256],
];

/** No-break space, soft hyphen, ordinal signs and the middle dot of Catalan. */
const INSIDE_WORDS: readonly number[] = [0xa0, 0xad, 0xaa, 0xb7, 0xba];

/** Alphabets lie below this code; above it only a few ranges matter. */
const TABLED = 0xe80;
const KINDS = Uint16Array.from({ length: TABLED }, (_, code) => tabledKind(code));

function kindOf(code: number): number {
  if (code < TABLED) return KINDS[code]!;
  return code === 0xfffd || (code >= 0xe000 && code <= 0xf8ff) ? IMPOSSIBLE : OTHER;
}

function tabledKind(code: number): number {
  if (code < 0x80)
    return code >= 65 && code <= 90 ? LATIN | CAPITAL : code >= 97 && code <= 122 ? LATIN : OTHER;
  if (code < 0xa0) return IMPOSSIBLE;
  if (code < 0xc0) return INSIDE_WORDS.includes(code) ? OTHER : SYMBOL;
  if (code < 0x250) return code === 0xd7 || code === 0xf7 ? SYMBOL : LATIN | capital(code);
  const alphabet = ALPHABETS.find(([from, to]) => code >= from && code <= to);
  return alphabet === undefined ? OTHER : alphabet[2] | capital(code);
}

function capital(code: number): number {
  const character = String.fromCharCode(code);
  return character.toLowerCase() === character ? 0 : CAPITAL;
}

function isOddlyPlaced(before: number, kind: number, after: number, code: number): boolean {
  if (kind === SYMBOL) return before >= LATIN && after >= LATIN;
  if (kind < LATIN) return false;
  if (before < LATIN) return after < LATIN && code >= 0x80 && kind !== LATIN;
  return (before & ~CAPITAL) !== (kind & ~CAPITAL) || ((before & CAPITAL) === 0 && (kind & CAPITAL) !== 0);
}

function costInLanguage(counts: Map<number, number>, language: LetterFrequencies): number {
  let bits = 0;
  for (const [code, count] of counts) bits += count * costOfCharacter(String.fromCharCode(code), language);
  return bits;
}

/** What a capital costs besides its letter, and what a character costs that no table names. Both set by hand. */
const CAPITAL_BITS = 3.5;
const UNEXPECTED_BITS = 15;
/** Costs of what any language may hold. Set by hand. */
const SPECIAL: readonly (readonly [RegExp, number])[] = [
  [/[\u00a0\u00ad]/, 4],
  [/[、。「」，：；！？（）『』《》・　]/, 6],
  [/[“”‘’–—…«»„•·©®°§€£™]/, 6],
  [/[\uff00-\uff60]/, 9],
  [/[\uff61-\uff9f]/, 10],
  [/[\u00a1-\u024f\u2010-\u20ff]/, 12],
];

function costOfCharacter(character: string, language: LetterFrequencies): number {
  const rank = language.letters.indexOf(character);
  if (rank >= 0) return language.first + language.step * rank;
  const small = character.toLowerCase();
  const smallRank = small === character ? -1 : language.letters.indexOf(small);
  if (smallRank >= 0) return language.first + language.step * smallRank + CAPITAL_BITS;
  for (const [pattern, bits] of SPECIAL) {
    if (pattern.test(character))
      return language.script.test(character) ? Math.min(bits, language.other) : bits;
  }
  return language.script.test(character) ? language.other : UNEXPECTED_BITS;
}
