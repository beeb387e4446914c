import { characterClass, LETTER } from '../../blocks/characters.js';
import {
  KEYWORD_LISTS,
  LONGEST_KEYWORD_TEXT,
  STOP_WORD_LANGUAGES,
  STOP_WORD_LISTS,
  WORDS_OF_ADDRESS,
} from '../word-lists.js';
import { hashStep, wordTable } from '../word-table.js';

/** Maps hashes to bits. Faster than a Map if most lookups miss. */
class HashBits {
  private readonly mask: number;
  private readonly hashes: Int32Array;
  private readonly bits: Uint8Array;

  constructor(most: number) {
    const size = 2 ** Math.ceil(Math.log2(4 * most + 1));
    this.mask = size - 1;
    this.hashes = new Int32Array(size);
    this.bits = new Uint8Array(size);
  }

  add(hash: number, bits: number): void {
    const slot = this.slot(hash);
    this.hashes[slot] = hash;
    this.bits[slot]! |= bits;
  }

  get(hash: number): number {
    return this.bits[this.slot(hash)]!;
  }

  private slot(hash: number): number {
    let slot = (hash ^ (hash >>> 15)) & this.mask;
    while (this.bits[slot] !== 0 && this.hashes[slot] !== hash) slot = (slot + 1) & this.mask;
    return slot;
  }
}

/** The only capital whose lower case has two code units, an i and a combining dot. */
export const DOTTED_I = 0x130;
export const DOT_ABOVE = 0x307;
/** The only capital whose lower case depends on its context. */
const SIGMA = 0x3a3;

const known = new Uint16Array(65_536);

/** Lower-cases a range of code units like `toLowerCase`, without creating a string. */
export class LowerCase {
  private codes: Uint16Array = new Uint16Array();
  private from = 0;
  private end = 0;
  private whole: string | undefined;

  begin(codes: Uint16Array, from: number, end: number): void {
    this.codes = codes;
    this.from = from;
    this.end = end;
    this.whole = undefined;
  }

  letter(at: number): number {
    const code = this.codes[at]!;
    if (code === SIGMA) return this.sigma(at);
    if (known[code] === 0) known[code] = String.fromCharCode(code).toLowerCase().charCodeAt(0);
    return known[code]!;
  }

  private sigma(at: number): number {
    // The lower case of İ has two code units, which would shift the indices after it. Next to a sigma, it counts as a
    // letter like I.
    this.whole ??= String.fromCharCode(...this.codes.subarray(this.from, this.end))
      .replaceAll('\u0130', 'I')
      .toLowerCase();
    return this.whole.charCodeAt(at - this.from);
  }
}

/** Longer words are in no word list. Set by hand. */
const LONGEST_WORD = 24;
/** Maximum read per block: the beginning suffices for the language and the overlaps. Set by hand. */
const MOST_WORDS = 80;
const MOST_CHARACTERS = 1_000;

/** Stop words by language, keywords by group, and words of address, in one table. */
const WORDS = wordTable([...STOP_WORD_LISTS, ...KEYWORD_LISTS, WORDS_OF_ADDRESS]);
const LANGUAGES = STOP_WORD_LANGUAGES.length;
const ADDRESS = LANGUAGES + KEYWORD_LISTS.length;
const KEYWORD_BITS = Uint32Array.from(WORDS.groups, groups =>
  groups.reduce(
    (bits, group) => (group < LANGUAGES || group === ADDRESS ? bits : bits | (1 << (group - LANGUAGES))),
    0,
  ),
);
const IS_ADDRESS = Uint8Array.from(WORDS.groups, groups => Number(groups.includes(ADDRESS)));

const letters = new Uint16Array(2 * MOST_CHARACTERS);

/** Lower-case letter of each code unit, 0 if it ends a word, or UNKNOWN if not computed yet. */
const SMALL = new Uint16Array(65_536);
const UNKNOWN = 1;
SMALL.fill(UNKNOWN, 128);
for (let code = 0; code < 128; code++) if (characterClass(code) >= LETTER) SMALL[code] = code | 32;

/** Computes an entry of SMALL, and stores it unless it depends on the context. */
function smallLetter(lower: LowerCase, code: number, at: number): number {
  const letter = lower.letter(at);
  const small = characterClass(letter) >= LETTER ? letter : 0;
  if (code !== DOTTED_I && code !== SIGMA) SMALL[code] = small;
  return small;
}

