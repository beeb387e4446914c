import type { GoldPost } from '../corpora/corpus.js';
import type { ExtractedPost } from '../extractor.js';
import { calendarDay } from './metadata.js';
import { fromOverlap, multisetOverlap } from './overlap.js';
import { wordsOf } from './words.js';

const FOUND_F1 = 0.8;

/** Counts of one page; scores of a corpus are computed from their sums. */
export interface PostCounts {
  readonly gold: number;
  readonly given: number;
  readonly found: number;
  /** Matched posts with an annotated author, date or parent, and those with the right one. */
  readonly authors: number;
  readonly authorsRight: number;
  readonly dates: number;
  readonly datesRight: number;
  readonly parents: number;
  readonly parentsRight: number;
}

/** Greedy one-to-one matching of gold and extracted posts by similarity, then by distance in position. */
export function matchPosts(
  gold: readonly GoldPost[],
  given: readonly ExtractedPost[],
  least: number = FOUND_F1,
): Map<number, number> {
  const goldWords = gold.map(post => wordsOf(post.text ?? ''));
  const givenWords = given.map(post => wordsOf(post.text));
  const pairs: { f1: number; g: number; e: number }[] = [];
  goldWords.forEach((words, g) => {
    if (words.length === 0) return;
    givenWords.forEach((other, e) => {
      // Upper bound of F1 from the lengths; avoids most comparisons.
      const most = (2 * Math.min(words.length, other.length)) / (words.length + other.length);
      if (most < least) return;
      const f1 = (2 * multisetOverlap(words, other)) / (words.length + other.length);
      if (f1 >= least) pairs.push({ f1, g, e });
    });
  });
  pairs.sort((a, b) => b.f1 - a.f1 || Math.abs(a.g - a.e) - Math.abs(b.g - b.e));
  const matched = new Map<number, number>();
  const taken = new Set<number>();
  for (const { g, e } of pairs) {
    if (matched.has(g) || taken.has(e)) continue;
    matched.set(g, e);
    taken.add(e);
  }
  return matched;
}

export function countPosts(gold: readonly GoldPost[], given: readonly ExtractedPost[]): PostCounts {
  const matched = matchPosts(gold, given);
  const places = new Map([...matched].map(([g, e]) => [e, g]));
  const tally = { authors: 0, authorsRight: 0, dates: 0, datesRight: 0, parents: 0, parentsRight: 0 };
  const count = (name: 'authors' | 'dates' | 'parents', right: boolean | undefined) => {
    if (right === undefined) return;
    tally[name]++;
    if (right) tally[`${name}Right`]++;
  };
  for (const [g, e] of matched) {
    count('authors', isAuthor(gold[g]!.user, given[e]!));
    count('dates', isDate(gold[g]!.date, given[e]!.published));
    count('parents', isParent(gold[g]!.parent, given[e]!.parent, places));
  }
  const texts = gold.filter(post => wordsOf(post.text ?? '').length > 0).length;
  return { gold: texts, given: given.length, found: matched.size, ...tally };
}

export function postScores(pages: readonly PostCounts[]): Record<string, number> {
  const sum = (name: keyof PostCounts) => pages.reduce((total, page) => total + page[name], 0);
  const share = (right: keyof PostCounts, of: keyof PostCounts, name: string) =>
    sum(of) === 0 ? {} : { [name]: sum(right) / sum(of) };
  const means = pages.map(({ found, gold, given }) => fromOverlap(found, gold, given).f1);
  return {
    ...fromOverlap(sum('found'), sum('gold'), sum('given')),
    meanF1: means.reduce((total, f1) => total + f1, 0) / Math.max(1, means.length),
    ...share('authorsRight', 'authors', 'author'),
    ...share('datesRight', 'dates', 'date'),
    ...share('parentsRight', 'parents', 'parent'),
  };
}

