import type { Gold } from '../corpora/corpus.js';
import type { Extraction } from '../extractor.js';
import { calendarDay } from './dates.js';
import { fromOverlap, multisetOverlap } from './score.js';

/** The facts that a corpus may have gold for. */
export const FACT_FIELDS = ['title', 'authors', 'date'] as const;
export type FactField = (typeof FACT_FIELDS)[number];

/** How a fact was met: right, missing, or else wrong; `loose` forgives what the rules below say. */
export interface FactOutcome {
  readonly right: 0 | 1;
  readonly loose: 0 | 1;
  readonly missing: 0 | 1;
}

/** A title with so much of the gold's words, by F1, is loosely right. */
const LOOSE_TITLE = 0.9;
const DAY = 86_400_000;

/** How each fact of a page was met; a fact without gold is absent. */
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

/** Right: the same letters and digits in the same order. Loosely: the gold stands in it, or word F1 is 0.9 at least. */
export function titleOutcome(gold: string, found: string | undefined): FactOutcome {
  const [wanted, given] = [plainText(gold), plainText(found ?? '')];
  if (given === '') return { right: 0, loose: 0, missing: 1 };
  const [words, own] = [wanted.split(' '), given.split(' ')];
  const { f1 } = fromOverlap(multisetOverlap(words, own), words.length, own.length);
  const right = wanted.replaceAll(' ', '') === given.replaceAll(' ', '');
  return outcome(right, f1 >= LOOSE_TITLE || ` ${given} `.includes(` ${wanted} `));
}

/** Right: the same people. Loosely: one in common. */
export function authorOutcome(
  gold: string | readonly string[],
  found: readonly string[] | undefined,
): FactOutcome {
  const [wanted, given] = [authorNames(gold), authorNames(found ?? [])];
  if (given.size === 0) return { right: 0, loose: 0, missing: 1 };
  const shared = [...wanted].filter(name => given.has(name)).length;
  return outcome(shared === wanted.size && shared === given.size, shared > 0);
}

/** Right: the same calendar day as written. Loosely: a day off, for time zones. */
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

/** Between two people in a byline; what opens one. */
const BETWEEN_PEOPLE = /[,;&\t|]| und | and | And /;
const OPENING = /^(?:Von|By) /;

/** The names of an author field, for comparing. */
export function authorNames(author: string | readonly string[]): Set<string> {
  const parts = (typeof author === 'string' ? [author] : author).flatMap(name => name.split(BETWEEN_PEOPLE));
  return new Set(parts.map(name => plainText(name.trim().replace(OPENING, ''))).filter(name => name !== ''));
}

/** Lower case, punctuation and white space as one space, accents as they are. */
export function plainText(text: string): string {
  return text
    .slice(0, 2_000)
    .toLowerCase()
    .normalize('NFKC')
    .replace(/\u00ad/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** The outcomes as named numbers, of all of which more is better: `title right`, `title loose`, `title given`. */
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
