import { monthIn } from '../addresses.js';
import type { Fact, FactCandidate, Ranked, Sourced } from '../metadata.js';
import type { PageReading } from '../page-reading.js';
import { likeliest, type Ranker } from '../rankers/ranker.js';
import { blocksShowing } from '../vicinity.js';
import {
  DATE_PLACES,
  type DateCandidate,
  type DateMention,
  type DatePlace,
  dateCandidates,
  daysBetween,
  isOfChange,
  ownDates,
} from './candidates.js';
import { besideDates, dateRows } from './columns.js';
import { lineDates, timeDates } from './shown.js';
import { addressDates, statedDates } from './stated.js';

export interface RankedDates {
  readonly published: Ranked<string>;
  readonly modified: Ranked<string>;
}

/** Dates with less confidence are dropped. Other bounds: docs/results/facts.md. */
const LEAST_SURE = 0.1;

export function rankDates(page: PageReading, ranker: Ranker): RankedDates {
  const candidates = dateCandidates(page);
  const scored = ranker.scored(candidates, dateRows(page, candidates));
  const own = new Set(ownDates(candidates));
  const possible = scored.filter(({ candidate }) => own.has(candidate));
  const best = likeliest(possible);
  const beside = best && besideDates(page, [best.candidate])[0];
  const confidence = best === undefined ? 0 : ranker.confidence(possible, best, beside);
  // A page that dates only its last change has no publication date.
  const isDated = confidence >= LEAST_SURE && !candidates.every(isOfChange);
  const chosen = isDated ? best?.candidate : undefined;
  const ranked = scored.map(({ candidate, score }) => ({
    ...explained(page, candidate, chosen),
    score: Number(score.toFixed(3)),
  }));
  return {
    published: {
      fact: chosen === undefined ? monthOfAddress(page) : { ...publicationIn(chosen.mentions), confidence },
      candidates: ranked.sort((a, b) => b.score - a.score),
    },
    modified: rankChanges(page, candidates, chosen),
  };
}

function explained(
  { blocks }: PageReading,
  candidate: DateCandidate,
  chosen: DateCandidate | undefined,
): FactCandidate {
  const { day, mentions } = candidate;
  return {
    value: day,
    places: [...new Set(mentions.map(placeInWords))],
    blocks: blocksShowing(
      blocks,
      mentions.map(({ node }) => node),
    ),
    chosen: candidate === chosen,
  };
}

function placeInWords({ place, label }: DateMention): string {
  return label === undefined || place.endsWith(label) ? place : `${place}, ${label}`;
}

const PLACE_ORDER = new Map(DATE_PLACES.map((place, i) => [place, i]));

/** The mention with the most precise time; among those, the one in the most informative place. */
function bestMention(mentions: readonly DateMention[]): Sourced<string> {
  const worth = ({ place, value }: DateMention) =>
    PLACE_ORDER.get(place)! - (value.length > 19 ? 100 : value.length > 10 ? 50 : 0);
  const { value, source } = mentions.reduce((best, other) => (worth(other) < worth(best) ? other : best));
  return { value, source };
}

function publicationIn(mentions: readonly DateMention[]): Sourced<string> {
  const ofText = mentions.filter(({ label }) => label !== 'modified');
  return bestMention(ofText.length > 0 ? ofText : mentions);
}

/** Of 179 pages of `dates`, `newspapers` and `wcxb` with a month in the URL, 176 were published in it. */
const ADDRESS_MONTH = 0.98;

function monthOfAddress({ identity }: PageReading): Fact<string> | undefined {
  const month = identity.addresses.map(monthIn).find(found => found !== undefined && found.length > 4);
  return month === undefined ? undefined : { value: month, source: 'url', confidence: ADDRESS_MONTH };
}

const STATED_CHANGES: readonly DatePlace[] = [
  'json-ld modified',
  'open-graph modified',
  'microdata modified',
  'meta modified',
];
const CHANGES: readonly DatePlace[] = [
  ...STATED_CHANGES,
  'time near the title',
  'line near the title',
  'line above the title',
  'time',
  'line',
  'script modified',
];
/** Further places, only for pages where every date is a modification date: "Last edited on …". */
const AT_THE_FOOT: readonly DatePlace[] = ['line in the outskirts', 'time in the outskirts'];
/**
 * Confidence if two places agree, and if only one has the date: the stated day equals the one near the title on 81 of
 * 97 and 77 of 96 pages of the training corpora, which have no gold for modification dates.
 */
const AGREED = 0.84;
const ALONE = 0.8;

