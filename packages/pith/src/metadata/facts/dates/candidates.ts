import { KIND_COLUMNS, pageKind } from '../page-kind.js';
import type { PageReading } from '../page-reading.js';
import { buriedDates } from './buried.js';
import { DATE_PLACES, type DateMention } from './mentions.js';
import { shownDates } from './shown.js';
import { statedDates } from './stated.js';

/** A day that may be the one a text came out on, with all that speaks of it. */
export interface DateCandidate {
  readonly day: string;
  readonly mentions: readonly DateMention[];
}

/** All dates of a page by day, in the order in which they were met: stated ones first. */
export function dateCandidates(page: PageReading): DateCandidate[] {
  const days = new Map<string, DateMention[]>();
  for (const mention of [...statedDates(page), ...shownDates(page), ...buriedDates(page)]) {
    const known = days.get(mention.day);
    if (known === undefined) days.set(mention.day, [mention]);
    else known.push(mention);
  }
  return [...days].map(([day, mentions]) => ({ day, mentions }));
}

/** Places where other things are dated as well: other stories, comments, events, the site. */
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

/** Whether a day stands only in such places, or among comments. */
export function isWeakDate({ mentions }: DateCandidate): boolean {
  return mentions.every(({ place, inComments }) => WEAK.has(place) || inComments === true);
}

/** Whether a day stands only where the page speaks of other pages. */
function isElsewhere({ elsewhere }: PageReading, { mentions }: DateCandidate): boolean {
  return mentions.every(({ node }) => node !== undefined && elsewhere.has(node));
}

/**
 * The candidates that may be chosen. A day that only comments bear bounds the date, and is not it; nor is one that is said
 * to be of a change wherever it stands, on a page that shows another as that of the publication. (What a page only states
 * for machines does not rule it out: of texts that came out anew, the gold has the day that readers see.) Where the address
 * has a day, others count only beside it.
 */
export function ownDates(candidates: readonly DateCandidate[]): number[] {
  const every = besideAddress(candidates);
  const uncommented = every.filter(i => !candidates[i]!.mentions.every(({ inComments }) => inComments));
  // A discussion may be all comments.
  const all = uncommented.length > 0 ? uncommented : every;
  const saysPublished = ({ mentions }: DateCandidate) =>
    mentions.some(({ label, place }) => label === 'published' && NEAR.has(place));
  if (!all.some(i => saysPublished(candidates[i]!))) return all;
  return all.filter(i => !isOfChange(candidates[i]!));
}

/** How far from the day of the address a text may be dated: a zone or a night. */
const DAY = 86_400_000;

/**
 * The candidates that the address does not rule out: all where it has no day, for a made address stays when the text
 * changes. Of 204 addresses with a day, 5 have another than the gold, each by a day; readers then see the other one alone.
 */
function besideAddress(candidates: readonly DateCandidate[]): number[] {
  const every = candidates.map((_, i) => i);
  const address = candidates.find(({ mentions }) => mentions.some(({ place }) => place === 'address'));
  if (address === undefined) return every;
  const isShown = address.mentions.some(({ place, inComments }) => NEAR.has(place) && !inComments);
  const most = isShown ? 0 : DAY;
  return every.filter(i => Math.abs(Date.parse(candidates[i]!.day) - Date.parse(address.day)) <= most);
}

const NEAR: ReadonlySet<string> = new Set([
  'time near the title',
  'line near the title',
  'line above the title',
]);

/** Whether a day is said to be of a change wherever it stands. */
export function isOfChange({ mentions }: DateCandidate): boolean {
  return mentions.every(({ label }) => label === 'modified');
}

/** What stands beside a date, a number a column. */
export const BESIDE_DATES: readonly string[] = [
  'only where other things are dated',
  'only where other pages are spoken of',
  ...KIND_COLUMNS,
];

/** What else tells how sure a date is: whether it stands only where other things are dated, and what kind of page it is. */
export function besideDates(page: PageReading, candidates: readonly DateCandidate[]): number[][] {
  const kind = pageKind(page);
  return candidates.map(candidate => [
    isWeakDate(candidate) ? 1 : 0,
    isElsewhere(page, candidate) ? 1 : 0,
    ...kind,
  ]);
}

const PLACE_ORDER = new Map(DATE_PLACES.map((place, i) => [place, i]));

/** The mention of a day that says most: the most telling place, among them the one with a time. */
export function bestMention({ mentions }: DateCandidate): DateMention {
  const worth = (mention: DateMention) =>
    (PLACE_ORDER.get(mention.place) ?? DATE_PLACES.length) -
    (mention.value.length > 19 ? 100 : mention.value.length > 10 ? 50 : 0);
  return mentions.reduce((best, mention) => (worth(mention) < worth(best) ? mention : best));
}
