/**
 * 1 if both dates are the same calendar day, else 0; undefined if the gold is not a date. Time of day and
 * zone are ignored.
 */
export function dateScore(gold: string, extracted: string | undefined): number | undefined {
  const day = calendarDay(gold);
  if (day === undefined) return undefined;
  return extracted !== undefined && calendarDay(extracted) === day ? 1 : 0;
}

/** Limits untrusted input to the patterns. */
const LONGEST_DATE = 100;

/** `YYYY-MM-DD` of a date as written. */
export function calendarDay(date: string): string | undefined {
  const text = date.trim();
  if (text.length > LONGEST_DATE) return undefined;
  const [, year, month, day] = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?!\d)/.exec(text) ?? [];
  if (year && month && day) return isDay(+year, +month, +day) ? `${year}-${month}-${day}` : undefined;
  // Other formats (“May 4, 2021”) have no zone, so the engine parses them as local time: format as local time
  // too.
  const time = new Date(withoutZone(text));
  if (!/\d{4}/.test(text) || Number.isNaN(time.getTime())) return undefined;
  const digits = (value: number, width: number) => String(value).padStart(width, '0');
  return `${digits(time.getFullYear(), 4)}-${digits(time.getMonth() + 1, 2)}-${digits(time.getDate(), 2)}`;
}

function withoutZone(text: string): string {
  return text.replace(/\s*(?:GMT|UTC|Z)?(?:[+-]\d{2}:?\d{2})?(?:\s*\([^)]*\))?$/i, '');
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
