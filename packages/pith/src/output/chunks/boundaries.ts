import { characterClass, IDEOGRAPH, LETTER, SPACE } from '../../blocks/characters.js';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Levels at which text may be cut, coarse to fine; the last two are for words that are too long. */
export const LEVELS = ['paragraph', 'line', 'sentence', 'word', 'character', 'code point'] as const;
export const SENTENCE = LEVELS.indexOf('sentence');
export const WORD = LEVELS.indexOf('word');

type UnitEnd = (text: string, from: number, limit: number) => number;

const UNIT_ENDS: Readonly<Record<(typeof LEVELS)[number], UnitEnd>> = {
  paragraph: (text, from, limit) => before(text.indexOf('\n\n', from), limit),
  line: (text, from, limit) => before(text.indexOf('\n', from), limit),
  sentence: sentenceEnd,
  word: wordEnd,
  character: characterEnd,
  'code point': (text, from, limit) => Math.min(limit, from + sizeAt(text, from)),
};

function before(found: number, limit: number): number {
  return found < 0 || found > limit ? limit : found;
}

export function unitAt(text: string, from: number, limit: number, level: number): Span {
  return { start: from, end: Math.max(from, UNIT_ENDS[LEVELS[level]!](text, from, limit)) };
}

/** Lines keep their indentation, which is significant in code. */
export function nextStart(text: string, end: number, limit: number, level: number): number {
  let at = end;
  const isGap = level < SENTENCE ? isLineFeed : isSpace;
  while (at < limit && isGap(text.charCodeAt(at))) at++;
  return at;
}

const isLineFeed = (code: number) => code === 10;
/** No-break spaces do not separate. */
const isSpace = (code: number) => characterClass(code) === SPACE || code === 0x3000;

const ENDS = new Set('.!?…');
const WIDE_ENDS = new Set('。！？｡');
const CLOSERS = new Set(')]}"\'”’»›」』】）》〉');
const OPENERS = new Set('([{“‘«‹「『【（《〈');

function sentenceEnd(text: string, from: number, limit: number): number {
  for (let at = from; at < limit; at++) {
    const sign = text[at]!;
    const wide = WIDE_ENDS.has(sign);
    if (!wide && !ENDS.has(sign)) continue;
    let end = at + 1;
    while (end < limit && CLOSERS.has(text[end]!)) end++;
    if (end >= limit || wide || isSpace(text.charCodeAt(end))) return end;
  }
  return limit;
}

/** In scripts without spaces a character counts as a word. */
function wordEnd(text: string, from: number, limit: number): number {
  let last = characterClass(text.charCodeAt(from));
  for (let at = from + 1; at < limit; at++) {
    const kind = characterClass(text.charCodeAt(at));
    if (isSpace(text.charCodeAt(at))) return at;
    const begins = kind === IDEOGRAPH || (kind === LETTER && last === IDEOGRAPH);
    if (begins && !OPENERS.has(text[at - 1]!) && !isJoined(text, at)) return at;
    last = kind;
  }
  return limit;
}

function characterEnd(text: string, from: number, limit: number): number {
  let at = from + sizeAt(text, from);
  while (at < limit && isJoined(text, at)) at += sizeAt(text, at);
  return Math.min(limit, at);
}

/** Accents, vowel signs, joiners, variation selectors and skin tones belong to the previous character. */
const JOINS = /^(?:\p{M}|\u200d|[\u{1f3fb}-\u{1f3ff}])$/u;

function isJoined(text: string, at: number): boolean {
  const point = text.codePointAt(at)!;
  return text.charCodeAt(at - 1) === 0x200d || (point >= 0x300 && JOINS.test(String.fromCodePoint(point)));
}

function sizeAt(text: string, at: number): number {
  return text.codePointAt(at)! > 0xffff ? 2 : 1;
}