const IN_TITLE = 1;
const IN_DESCRIPTION = 2;

export class WordReader {
  words = 0;
  /** Results for the last text. */
  keywords = 0;
  address = 0;
  inTitle = 0;
  inDescription = 0;
  inBody = 0;
  private readonly places: HashBits;
  private readonly phrases: ReadonlySet<number>;
  private readonly seen = new Uint32Array(WORDS.groups.length);
  private readonly lower = new LowerCase();
  private count = 0;
  private titled = 0;
  private described = 0;
  private phrased = 0;
  private last = 0;
  private before = 0;

  constructor(title = '', description = '', body = '') {
    const titles = wordHashes(title);
    const descriptions = wordHashes(description);
    this.places = new HashBits(titles.length + descriptions.length);
    for (const hash of titles) this.places.add(hash, IN_TITLE);
    for (const hash of descriptions) this.places.add(hash, IN_DESCRIPTION);
    this.phrases = new Set(body === '' ? [] : phraseHashes(wordHashes(body)));
  }

  get hasBody(): boolean {
    return this.phrases.size > 0;
  }

  stopWords(): Uint32Array {
    const counts = new Uint32Array(LANGUAGES);
    for (let word = 0; word < this.seen.length; word++) {
      if (this.seen[word] === 0) continue;
      for (const group of WORDS.groups[word]!) if (group < LANGUAGES) counts[group]! += this.seen[word]!;
    }
    return counts;
  }

  read(codes: Uint16Array, from: number, to: number): void {
    this.keywords = this.address = this.count = this.titled = this.described = this.phrased = 0;
    const isShort = to - from <= LONGEST_KEYWORD_TEXT;
    const end = Math.min(to, from + MOST_CHARACTERS);
    const { lower } = this;
    lower.begin(codes, from, end);
    let length = 0;
    let hash = 0;
    for (let i = from; i < end; i++) {
      let letter = SMALL[codes[i]!]!;
      if (letter === UNKNOWN) {
        letter = smallLetter(lower, codes[i]!, i);
        if (codes[i] === DOTTED_I) {
          letters[length++] = letter;
          hash = hashStep(hash, letter);
          letter = DOT_ABOVE;
        }
      }
      if (letter !== 0) {
        letters[length++] = letter;
        hash = hashStep(hash, letter);
      } else if (length > 0) {
        this.word(length, hash, isShort);
        length = hash = 0;
        if (this.count === MOST_WORDS) break;
      }
    }
    if (length > 0) this.word(length, hash, isShort);
    this.conclude();
  }

  private word(length: number, hash: number, isShort: boolean): void {
    if (length <= LONGEST_WORD) {
      const known = WORDS.number(letters, length, hash);
      if (known >= 0) {
        this.seen[known]!++;
        this.address += IS_ADDRESS[known]!;
        if (isShort) this.keywords |= KEYWORD_BITS[known]!;
      }
    }
    const places = this.places.get(hash);
    if (places & IN_TITLE) this.titled++;
    if (places & IN_DESCRIPTION) this.described++;
    if (this.count >= 2 && this.hasBody && this.phrases.has(phraseHash(this.before, this.last, hash)))
      this.phrased++;
    this.before = this.last;
    this.last = hash;
    this.count++;
  }

  private conclude(): void {
    const { count } = this;
    this.words += count;
    this.inTitle = count > 0 ? this.titled / count : 0;
    this.inDescription = count > 0 ? this.described / count : 0;
    this.inBody = count > 2 ? this.phrased / (count - 2) : 0;
  }
}

function wordHashes(text: string): number[] {
  const lower = text.toLowerCase();
  const hashes: number[] = [];
  let hash = 0;
  let inside = false;
  for (let i = 0; i <= lower.length; i++) {
    const code = i < lower.length ? lower.charCodeAt(i) : 32;
    if (characterClass(code) >= LETTER) {
      hash = hashStep(hash, code);
      inside = true;
    } else if (inside) {
      hashes.push(hash);
      hash = 0;
      inside = false;
    }
  }
  return hashes;
}

function phraseHashes(words: readonly number[]): number[] {
  return words.slice(2).map((word, i) => phraseHash(words[i]!, words[i + 1]!, word));
}

function phraseHash(a: number, b: number, c: number): number {
  return (Math.imul(Math.imul(a, 31) + b, 31) + c) | 0;
}
