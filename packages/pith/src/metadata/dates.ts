import { type DateReading, type Day, dayAt } from './date-shapes.js';
import { tokensOf } from './date-tokens.js';
import { timeAfter } from './times.js';

/**
 * Years outside this range are typing errors or hostile. The clock is not read, so that a page always gives
 * the same result.
 */
const EARLIEST_YEAR = 1990;
const LATEST_YEAR = 2100;
/** Structured data may date a text before the web; visible dates that old are usually its subject. */
const OLDEST_YEAR = 1900;

const MAX_LENGTH = 300;

/**
 * Parses a value expected to be a date (attribute, structured data) to ISO 8601: with time and zone if both
 * are given, otherwise the day alone. Undefined if it is not a date or out of range.
 */
export function parseDate(text: string, reading: DateReading = {}): string | undefined {
  const value = text.slice(0, MAX_LENGTH).trim();
  const iso = ISO.exec(value);
  if (iso !== null) return fromIso(iso);
  if (/^\d{9,13}$/.test(value)) return fromTimestamp(Number(value));
  return firstDate(value, reading, OLDEST_YEAR);
}

/** Fast path for nine in ten pages; `firstDate` returns the same, ten times slower. */
const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.\d{1,9})?(Z|[+-](?:0\d|1[0-4]):[0-5]\d))?$/;

function fromIso(iso: RegExpExecArray): string | undefined {
  const [, year, month, day, hour, minute, second, zone] = iso;
  const found = isoDay({ year: Number(year), month: Number(month), day: Number(day) }, OLDEST_YEAR);
  if (found === undefined || zone === undefined) return found;
  return `${found}T${hour}:${minute}:${second}${zone}`;
}

/** First date in a line of text, in about thirty languages. */
export function findDate(text: string, reading: DateReading = {}): string | undefined {
  return firstDate(text.slice(0, MAX_LENGTH), reading, EARLIEST_YEAR);
}

/** Every date has a four-digit year or three numbers with a separator twice; other lines are not tokenised. */
const MAY_BE_DATE = /\p{Nd}{4}|\p{Nd}\s{0,9}[./-]\s{0,9}\p{Nd}{1,2}\s{0,9}[./-]\s{0,9}\p{Nd}{2}/u;

function firstDate(text: string, reading: DateReading, earliest: number): string | undefined {
  if (!MAY_BE_DATE.test(text)) return undefined;
  const tokens = tokensOf(text);
  for (let i = 0; i < tokens.length; i++) {
    const found = dayAt(tokens, i, reading);
    if (found === undefined) continue;
    const day = isoDay(found, earliest);
    if (day !== undefined) return day + timeAfter(tokens, found.next);
  }
  return undefined;
}

export interface WrittenDate {
  /** ISO 8601: the day, with local time and zone as far as the page gives them. */
  readonly value: string;
  /** `2023-12-05`. */
  readonly day: string;
}

/** All dates in a text, as precise as written; `earliest` is the first accepted year. */
export function datesIn(text: string, reading: DateReading = {}, earliest = EARLIEST_YEAR): WrittenDate[] {
  const value = text.slice(0, MAX_LENGTH);
  if (!/\p{Nd}/u.test(value)) return [];
  if (/^\s*\d{9,13}\s*$/.test(value)) {
    const moment = fromTimestamp(Number(value));
    return moment === undefined ? [] : [{ value: moment, day: moment.slice(0, 10) }];
  }
  const tokens = tokensOf(value);
  const dates: WrittenDate[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const found = dayAt(tokens, i, reading);
    const day = found && isoDay(found, earliest);
    if (found === undefined || day === undefined) continue;
    dates.push({ value: day + timeAfter(tokens, found.next, true), day });
    i = found.next - 1;
  }
  return dates;
}

export function writtenDate(text: string, reading: DateReading = {}): WrittenDate | undefined {
  return datesIn(text, reading, OLDEST_YEAR)[0];
}

/** Thai pages use the Buddhist era, which is 543 years ahead. */
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
