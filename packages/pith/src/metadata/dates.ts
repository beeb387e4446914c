import { monthOf } from './month-names.js';
import { timeAfter } from './times.js';

/** Years outside this range are typing errors or hostile. Constants, so that a page always gives the same result. */
const EARLIEST_YEAR = 1990;
const LATEST_YEAR = 2100;
/** Earliest year in metadata, which may date an old book; visible dates before 1990 are usually not of the page. */
const OLDEST_YEAR = 1900;

const MAX_LENGTH = 300;

export interface WrittenDate {
  /** ISO 8601: the day, with time and zone if given. */
  readonly value: string;
  readonly day: string;
}

/** Every date has a four-digit number, or three numbers with separators. Tested before tokenising, which is slow. */
const MAY_BE_DATE = /\p{Nd}{4}|\p{Nd}\s{0,9}[./-]\s{0,9}\p{Nd}{1,2}\s{0,9}[./-]\s{0,9}\p{Nd}{2}/u;

/** The dates in a line of text, in about thirty languages. `earliest` is the first accepted year. */
export function datesIn(text: string, reading: DateReading = {}, earliest = EARLIEST_YEAR): WrittenDate[] {
  const value = text.slice(0, MAX_LENGTH);
  if (!MAY_BE_DATE.test(value)) return [];
  const tokens = tokensOf(value);
  const dates: WrittenDate[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const found = dayAt(tokens, i, reading);
    const day = found && isoDay(found, earliest);
    if (found === undefined || day === undefined) continue;
    dates.push({ value: day + timeAfter(tokens, found.next), day });
    i = found.next - 1;
  }
  return dates;
}

/** The date in an attribute or in structured data: also a timestamp, or a date before 1990. */
export function writtenDate(text: string, reading: DateReading = {}): WrittenDate | undefined {
  const value = text.slice(0, MAX_LENGTH).trim();
  const date = /^\d{9,13}$/.test(value) ? fromTimestamp(Number(value)) : fromIso(value);
  if (date !== undefined) return { value: date, day: date.slice(0, 10) };
  return datesIn(value, reading, OLDEST_YEAR)[0];
}

/** Like `writtenDate`, in ISO 8601, without a time that has no zone. */
export function parseDate(text: string, reading: DateReading = {}): string | undefined {
  return withoutLocalTime(writtenDate(text, reading));
}

/** The first date in a line of text, in ISO 8601, without a time that has no zone. */
export function findDate(text: string, reading: DateReading = {}): string | undefined {
  return withoutLocalTime(datesIn(text, reading)[0]);
}

/** Drops a time without a zone, since the day may be another one in the reader's zone. */
function withoutLocalTime(date: WrittenDate | undefined): string | undefined {
  return date?.value.length === LOCAL_TIME.length ? date.day : date?.value;
}

const LOCAL_TIME = '2023-12-05T10:15:00';

/** Matches nine in ten values; `datesIn` gives the same result, ten times slower. */
const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.\d{1,9})?(Z|[+-](?:0\d|1[0-4]):[0-5]\d))?$/;

function fromIso(value: string): string | undefined {
  const iso = ISO.exec(value);
  if (iso === null) return undefined;
  const [, year, month, day, hour, minute, second, zone] = iso;
  const found = isoDay({ year: Number(year), month: Number(month), day: Number(day) }, OLDEST_YEAR);
  return found === undefined || zone === undefined ? found : `${found}T${hour}:${minute}:${second}${zone}`;
}

/** Thai pages use the Buddhist era, whose years are 543 ahead. */
const BUDDHIST_YEARS = 543;

