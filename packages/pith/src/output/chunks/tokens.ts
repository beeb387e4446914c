import { PithError, shown } from '../../errors.js';
import { memoised } from '../../lazy.js';

/** Parts of a token that estimates count in, so that sums stay whole numbers. */
export const PARTS = 4;

const LAST_ASCII = 0x7f;
/** From here on: ideographs, kana, Hangul, full-width forms, and the surrogates, of which two make an emoji. */
const FIRST_WIDE = 0x2e80;

/**
 * Parts of a token that a UTF-16 code unit makes. Four letters of English are about a token; digits and signs, and the
 * letters of other alphabets, take about twice as much, ideographs a token each. Vocabularies differ, so this leans
 * towards too much: what is said to fit a budget should.
 */
function partsOf(code: number): number {
  if (code <= LAST_ASCII) return isLetterOrSpace(code) ? 1 : 2;
  return code < FIRST_WIDE ? 2 : PARTS;
}

function isLetterOrSpace(code: number): boolean {
  const lower = code | 0x20;
  return code === 0x20 || (lower >= 0x61 && lower <= 0x7a);
}

/** How many tokens a language model is likely to make of a text: an estimate that needs no vocabulary. */
export function estimateTokens(text: string): number {
  let parts = 0;
  for (let i = 0; i < text.length; i++) parts += partsOf(text.charCodeAt(i));
  return Math.ceil(parts / PARTS);
}

/** Says how many tokens a text is. */
export type CountTokens = (text: string) => number;

/** A text whose spans can be weighed at once, in parts of a token. */
export class WeighedText {
  private readonly sums: Uint32Array | Float64Array;

  /** Without a counter tokens are estimated; with one words are counted, and their letters weigh alike. */
  constructor(
    readonly text: string,
    private readonly count?: CountTokens,
  ) {
    this.sums = count === undefined ? estimatedSums(text) : countedSums(text, count);
  }

  /** Parts of a token between two offsets. */
  weight(start: number, end: number): number {
    return this.sums[end]! - this.sums[start]!;
  }

  /** Tokens between two offsets, as `estimateTokens` or the counter has them. */
  tokens(start: number, end: number): number {
    if (this.count !== undefined) return counted(this.text.slice(start, end), this.count);
    return Math.ceil(this.weight(start, end) / PARTS);
  }
}

function estimatedSums(text: string): Uint32Array {
  const sums = new Uint32Array(text.length + 1);
  for (let i = 0; i < text.length; i++) sums[i + 1] = sums[i]! + partsOf(text.charCodeAt(i));
  return sums;
}

/** Different words whose count is kept; a text of many more is none that repeats itself. */
const MOST_KEPT = 20_000;

/** Vocabularies have hardly a token that spans two words, so those of a text are about those of its words together. */
function countedSums(text: string, count: CountTokens): Float64Array {
  const sums = new Float64Array(text.length + 1);
  const tokensOf = memoised((word: string) => counted(word, count), MOST_KEPT);
  for (let start = 0; start < text.length; ) {
    const end = wordEnd(text, start);
    const tokens = tokensOf(text.slice(start, end));
    for (let i = start; i < end; i++) sums[i + 1] = sums[i]! + (tokens * PARTS) / (end - start);
    start = end;
  }
  return sums;
}

/** The end of the word that begins here, the white space before it part of it. */
function wordEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && isBlank(text.charCodeAt(end))) end++;
  while (end < text.length && !isBlank(text.charCodeAt(end))) end++;
  return end;
}

const isBlank = (code: number) => code === 0x20 || (code >= 9 && code <= 13) || code === 0xa0;

function counted(text: string, count: CountTokens): number {
  const tokens = count(text);
  if (Number.isFinite(tokens) && tokens >= 0) return tokens;
  throw new PithError(
    'bad-option',
    `expected countTokens to give a number of tokens, got ${shown(tokens)}`,
    'give a function such as text => encode(text).length',
  );
}
