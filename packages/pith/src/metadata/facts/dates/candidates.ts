import { KIND_COLUMNS, pageKind } from '../page-kind.js';
import type { PageReading } from '../page-reading.js';
import { buriedDates } from './buried.js';
import { DATE_PLACES, type DateMention, NEAR_TITLE } from './mentions.js';
import { shownDates } from './shown.js';
import { statedDates } from './stated.js';

export interface DateCandidate {
  readonly day: string;
  readonly mentions: readonly DateMention[];
}

export function dateCandidates(page: PageReading): DateCandidate[] {
  const days = new Map<string, DateMention[]>();
  for (const mention of [...statedDates(page), ...shownDates(page), ...buriedDates(page)]) {
    const known = days.get(mention.day);
    if (known === undefined) days.set(mention.day, [mention]);
    else known.push(mention);
  }
  return [...days].map(([day, mentions]) => ({ day, mentions }));
}

/** Places of dates that may be those of other stories, comments, events or the site. */
const WEAK: ReadonlySet<string> = new Set([
  'time',
  'time in the outskirts',
  'title',
  'opening of the text',
  'line',
  'line in the outskirts',
  'running text',
  'attribute',
  'script',
  'script published',
  'script modified',
  'address of the image',
]);

export function isWeakDate({ mentions }: DateCandidate): boolean {
  return mentions.every(({ place, inComments }) => WEAK.has(place) || inComments === true);
}

function isElsewhere({ elsewhere }: PageReading, { mentions }: DateCandidate): boolean {
  return mentions.every(({ node }) => node !== undefined && elsewhere.has(node));
}

/**
 * Indices of the candidates that may be the publication date. If the URL has a day, only days within one day of it.
 * Excludes days that occur only in comments, unless all do, and, if a day near the title is labelled as published, days
 * that are labelled only as modified. (A label in the metadata does not exclude them: for republished texts the gold
 * has the visible day.)
 */
export function ownDates(candidates: readonly DateCandidate[]): number[] {
  const every = besideAddress(candidates);
  const uncommented = every.filter(i => !candidates[i]!.mentions.every(({ inComments }) => inComments));
  // A discussion may consist of comments only.
  const all = uncommented.length > 0 ? uncommented : every;
  const isLabelled = ({ mentions }: DateCandidate) =>
    mentions.some(({ label, place }) => label === 'published' && NEAR_TITLE.has(place));
  if (!all.some(i => isLabelled(candidates[i]!))) return all;
  return all.filter(i => !isOfChange(candidates[i]!));
}

const DAY = 86_400_000;

/**
 * The candidates within a day of the URL's, or all if it has none. If the URL's day is also shown near the title, only
 * that one. Of 204 URLs with a day, 5 differ from the gold, each by one day; on those pages only the gold day is
 * visible.
 */
function besideAddress(candidates: readonly DateCandidate[]): number[] {
  const every = candidates.map((_, i) => i);
  const address = candidates.find(({ mentions }) => mentions.some(({ place }) => place === 'address'));
  if (address === undefined) return every;
  const isShown = address.mentions.some(({ place, inComments }) => NEAR_TITLE.has(place) && !inComments);
  const most = isShown ? 0 : DAY;
  return every.filter(i => Math.abs(Date.parse(candidates[i]!.day) - Date.parse(address.day)) <= most);
}

export function isOfChange({ mentions }: DateCandidate): boolean {
  return mentions.every(({ label }) => label === 'modified');
}

export const BESIDE_DATES: readonly string[] = [
  'only where other things are dated',
  'only where other pages are spoken of',
  ...KIND_COLUMNS,
];

export function besideDates(page: PageReading, candidates: readonly DateCandidate[]): number[][] {
  const kind = pageKind(page);
  return candidates.map(candidate => [
    isWeakDate(candidate) ? 1 : 0,
    isElsewhere(page, candidate) ? 1 : 0,
    ...kind,
  ]);
}

const PLACE_ORDER = new Map(DATE_PLACES.map((place, i) => [place, i]));

/** The mention with the most precise time; among those, the one in the most informative place. */
export function bestMention({ mentions }: DateCandidate): DateMention {
  const worth = (mention: DateMention) =>
    (PLACE_ORDER.get(mention.place) ?? DATE_PLACES.length) -
    (mention.value.length > 19 ? 100 : mention.value.length > 10 ? 50 : 0);
  return mentions.reduce((best, mention) => (worth(mention) < worth(best) ? mention : best));
}
