import type { Groups } from '../groups/from-page.js';
import { findDate, isoDay } from '../metadata/dates.js';
import { monthOf } from '../metadata/month-names.js';
import type { FoundPost } from './post.js';

/** Reference days (ISO 8601) for relative dates, computed only if a post needs them. */
export interface PageTime {
  /** The day on which the page was generated. */
  readonly now: () => string | undefined;
  /** The day of the text that the posts answer. */
  readonly since: () => string | undefined;
}

/** Converts relative dates where possible, as precisely as they are: "2 years ago" gives a year. */
export function withAbsoluteDates(posts: readonly FoundPost[], time: PageTime): FoundPost[] {
  return posts.map(post => {
    const { published } = post;
    if (published === undefined || IS_DATE.test(published)) return post;
    const meant = meantDate(published, time);
    return meant === undefined ? post : { ...post, published: meant, publishedText: published };
  });
}

const IS_DATE = /^\d{4}-/;

function meantDate(text: string, time: PageTime): string | undefined {
  return agedDate(text, time) ?? weekdayDate(text, time) ?? yearlessDate(text, time);
}

const DAY = 86_400_000;
/** Units by the beginnings of their names: length in days, and number of significant characters of the ISO date. */
const UNITS: readonly (readonly [name: RegExp, days: number, known: number])[] = [
  [/^(?:mo|mes|mês|мес|miesi|maand|mån|か?月|个?月|개월|ay)/u, 30, 7],
  [/^(?:s|seg|сек|秒|초|m|мин|дк|分|분|h|hr|st|or|uur|ur|tim|час|小时|小時|時|시간|godz|sa)/u, 0, 10],
  [/^(?:d|tag|jour|día|dia|gior|dag|дн|день|天|日|일|dni|dzie|gün)/u, 1, 10],
  [/^(?:w|sem|sett|veck|uge|нед|周|週|tyg|hafta)/u, 7, 7],
  [/^(?:y|jahr|an|añ|jaar|år|год|лет|г|年|년|rok|lat|yıl)/u, 365, 4],
];
const AGE = /(?:(\d{1,3})|\b(?:an?|one|einer?m?|une?|una?|een))\s?\+?\s?(\p{L}{1,12})/iu;
const YESTERDAY = /yesterday|gestern|ayer|hier|ieri|gisteren|вчера/i;
const TODAY = /just now|today|heute|hoy|aujourd|oggi|vandaag|сегодня/i;

/** "3 days ago", "vor 2 Stunden", "yesterday at 10:30": relative to the day of the page. */
function agedDate(text: string, { now }: PageTime): string | undefined {
  if (TODAY.test(text)) return now();
  if (YESTERDAY.test(text)) return daysBefore(now(), 1);
  const [, count = '1', name = ''] = AGE.exec(text.replace(BEFORE_AGE, '')) ?? [];
  const unit = /\d[:.]\d/.test(text) ? undefined : UNITS.find(([stem]) => stem.test(name.toLowerCase()));
  if (unit === undefined || !IS_AGE.test(text)) return undefined;
  return daysBefore(now(), Number(count) * unit[1])?.slice(0, unit[2]);
}

const BEFORE_AGE = /^.{0,100}?\b(?:vor|il y a|hace|há)\s/iu;
const IS_AGE =
  /\bago\b|\bvor\b|il y a|\bhace\b|(?:^|\s)há\s|\b(?:fa|geleden|siden|sedan|temu)\b|назад|önce|前|전/iu;

const WEEKDAYS: readonly RegExp[] = [
  /sunday|sonntag/i,
  /monday|montag/i,
  /tues?day|dienstag/i,
  /wednesday|mittwoch/i,
  /thurs?day|donnerstag/i,
  /friday|freitag/i,
  /saturday|samstag/i,
];

/** "Saturday 3:15 PM": the last one before the page was generated. */
function weekdayDate(text: string, { now }: PageTime): string | undefined {
  const wanted = WEEKDAYS.findIndex(name => name.test(text));
  const today = wanted < 0 ? undefined : now();
  if (today === undefined) return undefined;
  const back = (new Date(`${today}T00:00:00Z`).getUTCDay() - wanted + 7) % 7;
  return daysBefore(today, back === 0 ? 7 : back);
}

const YEARLESS = /(?:(\d{1,2})\.?\s(\p{L}{3,12})|(\p{L}{3,12})\.?\s(\d{1,2}))(?![\p{L}\d])/iu;

/**
 * "24 April": the latest one up to a day after the page was generated; if that day is unknown, the first from a day
 * before the text that the posts answer.
 */
function yearlessDate(text: string, { now, since }: PageTime): string | undefined {
  const found = YEARLESS.exec(text);
  const month = monthOf(found?.[2] ?? found?.[3] ?? '', '', '');
  if (found === null || month === 0) return undefined;
  const day = Number(found[1] ?? found[4]);
  const [today, first] = [now(), since()];
  const at = (year: number) => isoDay({ year, month, day });
  if (today !== undefined) {
    const year = Number(today.slice(0, 4));
    const own = at(year);
    return own !== undefined && own <= (daysBefore(today, -1) ?? '') ? own : at(year - 1);
  }
  if (first === undefined) return undefined;
  const year = Number(first.slice(0, 4));
  const own = at(year);
  // Because of time zones, a post may be dated one day before the text it answers.
  return own !== undefined && own >= (daysBefore(first, 1) ?? '') ? own : at(year + 1);
}

function daysBefore(day: string | undefined, days: number): string | undefined {
  if (day === undefined) return undefined;
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY).toISOString().slice(0, 10);
}

const NOW =
  /^(?:it is currently|it is now|current (?:date|time)(?: is)?|the time (?:is )?now(?: is)?|aktuelle zeit|aktuelles datum|es ist jetzt|nous sommes(?: actuellement)? le|il est actuellement|fecha actual|hora actual|ora corrente|oggi è|het is nu|сейчас|текущее время|текущая дата|aktualny czas|agora são|data atual)(?![\p{L}])/iu;
/** Maximum words of a line with the current time. Set by hand. */
const MAX_WORDS = 16;

/** The day on which the page was generated, if shown: "It is currently Mon May 04, 2020 10:30 pm". */
export function pageDay({ page, dates }: Groups): string | undefined {
  const { blocks, texts } = page;
  for (let b = 0; b < blocks.count; b++) {
    if (blocks.words[b]! > MAX_WORDS || texts.digits[b]! < 4 || !NOW.test(blocks.texts[b]!)) continue;
    const day = findDate(blocks.texts[b]!, dates.reading)?.slice(0, 10);
    if (day !== undefined) return day;
  }
  return undefined;
}
