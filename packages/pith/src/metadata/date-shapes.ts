import type { DateToken } from './date-tokens.js';
import { monthOf } from './month-names.js';

export interface DateReading {
  /** BCP 47 tag of the page; resolves ambiguous month names. */
  readonly language?: string | undefined;
  /** True if 03/04/2020 is the third of April rather than the fourth of March. */
  readonly dayFirst?: boolean | undefined;
  /** Fallback for words missing from the table of month names: 1 to 12, or 0. */
  readonly monthNamed?: ((word: string) => number) | undefined;
  /** Earliest accepted year: the first web pages are from 1990, but structured data may date an old book earlier. */
  readonly earliestYear?: number | undefined;
}

export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly next: number;
}

export function dayAt(tokens: readonly DateToken[], i: number, reading: DateReading): Day | undefined {
  for (const shape of SHAPES) {
    const found = shape(tokens, i, reading);
    if (found !== undefined) return found;
  }
  return undefined;
}

type Shape = (tokens: readonly DateToken[], i: number, reading: DateReading) => Day | undefined;

const SHAPES: readonly Shape[] = [
  yearFirst,
  dayMonthName,
  monthNameDay,
  yearMonthName,
  numericTriple,
  compact,
];

/** 2023-12-05, 2023/12/5, 2023. 12. 5., 2023年12月5日, 2023년 12월 5일. */
function yearFirst(tokens: readonly DateToken[], i: number): Day | undefined {
  const year = tokens[i]!;
  if (!isYear(year)) return undefined;
  const m = skip(tokens, i + 1, isNumericSeparator, 2);
  const d = m === i + 1 ? -1 : skip(tokens, m + 1, isNumericSeparator, 2);
  const month = tokens[m];
  const day = tokens[d];
  if (d === m + 1 || !isShort(month) || !isShort(day)) return undefined;
  return { year: year.value, month: month.value, day: day.value, next: d + 1 };
}

/** 5 December 2023, 5. Dezember 2023, 5 de diciembre de 2023, 5 tháng 12 năm 2023. */
function dayMonthName(tokens: readonly DateToken[], i: number, reading: DateReading): Day | undefined {
  const day = tokens[i]!;
  if (!isShort(day)) return undefined;
  const m = skip(tokens, i + 1, isFiller, 3);
  const named = monthAt(tokens, m, reading);
  if (named === undefined) return undefined;
  const y = skip(tokens, named.next, isFiller, 3);
  const year = tokens[y];
  if (!isYear(year)) return undefined;
  return { year: year.value, month: named.month, day: day.value, next: y + 1 };
}

function monthNameDay(tokens: readonly DateToken[], i: number, reading: DateReading): Day | undefined {
  const named = monthAt(tokens, i, reading);
  if (named === undefined) return undefined;
  const d = skip(tokens, named.next, isFiller, 2);
  const day = tokens[d];
  if (!isShort(day)) return undefined;
  const y = skip(tokens, d + 1, isFiller, 3);
  const year = tokens[y];
  if (!isYear(year)) return undefined;
  return { year: year.value, month: named.month, day: day.value, next: y + 1 };
}

/** 2023. december 5., 2023 m. gruodžio 5 d. */
function yearMonthName(tokens: readonly DateToken[], i: number, reading: DateReading): Day | undefined {
  const year = tokens[i]!;
  if (!isYear(year)) return undefined;
  const named = monthAt(tokens, skip(tokens, i + 1, isFiller, 3), reading);
  if (named === undefined) return undefined;
  const d = skip(tokens, named.next, isFiller, 2);
  const day = tokens[d];
  if (!isShort(day)) return undefined;
  return { year: year.value, month: named.month, day: day.value, next: d + 1 };
}

/**
 * 5.12.2023, 05/12/23, 12-05-2023: the same separator twice. The separator or the page decides which number
 * is the day.
 */
