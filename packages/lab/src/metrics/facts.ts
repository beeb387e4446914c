import type { Gold } from '../corpora/corpus.js';
import type { Extraction } from '../extractor.js';
import { calendarDay } from './dates.js';
import { fromOverlap, multisetOverlap } from './score.js';

export const FACT_FIELDS = ['title', 'authors', 'date'] as const;
export type FactField = (typeof FACT_FIELDS)[number];

/** Neither right nor missing: wrong. `loose` is defined per field below. */
export interface FactOutcome {
  readonly right: 0 | 1;
  readonly loose: 0 | 1;
  readonly missing: 0 | 1;
}

/** Word F1 from which a title is loosely right. */
const LOOSE_TITLE = 0.9;
const DAY = 86_400_000;

/** Outcomes of the fields of a page that have gold. */
export function factOutcomes(
  gold: Gold,
  found: Pick<Extraction, 'title' | 'authors' | 'published'>,
): Partial<Record<FactField, FactOutcome>> {
  const outcomes: Partial<Record<FactField, FactOutcome>> = {};
  if (gold.title && plainText(gold.title) !== '') outcomes.title = titleOutcome(gold.title, found.title);
  if (authorNames(gold.author ?? []).size > 0) outcomes.authors = authorOutcome(gold.author!, found.authors);
  const day = gold.date === undefined ? undefined : calendarDay(gold.date);
  if (day !== undefined) outcomes.date = dateOutcome(day, found.published);
  return outcomes;
}

/** Right: same letters and digits in order. Loose: contains the gold, or word F1 of at least 0.9. */
export function titleOutcome(gold: string, found: string | undefined): FactOutcome {
  const [wanted, given] = [plainText(gold), plainText(found ?? '')];
  if (given === '') return { right: 0, loose: 0, missing: 1 };
  const [words, own] = [wanted.split(' '), given.split(' ')];
  const { f1 } = fromOverlap(multisetOverlap(words, own), words.length, own.length);
  const right = wanted.replaceAll(' ', '') === given.replaceAll(' ', '');
  return outcome(right, f1 >= LOOSE_TITLE || ` ${given} `.includes(` ${wanted} `));
}

/** Right: the same people. Loose: at least one in common. */
export function authorOutcome(
  gold: string | readonly string[],
  found: readonly string[] | undefined,
): FactOutcome {
  const [wanted, given] = [authorNames(gold), authorNames(found ?? [])];
  if (given.size === 0) return { right: 0, loose: 0, missing: 1 };
  const shared = [...wanted].filter(name => given.has(name)).length;
  return outcome(shared === wanted.size && shared === given.size, shared > 0);
}

/** Right: the same calendar day as written. Loose: one day off, for time zones. */
export function dateOutcome(day: string, found: string | undefined): FactOutcome {
  const own = found === undefined ? undefined : (calendarDay(found) ?? found);
  if (own === undefined || own === '') return { right: 0, loose: 0, missing: 1 };
  return outcome(
    own === day,
    Math.abs(Date.parse(own) - Date.parse(day)) <= DAY && own.length === day.length,
  );
}

function outcome(right: boolean, loose: boolean): FactOutcome {
  return { right: right ? 1 : 0, loose: right || loose ? 1 : 0, missing: 0 };
}

/** Separators between people in a byline, and its first word. */
const BETWEEN_PEOPLE = /[,;&\t|]| und | and | And /;
const OPENING = /^(?:Von|By) /;

export function authorNames(author: string | readonly string[]): Set<string> {
  const parts = (typeof author === 'string' ? [author] : author).flatMap(name => name.split(BETWEEN_PEOPLE));
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

/** Outcomes as scores, higher is better: `title right`, `title loose`, `title given`. */
export function factScores(gold: Gold, extraction: Extraction): Record<string, number> | undefined {
  const entries = Object.entries(factOutcomes(gold, extraction)).flatMap(
    ([field, { right, loose, missing }]) => [
      [`${field} right`, right],
      [`${field} loose`, loose],
      [`${field} given`, 1 - missing],
    ],
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
