import type { Blocks } from '../../blocks/blocks.js';
import { memoised } from '../../lazy.js';
import type { DateReading } from '../dates.js';
import { dayFirst } from '../language.js';
import { fold } from '../month-names.js';

export function pageDateReading(blocks: Blocks, language: string | undefined, host: string): DateReading {
  return {
    language,
    dayFirst: shownOrder(blocks) ?? orderOf(language) ?? dayFirst(language, host),
    monthNamed: language === undefined ? undefined : word => monthNames(language)?.get(fold(word)) ?? 0,
  };
}

const TRIPLE = /(?<![\d/-])(\d{1,2})([/-])(\d{1,2})\2(?:(?:19|20)\d\d|\d\d)(?![\d/-])/g;
const MOST_TRIPLES = 40;
const MAX_LINE = 300;

/** True if the day comes first in the unambiguous dates of the page, such as 23/11/2019, false if the month does. */
function shownOrder({ texts, count }: Blocks): boolean | undefined {
  let [day, month, seen] = [0, 0, 0];
  for (let block = 0; block < count && seen < MOST_TRIPLES; block++) {
    const text = texts[block]!;
    if (text.length > MAX_LINE || !/\d[/-]\d/.test(text)) continue;
    for (const [, a, , b] of text.matchAll(TRIPLE)) {
      seen++;
      if (Number(a) > 12 && Number(b) <= 12) day++;
      else if (Number(b) > 12 && Number(a) <= 12) month++;
    }
  }
  return day === month || Math.min(day, month) > 0 ? undefined : day > month;
}

/** Limit on the cache, since hostile pages may declare any number of languages. */
const MOST_LANGUAGES = 100;

/** Folded month names of a language from the platform's locale data; undefined if unsupported. Takes a millisecond. */
export const monthNames: (language: string) => ReadonlyMap<string, number> | undefined = memoised(
  language => readMonthNames(language),
  MOST_LANGUAGES,
);

/** A month alone and in a date, in full and abbreviated: some languages inflect it. */
const SHAPES: readonly Intl.DateTimeFormatOptions[] = [
  { month: 'long' },
  { month: 'short' },
  { month: 'long', day: 'numeric', year: 'numeric' },
  { month: 'short', day: 'numeric', year: 'numeric' },
];

function readMonthNames(language: string): Map<string, number> | undefined {
  const names = new Map<string, number>();
  for (const shape of SHAPES) {
    const format = formatOf(language, shape);
    if (format === undefined) return undefined;
    for (let month = 0; month < 12; month++) {
      const parts = format.formatToParts(new Date(Date.UTC(2023, month, 15)));
      const name = fold((parts.find(part => part.type === 'month')?.value ?? '').replace(/\.$/, ''));
      if (/^[\p{L}\p{M}]{2,}$/u.test(name) && !names.has(name)) names.set(name, month + 1);
    }
  }
  return names;
}

function formatOf(language: string, shape: Intl.DateTimeFormatOptions): Intl.DateTimeFormat | undefined {
  try {
    if (Intl.DateTimeFormat.supportedLocalesOf(language).length === 0) return undefined;
    return new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { ...shape, timeZone: 'UTC' });
  } catch {
    return undefined;
  }
}

/** True if the day precedes the month. Undefined for English without a country, or if the year comes first. */
function orderOf(language: string | undefined): boolean | undefined {
  if (language === undefined || /^en$/i.test(language)) return undefined;
  return orderOfLanguage(language);
}

const orderOfLanguage = memoised((language: string): boolean | undefined => {
  const format = formatOf(language, { day: '2-digit', month: '2-digit', year: 'numeric' });
  const order = format?.formatToParts(new Date(Date.UTC(2023, 0, 15))).map(part => part.type);
  if (order === undefined || order.indexOf('year') < order.indexOf('month')) return undefined;
  return order.indexOf('day') < order.indexOf('month');
}, MOST_LANGUAGES);
