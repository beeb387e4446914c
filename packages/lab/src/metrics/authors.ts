import { fromOverlap } from './score.js';
import { wordsOf } from './words.js';

/** How a list of authors was met. */
export interface AuthorScore {
  /** 1 where both name the same people, else 0. */
  readonly exact: number;
  /** F1 over the sets of people. */
  readonly f1: number;
}

/** Between two people in a byline. “Y” and “E” only in lower case: capitals are middle initials. */
const BETWEEN_PEOPLE = /[,;|&\n]|\s(?:and|And|AND|und|UND|et|ET|y|e)\s/u;

/** What may stand before a name without being part of it. */
const BEFORE_NAMES = new Set(['by', 'von', 'par', 'por', 'di']);

/**
 * Compares authors as sets of people. A string that joins several is cut at commas, semicolons, bars, ampersands and
 * “and” (also German, French, Spanish, Italian); then case, accents, punctuation and a leading “by” are dropped. Order
 * and repetitions do not count. A name of which the other side has only a part is another name.
 */
export function authorScore(
  gold: string | readonly string[],
  extracted: readonly string[] | undefined,
): AuthorScore {
  const goldPeople = people(typeof gold === 'string' ? [gold] : gold);
  const own = people(extracted ?? []);
  const shared = [...own].filter(person => goldPeople.has(person)).length;
  const { f1 } = fromOverlap(shared, goldPeople.size, own.size);
  return { exact: f1 === 1 ? 1 : 0, f1 };
}

function people(names: readonly string[]): Set<string> {
  const parts = names.flatMap(name => name.split(BETWEEN_PEOPLE));
  return new Set(parts.map(normalName).filter(name => name !== ''));
}

function normalName(name: string): string {
  const words = wordsOf(name.normalize('NFKD').replace(/\p{M}/gu, ''));
  // “von” opens a byline as well as a noble name: only a name of more than two words can lose it.
  const opens = words[0] !== undefined && BEFORE_NAMES.has(words[0]) && words.length > 1;
  const isNoble = words[0] !== 'by' && words.length === 2;
  return (opens && !isNoble ? words.slice(1) : words).join(' ');
}