const plain = (text: string) => wordsOf(text.normalize('NFKD').replace(/\p{M}/gu, '')).join(' ');
const IS_ADDRESS = /[/?=]|\.(?:php|pl|html?)/;

/** True if a post has the gold author. Undefined if that is missing or is a URL that does not identify an author. */
function isAuthor(user: string | null | undefined, post: ExtractedPost): boolean | undefined {
  if (!user || /^javascript:|mode=quote/.test(user)) return undefined;
  if (!IS_ADDRESS.test(user)) return plain(user) === plain(post.author ?? '');
  const wanted = addressKey(user);
  const own = addressKey(post.authorUrl ?? '');
  if (own !== '' && (own.endsWith(wanted) || wanted.endsWith(own))) return true;
  const last = wanted
    .split(/[/=]/)
    .at(-1)!
    .replace(/^\d+-|[.-]\d+$/g, '');
  return post.author !== undefined && squeezed(last) === squeezed(post.author);
}

function squeezed(text: string): string {
  return plain(text).replaceAll(' ', '');
}

function addressKey(address: string): string {
  return decoded(address)
    .replace(/([?&;])(?:PHPSESSID|sid|s)=[\da-f]{6,64}&?/gi, '$1')
    .replace(/^https?:\/\/[^/]{1,100}/, '')
    .replace(/^\.{0,2}\//, '')
    .replace(/[/?&;]$/, '')
    .toLowerCase();
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Compares days, otherwise words (`2 hours ago`). Undefined if only the extracted date is a full date. */
function isDate(date: string | null | undefined, published: string | undefined): boolean | undefined {
  if (!date) return undefined;
  if (published === undefined) return false;
  const month = /^\p{L}{3,12}\.? (\d{4})$/u.test(date.trim()) ? calendarDay(date)?.slice(0, 7) : undefined;
  if (month !== undefined) return published.startsWith(month);
  const days = readings(date);
  const day = /^\d{4}-\d\d-\d\d/.exec(published)?.[0];
  if (days.length > 0) return day !== undefined && days.includes(day);
  if (day !== undefined) return undefined;
  return plain(date).includes(plain(published)) || plain(published).includes(plain(date));
}

const MONTHS = 'jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez'.split('|');
const MONTH_NUMBERS = [1, 2, 3, 3, 4, 5, 5, 6, 7, 8, 9, 10, 10, 11, 12, 12];

/** The possible days of an ambiguous date: 03/04/2020 differs between America and Europe. */
function readings(date: string): string[] {
  const known = calendarDay(date);
  if (known !== undefined && !/^\d{1,2}[./-]\d{1,2}[./-]/.test(date.trim())) return [known];
  const text = date.toLowerCase();
  const numeric = /(\d{1,4})[./-](\d{1,2})[./-](\d{2,4})/.exec(text);
  if (numeric !== null) return numericReadings(Number(numeric[1]), Number(numeric[2]), Number(numeric[3]));
  const named = /(\d{1,2})[.\s-]{1,3}(\p{L}{3,12})[.\s-]{1,3}(\d{4})/u.exec(text);
  const month = named === null ? -1 : MONTHS.findIndex(name => named[2]!.startsWith(name));
  return month < 0 ? [] : [isoOf(Number(named![3]), MONTH_NUMBERS[month]!, Number(named![1]))];
}

function numericReadings(a: number, b: number, c: number): string[] {
  if (a > 31) return [isoOf(a, b, c)];
  const year = c < 100 ? 2000 + c : c;
  const days = [
    [b, a],
    [a, b],
  ].filter(([month, day]) => month! <= 12 && day! <= 31);
  return days.map(([month, day]) => isoOf(year, month!, day!));
}

function isoOf(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function isParent(
  parent: number | null | undefined,
  given: number | undefined,
  places: ReadonlyMap<number, number>,
): boolean | undefined {
  if (parent === undefined) return undefined;
  if (parent === null) return given === undefined;
  return given !== undefined && places.get(given) === parent;
}
