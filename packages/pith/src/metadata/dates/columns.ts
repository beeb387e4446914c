import { monthIn } from '../addresses.js';
import type { PageReading } from '../page-reading.js';
import { KIND_COLUMNS, pageKind } from '../rankers/ranker.js';
import {
  DATE_PLACES,
  type DateCandidate,
  type DateMention,
  type DatePlace,
  isWeakDate,
  NEAR_TITLE,
} from './candidates.js';

// biome-ignore format: a list of names reads better in rows
export const DATE_COLUMNS: readonly string[] = [
  ...DATE_PLACES, 'labelled published', 'labelled modified', 'named date', 'blocks behind the title',
  'blocks above the title', 'words of its line', 'mentions', 'places', 'days on the page', 'days shown',
  'earlier days', 'later days', 'days since the stated day', 'days since the stated change',
  'days since the day of the address', 'days before the latest', 'month of the address',
  'year of the address', 'month of the image', 'next day is stated', 'next day is shown',
  'hour stated in Greenwich time', 'days since the first comment', 'only in comments',
  'day of the address', 'day shown as that of the publication', 'kinds of places',
  'most kinds of places of another day', 'with a time',
];

const FAR = 400;
/** Value of a distance to a date that the page does not have. */
const NOTHING = -999;

const STATED: readonly DatePlace[] = [
  'json-ld published',
  'open-graph published',
  'microdata published',
  'meta published',
  'json-ld created',
  'meta date',
];
const CHANGED: readonly DatePlace[] = [
  'json-ld modified',
  'open-graph modified',
  'microdata modified',
  'meta modified',
];

export function dateRows(page: PageReading, candidates: readonly DateCandidate[]): number[][] {
  const context = contextOf(page, candidates);
  return candidates.map(candidate => rowOf(candidate, context));
}

interface Context {
  readonly placeDays: ReadonlyMap<DatePlace, readonly string[]>;
  readonly days: readonly number[];
  readonly shown: ReadonlySet<number>;
  readonly stated: number | undefined;
  readonly changed: number | undefined;
  readonly address: number | undefined;
  readonly latest: number;
  readonly addressMonth: string | undefined;
  readonly imageMonth: string | undefined;
  readonly firstComment: number | undefined;
  readonly addressDay: string | undefined;
  readonly shownPublished: string | undefined;
  readonly kinds: ReadonlyMap<string, number>;
}

function contextOf(page: PageReading, candidates: readonly DateCandidate[]): Context {
  const placeDays = new Map<DatePlace, string[]>();
  const shown = new Set<number>();
  let firstComment: number | undefined;
  for (const { day, mentions } of candidates) {
    for (const { place, distance, inComments } of mentions) {
      const days = placeDays.get(place) ?? [];
      if (!days.includes(day)) days.push(day);
      placeDays.set(place, days);
      if (distance !== undefined) shown.add(dayNumber(day));
      if (inComments) firstComment = Math.min(firstComment ?? dayNumber(day), dayNumber(day));
    }
  }
  const firstOf = (places: readonly DatePlace[]) => {
    const day = places.map(place => placeDays.get(place)?.[0]).find(found => found !== undefined);
    return day === undefined ? undefined : dayNumber(day);
  };
  const days = candidates.map(({ day }) => dayNumber(day)).sort((a, b) => a - b);
  const images = page.claims
    .of('image')
    .slice(0, 3)
    .map(({ value }) => monthIn(value));
  return {
    placeDays,
    days,
    shown,
    stated: firstOf(STATED),
    changed: firstOf(CHANGED),
    address: firstOf(['address']),
    latest: days.at(-1) ?? 0,
    addressMonth: page.identity.addresses.map(monthIn).find(month => month !== undefined),
    imageMonth: images.find(month => month !== undefined),
    firstComment,
    addressDay: placeDays.get('address')?.[0],
    shownPublished: candidates.find(({ mentions }) => mentions.some(isShownAsPublished))?.day,
    kinds: new Map(candidates.map(candidate => [candidate.day, kindsOf(candidate)])),
  };
}

