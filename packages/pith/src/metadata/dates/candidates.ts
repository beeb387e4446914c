import type { WrittenDate } from '../dates.js';
import type { MetadataSource } from '../metadata.js';
import type { PageReading } from '../page-reading.js';
import { attributeDates, lineDates, timeDates } from './shown.js';
import { addressDates, scriptDates, statedDates } from './stated.js';

/** Most informative places first. */
// biome-ignore format: a list of names reads better in rows
export const DATE_PLACES = [
  'json-ld published', 'json-ld created', 'json-ld modified', 'open-graph published',
  'open-graph modified', 'meta published', 'meta modified', 'meta date', 'microdata published',
  'microdata modified', 'time near the title', 'time', 'time in the outskirts', 'line near the title',
  'line above the title', 'opening of the text', 'line', 'line in the outskirts', 'running text',
  'attribute', 'address', 'script published', 'script modified', 'script', 'address of the image', 'title',
] as const;
export type DatePlace = (typeof DATE_PLACES)[number];

export const NEAR_TITLE: ReadonlySet<DatePlace> = new Set([
  'time near the title',
  'line near the title',
  'line above the title',
]);

/** Kind of date by the words before it or the names of the elements around it. */
export type DateLabel = 'published' | 'modified' | 'date' | undefined;

export interface DateMention extends WrittenDate {
  readonly place: DatePlace;
  readonly label: DateLabel;
  readonly source: MetadataSource;
  readonly node?: number | undefined;
  /** Blocks after the heading; negative before it, undefined if not visible. */
  readonly distance?: number | undefined;
  readonly words?: number | undefined;
  readonly inComments?: boolean | undefined;
}

export interface DateCandidate {
  readonly day: string;
  readonly mentions: readonly DateMention[];
}

/** More visible dates are a calendar or an archive. Set by hand. */
const MAX_SHOWN = 400;

export function dateCandidates(page: PageReading): DateCandidate[] {
  const shown = [...timeDates(page), ...attributeDates(page), ...lineDates(page)].slice(0, MAX_SHOWN);
  const days = new Map<string, DateMention[]>();
  for (const mention of [...statedDates(page), ...shown, ...addressDates(page), ...scriptDates(page)]) {
    const known = days.get(mention.day);
    if (known === undefined) days.set(mention.day, [mention]);
    else known.push(mention);
  }
  return [...days].map(([day, mentions]) => ({ day, mentions }));
}

/** Places of dates that may be those of other stories, comments, events or the site. */
// biome-ignore format: a list of names reads better in rows
const WEAK: ReadonlySet<string> = new Set([
  'time', 'time in the outskirts', 'title', 'opening of the text', 'line', 'line in the outskirts',
  'running text', 'attribute', 'script', 'script published', 'script modified', 'address of the image',
]);

export function isWeakDate({ mentions }: DateCandidate): boolean {
  return mentions.every(({ place, inComments }) => WEAK.has(place) || inComments === true);
}

export function isOfChange({ mentions }: DateCandidate): boolean {
  return mentions.every(({ label }) => label === 'modified');
}

/**
 * The candidates that may be the publication date: within a day of the URL's, not only in comments unless all are, and
 * not only labelled as modified if a day near the title is labelled as published. (A label in the metadata excludes
 * nothing: for republished texts the gold has the visible day.)
 */
export function ownDates(candidates: readonly DateCandidate[]): readonly DateCandidate[] {
  const every = besideAddress(candidates);
  const uncommented = every.filter(({ mentions }) => !mentions.every(({ inComments }) => inComments));
  // A discussion may consist of comments only.
  const all = uncommented.length > 0 ? uncommented : every;
  const isLabelled = ({ mentions }: DateCandidate) =>
    mentions.some(({ label, place }) => label === 'published' && NEAR_TITLE.has(place));
  return all.some(isLabelled) ? all.filter(candidate => !isOfChange(candidate)) : all;
}

const DAY = 86_400_000;

export function daysBetween(one: string, other: string): number {
  return Math.abs(Date.parse(one) - Date.parse(other)) / DAY;
}

/** If the URL's day is also shown near the title, only that one. Of 204 URLs with a day, 5 are off by one. */
function besideAddress(candidates: readonly DateCandidate[]): readonly DateCandidate[] {
  const address = candidates.find(({ mentions }) => mentions.some(({ place }) => place === 'address'));
  if (address === undefined) return candidates;
  const isShown = address.mentions.some(({ place, inComments }) => NEAR_TITLE.has(place) && !inComments);
  return candidates.filter(({ day }) => daysBetween(day, address.day) <= (isShown ? 0 : 1));
}