function rankChanges(
  page: PageReading,
  candidates: readonly DateCandidate[],
  published: DateCandidate | undefined,
): Ranked<string> {
  const changes = changesIn(candidates.flatMap(({ mentions }) => mentions));
  const chosen = changeOf(changes, published?.day);
  const days = new Set(changes.map(({ day }) => day));
  const best = candidates.find(({ day }) => day === chosen[0]?.day);
  const ranked = candidates.filter(({ day }) => days.has(day)).map(own => explained(page, own, best));
  if (chosen.length === 0) return { fact: undefined, candidates: ranked };
  const confidence = new Set(chosen.map(({ place }) => place)).size > 1 ? AGREED : ALONE;
  return { fact: { ...bestMention(chosen), confidence }, candidates: ranked };
}

function changesIn(mentions: readonly DateMention[]): DateMention[] {
  const hasOnlyChanges = mentions.every(({ label }) => label === 'modified');
  const places = hasOnlyChanges ? [...CHANGES, ...AT_THE_FOOT] : CHANGES;
  return places.flatMap(place =>
    mentions.filter(
      mention => mention.place === place && mention.label === 'modified' && mention.inComments !== true,
    ),
  );
}

/** The mentions of the most trusted modification date; dates before publication are ignored. */
function changeOf(changes: readonly DateMention[], published = ''): DateMention[] {
  const first = changes.find(({ day }) => day >= published);
  return changes.filter(({ day }) => day === first?.day);
}

const STATED: readonly DatePlace[] = [
  'json-ld published',
  'json-ld created',
  'open-graph published',
  'microdata published',
  'meta published',
  'meta date',
];
const SHOWN: readonly DatePlace[] = [
  'time near the title',
  'line near the title',
  'line above the title',
  'opening of the text',
  'title',
];
const FAR: readonly DatePlace[] = ['time', 'line'];
const LINE_WORDS = 16;
const FAR_LINE_WORDS = 7;

/**
 * Maximum number of days by which the day in the URL may be older. If it is even older, the stated date is that of a
 * move to another system. Set by hand.
 */
const MOVED = 31;
/** A page that states more days is a discussion, whose visible days are those of replies. Set by hand. */
const MAX_STATED_DAYS = 3;

export interface DatesByOrder {
  readonly published: Sourced<string> | undefined;
  readonly modified: Sourced<string> | undefined;
}

export function datesByOrder(page: PageReading): DatesByOrder {
  const mentions = [...statedDates(page), ...timeDates(page), ...lineDates(page), ...addressDates(page)];
  const day = publicationDay(mentions);
  const changes = changeOf(changesIn(mentions), day);
  return {
    published: day === undefined ? undefined : publicationIn(mentions.filter(own => own.day === day)),
    modified: changes.length > 0 ? bestMention(changes) : undefined,
  };
}

/**
 * The stated date, unless a visible date near the heading or the day in the URL corrects it:
 * - a visible day next to the stated one is the local day, because stated dates are often in UTC;
 * - a visible day that is also stated, as the day of modification or by another source, is that of a new edition;
 * - a day in the URL that is more than a month older is the original day of a page that was moved.
 */
function publicationDay(mentions: readonly DateMention[]): string | undefined {
  const at = (places: readonly DatePlace[], lineWords = LINE_WORDS) =>
    places.flatMap(place =>
      mentions.filter(mention => mention.place === place && isDateLine(mention, lineWords)),
    );
  const [stated, shown, [address]] = [at(STATED), at(SHOWN), at(['address'])];
  const dated = shown.filter(({ label }) => label !== 'modified');
  const [first] = stated;
  if (first === undefined) {
    const far = at(FAR, FAR_LINE_WORDS).filter(({ label }) => label !== 'modified');
    // The day in the URL is reliable, but may be off by one; a visible day beside it is exact.
    const exact = address && dated.find(({ day }) => daysBetween(day, address.day) <= 1);
    return (exact ?? address ?? dated[0] ?? far[0])?.day;
  }
  const seen = address === undefined ? shown : [...shown, address];
  const isSeen = seen.some(({ day }) => day === first.day);
  if (isSeen || new Set(stated.map(({ day }) => day)).size > MAX_STATED_DAYS) return first.day;
  const near = seen.find(({ day }) => daysBetween(day, first.day) <= 1);
  if (near !== undefined) return near.day;
  const again = new Set(at([...STATED, ...STATED_CHANGES]).map(({ day }) => day));
  const renewed = dated.find(({ day }) => again.has(day));
  if (renewed !== undefined) return renewed.day;
  const isMoved =
    address !== undefined && address.day < first.day && daysBetween(first.day, address.day) > MOVED;
  return isMoved ? address.day : first.day;
}

/** False for dates in comments and in long lines, which mention a day in a sentence. */
function isDateLine({ place, words = 0, inComments }: DateMention, most: number): boolean {
  return inComments !== true && (!place.startsWith('line') || words <= most);
}