function isShownAsPublished({ label, place, inComments }: DateMention): boolean {
  return label === 'published' && NEAR_TITLE.has(place) && inComments !== true;
}

/** Number of independent kinds of places that mention the day. */
function kindsOf({ mentions }: DateCandidate): number {
  const has = (test: (place: DatePlace) => boolean) => mentions.some(({ place }) => test(place));
  return [
    has(place => STATED.includes(place)),
    has(place => NEAR_TITLE.has(place)),
    has(place => place === 'address'),
    has(place => place === 'script published'),
    has(place => place === 'time' || place === 'line' || place === 'opening of the text'),
  ].filter(Boolean).length;
}

function rowOf({ day, mentions }: DateCandidate, context: Context): number[] {
  const number = dayNumber(day);
  const has = (test: (mention: DateMention) => boolean) => (mentions.some(test) ? 1 : 0);
  const seen = mentions.filter(mention => mention.distance !== undefined && !mention.inComments);
  const behind = seen.filter(mention => mention.distance! >= 0);
  const above = seen.filter(mention => mention.distance! < 0);
  const isStated = (other: number) => other === context.stated || other === context.changed;
  const neighbours = [number - 1, number + 1];
  const commented = mentions.filter(mention => mention.inComments).length;
  return [
    ...DATE_PLACES.map(place => placeValue(context.placeDays.get(place), day)),
    has(mention => mention.label === 'published'),
    has(mention => mention.label === 'modified'),
    has(mention => mention.label === 'date'),
    Math.min(FAR, ...behind.map(mention => mention.distance!)),
    Math.min(FAR, ...above.map(mention => -mention.distance!)),
    Math.min(99, ...seen.map(mention => mention.words ?? 99)),
    mentions.length,
    new Set(mentions.map(mention => mention.place)).size,
    context.days.length,
    context.shown.size,
    context.days.filter(other => other < number).length,
    context.days.filter(other => other > number).length,
    since(number, context.stated),
    since(number, context.changed),
    since(number, context.address),
    since(context.latest, number),
    agreement(day, context.addressMonth, 7),
    agreement(day, context.addressMonth, 4),
    agreement(day, context.imageMonth, 7),
    neighbours.some(isStated) ? 1 : 0,
    neighbours.some(other => context.shown.has(other)) ? 1 : 0,
    Math.max(-1, ...mentions.map(greenwichHour)),
    since(number, context.firstComment),
    commented === mentions.length ? 1 : 0,
    same(day, context.addressDay),
    same(day, context.shownPublished),
    context.kinds.get(day)!,
    Math.max(0, ...[...context.kinds].filter(([other]) => other !== day).map(([, kinds]) => kinds)),
    has(mention => mention.value.length > 10),
  ];
}

/** 1 for the first day of a place, 1/2 for the second, and so on; 0 if absent. */
function placeValue(days: readonly string[] | undefined, day: string): number {
  const index = days?.indexOf(day) ?? -1;
  return index < 0 ? 0 : 1 / (index + 1);
}

/** The hour of a time in UTC, which may be another day in the page's time zone; else -1. */
function greenwichHour({ value }: DateMention): number {
  return /T\d\d.{0,20}(?:Z|\+00:?00)$/.test(value) ? Number(value.slice(11, 13)) : -1;
}

function since(day: number, other: number | undefined): number {
  return other === undefined ? NOTHING : Math.max(-FAR, Math.min(FAR, day - other));
}

function same(day: string, other: string | undefined): number {
  return other === undefined ? 0 : day === other ? 1 : -1;
}

const DAY = 86_400_000;

function dayNumber(day: string): number {
  return Math.round(Date.parse(day) / DAY);
}

/** 1 if the first `length` characters agree, -1 if not, 0 if the URL has too few. */
function agreement(day: string, month: string | undefined, length: number): number {
  if (month === undefined || month.length < length) return 0;
  return day.slice(0, length) === month.slice(0, length) ? 1 : -1;
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
    candidate.mentions.every(({ node }) => node !== undefined && page.elsewhere.has(node)) ? 1 : 0,
    ...kind,
  ]);
}
