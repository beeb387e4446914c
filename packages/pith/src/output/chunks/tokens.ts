import { PithError, shown } from '../../errors.js';
import { memoised } from '../../lazy.js';

/** Tokens are estimated in quarters, so that sums stay integers. */
export const PARTS = 4;

const LAST_ASCII = 0x7f;
const FIRST_WIDE = 0x2e80;

/** Four English letters are about one token, an ideograph is one. Errs on the high side, so that text fits. */
function partsOf(code: number): number {
  if (code <= LAST_ASCII) return isLetterOrSpace(code) ? 1 : 2;
  return code < FIRST_WIDE ? 2 : PARTS;
}

function isLetterOrSpace(code: number): boolean {
  const lower = code | 0x20;
  return code === 0x20 || (lower >= 0x61 && lower <= 0x7a);
}

/** Estimates the number of tokens of a text without a vocabulary. */
export function estimateTokens(text: string): number {
  let parts = 0;
  for (let i = 0; i < text.length; i++) parts += partsOf(text.charCodeAt(i));
  return Math.ceil(parts / PARTS);
}

export type CountTokens = (text: string) => number;

export class WeighedText {
  private readonly sums: Uint32Array | Float64Array;

  /** With `count`, every word is counted and its cost is spread evenly over its characters. */
  constructor(
    readonly text: string,
    private readonly count?: CountTokens,
  ) {
    this.sums = count === undefined ? estimatedSums(text) : countedSums(text, count);
  }

  weight(start: number, end: number): number {
    return this.sums[end]! - this.sums[start]!;
  }

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

const MOST_KEPT = 20_000;

/** Vocabularies have hardly any token that spans two words, so the sum over words is a good estimate. */
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
    `expected countTokens to return a number of tokens, got ${shown(tokens)}`,
    'use a function such as text => encode(text).length',
  );
}
