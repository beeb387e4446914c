import type { Gold } from '../corpora/corpus.js';
import { calendarDay } from '../metrics/dates.js';
import { authorNames, plainText } from '../metrics/facts.js';

export const FACT_NAMES = ['date', 'title', 'author'] as const;
export type FactName = (typeof FACT_NAMES)[number];

type Test = (value: string) => boolean;

/** Tests a candidate against the gold; undefined if the gold cannot be compared. */
export const LABELS: Readonly<Record<FactName, (gold: Gold) => Test | undefined>> = {
  date({ date }) {
    const day = date === undefined ? undefined : calendarDay(date);
    return day === undefined ? undefined : value => value === day;
  },
  title({ title }) {
    const letters = (text: string) => plainText(text).replaceAll(' ', '');
    const wanted = letters(title ?? '');
    return wanted === '' ? undefined : value => letters(value) === wanted;
  },
  author({ author }) {
    const names = authorNames(author ?? []);
    return names.size === 0 ? undefined : value => names.has(plainText(value));
  },
};
