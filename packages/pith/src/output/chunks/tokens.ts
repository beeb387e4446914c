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

/** A text whose spans can be weighed at once, in parts of a token. */
export class WeighedText {
  private readonly sums: Uint32Array;

  constructor(readonly text: string) {
    this.sums = new Uint32Array(text.length + 1);
    for (let i = 0; i < text.length; i++) this.sums[i + 1] = this.sums[i]! + partsOf(text.charCodeAt(i));
  }

  /** Parts of a token between two offsets. */
  weight(start: number, end: number): number {
    return this.sums[end]! - this.sums[start]!;
  }

  /** Tokens between two offsets, as `estimateTokens` has them. */
  tokens(start: number, end: number): number {
    return Math.ceil(this.weight(start, end) / PARTS);
  }
}