/** `2023-12-05`, or undefined if the day does not exist or the year is out of range. */
export function isoDay(found: Omit<Day, 'next'>, earliest: number = EARLIEST_YEAR): string | undefined {
  const year = found.year > 2400 ? found.year - BUDDHIST_YEARS : found.year;
  const { month, day } = found;
  if (year < earliest || year > LATEST_YEAR || month < 1 || month > 12 || day < 1) return undefined;
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return undefined;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function fromTimestamp(value: number): string | undefined {
  const date = new Date(value < 1e11 ? value * 1000 : value);
  const year = date.getUTCFullYear();
  return year < EARLIEST_YEAR || year > LATEST_YEAR ? undefined : `${date.toISOString().slice(0, 19)}Z`;
}

export interface DateReading {
  /** BCP 47 tag of the page; resolves ambiguous month names. */
  readonly language?: string | undefined;
  /** True if 03/04/2020 is the third of April rather than the fourth of March. */
  readonly dayFirst?: boolean | undefined;
  /** Month (1 to 12, or 0) of a word that is missing in the table of month names. */
  readonly monthNamed?: ((word: string) => number) | undefined;
}

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly next: number;
}

function dayAt(tokens: readonly DateToken[], i: number, reading: DateReading): Day | undefined {
  const shaped = yearFirst(tokens, i);
  if (shaped !== undefined) return shaped;
  for (const parts of NAMED) {
    const found = withMonthName(tokens, i, parts, reading);
    if (found !== undefined) return found;
  }
  return numericTriple(tokens, i, reading) ?? compact(tokens, i);
}

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

type Part = 'year' | 'month' | 'day';

/** The parts of dates with a month's name. */
const NAMED: readonly (readonly Part[])[] = [
  ['day', 'month', 'year'], // 5 December 2023, 5. Dezember 2023, 5 de diciembre de 2023, 5 tháng 12 năm 2023
  ['month', 'day', 'year'],
  ['year', 'month', 'day'], // 2023. december 5., 2023 m. gruodžio 5 d.
];

function withMonthName(
  tokens: readonly DateToken[],
  i: number,
  parts: readonly Part[],
  reading: DateReading,
): Day | undefined {
  const found = { year: 0, month: 0, day: 0, next: i };
  for (const part of parts) {
    // Between a month and the day after it there are fewer words.
    const most = part === 'day' ? 2 : 3;
    const at = found.next === i ? i : skip(tokens, found.next, isFiller, most);
    const token = tokens[at];
    if (part === 'month') {
      const named = monthAt(tokens, at, reading);
      if (named === undefined) return undefined;
      found.month = named.month;
      found.next = named.next;
    } else {
      if (!(part === 'day' ? isShort(token) : isYear(token))) return undefined;
      found[part] = token!.value;
      found.next = at + 1;
    }
  }
  return found;
}

/** 5.12.2023, 05/12/23, 12-05-2023: the same separator twice. */
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

/** A number above 12 is the day. Otherwise a dot or `reading` decides. */
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

/** A run of digits, a run of letters, one other character, or white space (as ' '). */
export interface DateToken {
  /** Lower-case text; digits of every script as ASCII digits. */
  readonly text: string;
  /** -1 if not a number of at most 14 digits. */
  readonly value: number;
  readonly isWord: boolean;
}

const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59\uff10-\uff19]/g;
const TOKEN = /\d+|[年月日년월일]|[\p{L}\p{M}]+|\s+|[^\s\p{L}\p{M}\d]/gu;

/** Thai abbreviations of months have full stops between letters, which are removed. */
const THAI_ABBREVIATION = /([\u0e01-\u0e4e])\.([\u0e01-\u0e4e])/g;

function tokensOf(line: string): DateToken[] {
  const tokens: DateToken[] = [];
  const plain = asciiDigits(line).replace(THAI_ABBREVIATION, '$1$2').toLowerCase();
  for (const [token] of plain.matchAll(TOKEN)) {
    const first = token.charCodeAt(0);
    const isNumber = first >= 48 && first <= 57;
    tokens.push({
      text: token.trim() === '' ? ' ' : token,
      value: isNumber && token.length <= 14 ? Number(token) : -1,
      isWord: !isNumber && /^\p{L}/u.test(token),
    });
  }
  return tokens;
}

function asciiDigits(line: string): string {
  return line.replace(OTHER_DIGITS, digit => {
    const code = digit.charCodeAt(0);
    const zero = ZEROS.find(start => code >= start && code <= start + 9) ?? code;
    return String(code - zero);
  });
}
