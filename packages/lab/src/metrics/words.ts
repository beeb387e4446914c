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

/** Classes of the basic plane: a table look-up a character instead of a regular expression. */
const planeClasses = once(() => Uint8Array.from({ length: 0x10000 }, (_, code) => classOf(code)));

/**
 * The words of a text as they stand: runs of letters, digits, combining marks and underscores, whatever the script;
 * a Han or kana character is a word of its own, since those scripts put no spaces between words. This is the
 * tokenisation behind every measure in words; peers' published scores are reproduced with it to four digits.
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

/** The words of a text in lower case. */
export function wordsOf(text: string): string[] {
  return wordsAsWritten(text.toLowerCase());
}

/** Whether a word is a character that stands for a word of its own. */
export function isOwnWord(word: string): boolean {
  return classOf(word.codePointAt(0) ?? 0) === OWN_WORD;
}