function numericTriple(tokens: readonly DateToken[], i: number, reading: DateReading): Day | undefined {
  const a = tokens[i]!;
  if (!isShort(a)) return undefined;
  const first = skip(tokens, i + 1, isSpace, 1);
  const sign = tokens[first]?.text ?? '';
  if (!(sign === '.' || sign === '/' || sign === '-')) return undefined;
  const b = skip(tokens, first + 1, isSpace, 1);
  const second = skip(tokens, b + 1, isSpace, 1);
  const y = skip(tokens, second + 1, isSpace, 1);
  const year = tokens[y];
  const middle = tokens[b];
  if (!isShort(middle) || tokens[second]?.text !== sign || year === undefined) return undefined;
  const fullYear = isYear(year) ? year.value : shortYear(year);
  if (fullYear === undefined || (sign !== '.' && tokens[y + 1]?.text === sign)) return undefined;
  return { year: fullYear, ...ordered(a.value, middle.value, sign, reading), next: y + 1 };
}

/** 20231205 and 20231205T101500Z. */
function compact(tokens: readonly DateToken[], i: number): Day | undefined {
  const token = tokens[i]!;
  if (token.value < 0 || token.text.length !== 8) return undefined;
  const { value } = token;
  return {
    year: Math.floor(value / 10_000),
    month: Math.floor(value / 100) % 100,
    day: value % 100,
    next: i + 1,
  };
}

function ordered(a: number, b: number, sign: string, reading: DateReading): { month: number; day: number } {
  const dayFirst = sign === '.' || (reading.dayFirst ?? false);
  if (b > 12) return { month: a, day: b };
  return dayFirst || a > 12 ? { day: a, month: b } : { month: a, day: b };
}

function monthAt(
  tokens: readonly DateToken[],
  i: number,
  reading: DateReading,
): { month: number; next: number } | undefined {
  const token = tokens[i];
  if (token === undefined || !token.isWord) return undefined;
  if (token.text === 'tháng') {
    const number = skip(tokens, i + 1, isSpace, 1);
    return isShort(tokens[number]) ? { month: tokens[number].value, next: number + 1 } : undefined;
  }
  const after = skip(tokens, i + 1, isSpace, 1);
  const language = (reading.language ?? '').slice(0, 2).toLowerCase();
  const month =
    monthOf(token.text, tokens[after]?.text ?? '', language) || (reading.monthNamed?.(token.text) ?? 0);
  if (month === 0) return undefined;
  const twoWords = token.text === 'كانون' || token.text === 'تشرين';
  return { month, next: twoWords ? after + 1 : i + 1 };
}

function skip(
  tokens: readonly DateToken[],
  i: number,
  passes: (token: DateToken) => boolean,
  most: number,
): number {
  let left = most;
  let at = i;
  for (; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (isSpace(token)) continue;
    if (left === 0 || !passes(token)) break;
    left--;
  }
  return at;
}

/** Words and signs without meaning inside a date: ordinals, prepositions, units. */
const FILLERS = new Set(
  ". , ' ’ / - st nd rd th er re º ª ° de del of den d da di le the el a o m г г. року рік года год лет năm year y e of, พศ ค.ศ".split(
    ' ',
  ),
);

function isFiller(token: DateToken): boolean {
  return FILLERS.has(token.text);
}

function isNumericSeparator(token: DateToken): boolean {
  return '-/.年月년월'.includes(token.text);
}

function isSpace(token: DateToken): boolean {
  return token.text === ' ';
}

function isYear(token: DateToken | undefined): token is DateToken {
  return token !== undefined && token.text.length === 4 && token.value >= 1800 && token.value <= 2700;
}

function isShort(token: DateToken | undefined): token is DateToken {
  return token !== undefined && token.value >= 1 && token.value <= 31 && token.text.length <= 2;
}

function shortYear(token: DateToken): number | undefined {
  if (token.value < 0 || token.text.length !== 2) return undefined;
  return token.value < 50 ? 2000 + token.value : 1900 + token.value;
}
