import { characterClass, LETTER } from '../../blocks/characters.js';
import { KEYWORD_TABLE, LONGEST_KEYWORD_TEXT } from '../keywords.js';
import { STOP_WORD_LANGUAGES, STOP_WORD_TABLE } from '../stop-words.js';
import { hashStep } from '../word-table.js';

/** Words longer than this are addresses and codes, no word of any list. */
const LONGEST_WORD = 24;
/** The beginning of a long block is enough to tell its language, and where else its text stands. */
const MOST_WORDS = 80;
const MOST_CHARACTERS = 1_000;

/** Reads texts word by word, once, and answers everything that is asked of words. */
export class WordReader {
  /** Words of all texts, and stop words among them by language. */
  words = 0;
  readonly stopWords = new Uint32Array(STOP_WORD_LANGUAGES.length);
  /** Keyword groups of the last text, as bits. */
  keywords = 0;
  /** Shares of the last text's words found in the title, in the description, and of its phrases in the article body. */
  inTitle = 0;
  inDescription = 0;
  inBody = 0;
  private readonly title: ReadonlySet<number>;
  private readonly description: ReadonlySet<number>;
  private readonly phrases: ReadonlySet<number>;
  private readonly hashes = new Int32Array(MOST_WORDS);

  constructor(title = '', description = '', body = '') {
    this.title = new Set(wordHashes(title));
    this.description = new Set(wordHashes(description));
    this.phrases = new Set(phraseHashes(wordHashes(body)));
  }

  get hasBody(): boolean {
    return this.phrases.size > 0;
  }

  /** Reads one text; the fields that speak of the last text then speak of it. */
  read(text: string): void {
    const lower = text.slice(0, MOST_CHARACTERS).toLowerCase();
    this.keywords = 0;
    const short = text.length <= LONGEST_KEYWORD_TEXT;
    let words = 0;
    let from = -1;
    let hash = 0;
    for (let i = 0; i <= lower.length && words < MOST_WORDS; i++) {
      const code = i < lower.length ? lower.charCodeAt(i) : 32;
      if (characterClass(code) >= LETTER) {
        if (from < 0) from = i;
        hash = hashStep(hash, code);
        continue;
      }
      if (from < 0) continue;
      if (i - from <= LONGEST_WORD) this.countWord(lower, from, i, hash, short);
      this.hashes[words++] = hash;
      from = -1;
      hash = 0;
    }
    this.words += words;
    this.compare(words);
  }

  private countWord(text: string, from: number, to: number, hash: number, short: boolean): void {
    const languages = STOP_WORD_TABLE.find(text, from, to, hash);
    if (languages !== undefined) for (const language of languages) this.stopWords[language]!++;
    const groups = short ? KEYWORD_TABLE.find(text, from, to, hash) : undefined;
    if (groups !== undefined) for (const group of groups) this.keywords |= 1 << group;
  }

  private compare(words: number): void {
    let title = 0;
    let description = 0;
    for (let i = 0; i < words; i++) {
      if (this.title.has(this.hashes[i]!)) title++;
      if (this.description.has(this.hashes[i]!)) description++;
    }
    this.inTitle = words > 0 ? title / words : 0;
    this.inDescription = words > 0 ? description / words : 0;
    this.inBody = this.hasBody && words > 2 ? this.shareOfPhrases(words) : 0;
  }

  private shareOfPhrases(words: number): number {
    let found = 0;
    for (let i = 2; i < words; i++) {
      if (this.phrases.has(phraseHash(this.hashes[i - 2]!, this.hashes[i - 1]!, this.hashes[i]!))) found++;
    }
    return found / (words - 2);
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
