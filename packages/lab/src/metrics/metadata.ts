import type { Gold } from '../corpora/corpus.js';
import type { Extraction } from '../extractor.js';
import { bagOfWords, sameWords, scoreOverlap } from './overlap.js';

export const METADATA_FIELDS = ['title', 'authors', 'date'] as const;
export type MetadataField = (typeof METADATA_FIELDS)[number];

/** Neither right nor missing counts as wrong. `loose` is defined per field below. */
export type FieldOutcome = Readonly<Record<'right' | 'loose' | 'missing', 0 | 1>>;

const LOOSE_TITLE = 0.9;
const DAY = 86_400_000;

export function metadataOutcomes(
  gold: Gold,
  found: Pick<Extraction, 'title' | 'authors' | 'published'>,
): Partial<Record<MetadataField, FieldOutcome>> {
  const outcomes: Partial<Record<MetadataField, FieldOutcome>> = {};
  if (gold.title && plainText(gold.title) !== '') outcomes.title = titleOutcome(gold.title, found.title);
  if (authorNames(gold.author ?? []).size > 0) outcomes.authors = authorOutcome(gold.author!, found.authors);
  const day = gold.date === undefined ? undefined : calendarDay(gold.date);
  if (day !== undefined) outcomes.date = dateOutcome(day, found.published);
  return outcomes;
}

/** Right: same letters and digits in order. Loose: contains the gold, or word F1 of at least 0.9. */
export function titleOutcome(gold: string, found: string | undefined): FieldOutcome {
  const [wanted, given] = [plainText(gold), plainText(found ?? '')];
  if (given === '') return { right: 0, loose: 0, missing: 1 };
  const { f1 } = scoreOverlap(wanted.split(' '), given.split(' '));
  const right = wanted.replaceAll(' ', '') === given.replaceAll(' ', '');
  return outcome(right, f1 >= LOOSE_TITLE || ` ${given} `.includes(` ${wanted} `));
}

/** Right: the same people. Loose: at least one in common. */
export function authorOutcome(
  gold: string | readonly string[],
  found: readonly string[] | undefined,
): FieldOutcome {
  const [wanted, given] = [authorNames(gold), authorNames(found ?? [])];
  if (given.size === 0) return { right: 0, loose: 0, missing: 1 };
  const shared = [...wanted].filter(name => given.has(name)).length;
  return outcome(shared === wanted.size && shared === given.size, shared > 0);
}

/** Right: the same calendar day as written. Loose: one day off, for time zones. */
export function dateOutcome(day: string, found: string | undefined): FieldOutcome {
  const own = found === undefined ? undefined : (calendarDay(found) ?? found);
  if (own === undefined || own === '') return { right: 0, loose: 0, missing: 1 };
  return outcome(
    own === day,
    Math.abs(Date.parse(own) - Date.parse(day)) <= DAY && own.length === day.length,
  );
}

function outcome(right: boolean, loose: boolean): FieldOutcome {
  return { right: right ? 1 : 0, loose: right || loose ? 1 : 0, missing: 0 };
}

const BYLINE_SEPARATOR = /[,;&\t|]| und | and | And /;
const OPENING = /^(?:Von|By) /;

export function authorNames(author: string | readonly string[]): Set<string> {
  const parts = (typeof author === 'string' ? [author] : author).flatMap(name =>
    name.split(BYLINE_SEPARATOR),
  );
  return new Set(parts.map(name => plainText(name.trim().replace(OPENING, ''))).filter(name => name !== ''));
}

/** Lower-cased, with punctuation and white space collapsed; accents are kept. */
export function plainText(text: string): string {
  return text
    .slice(0, 2_000)
    .toLowerCase()
    .normalize('NFKC')
    .replace(/\u00ad/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

export function metadataScores(gold: Gold, extraction: Extraction): Record<string, number> | undefined {
  const entries = Object.entries(metadataOutcomes(gold, extraction)).flatMap(
    ([field, { right, loose, missing }]) => [
      [`${field} right`, right],
      [`${field} loose`, loose],
      [`${field} given`, 1 - missing],
    ],
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

type ExactAndF1 = Readonly<Record<'exact' | 'f1', number>>;

/** Compares the words of titles after NFKC normalisation, ignoring case and punctuation. */
export function titleScore(gold: string, extracted: string | undefined): ExactAndF1 {
  const [wanted, given] = [gold.normalize('NFKC'), (extracted ?? '').normalize('NFKC')];
  return { exact: sameWords(wanted, given) ? 1 : 0, f1: bagOfWords(wanted, given).f1 };
}

/** Longest text in characters that is read as a date, since the input is untrusted. */
const LONGEST_DATE = 100;

export function calendarDay(date: string): string | undefined {
  const text = date.trim();
  if (text.length > LONGEST_DATE) return undefined;
  const [, year, month, day] = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?!\d)/.exec(text) ?? [];
  if (year && month && day) return isDay(+year, +month, +day) ? `${year}-${month}-${day}` : undefined;
  // Other formats (“May 4, 2021”) are parsed without their zone, as local time: format as local time too.
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
