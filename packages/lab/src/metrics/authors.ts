import { fromOverlap } from './score.js';
import { wordsOf } from './words.js';

export interface AuthorScore {
  /** 1 if both name the same people, else 0. */
  readonly exact: number;
  readonly f1: number;
}

/** Separators between people in a byline. “Y” and “E” only in lower case: capitals are middle initials. */
const BETWEEN_PEOPLE = /[,;|&\n]|\s(?:and|And|AND|und|UND|et|ET|y|e)\s/u;

const BEFORE_NAMES = new Set(['by', 'von', 'par', 'por', 'di']);

/**
 * Compares authors as sets of people. Splits joined names at commas, semicolons, bars, ampersands and “and”
 * (also German, French, Spanish, Italian), then drops case, accents, punctuation and a leading “by”. Partial
 * names do not match.
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
  // “von” may start a byline or be part of a name: it is dropped only from names of more than two words.
  const opens = words[0] !== undefined && BEFORE_NAMES.has(words[0]) && words.length > 1;
  const isNoble = words[0] !== 'by' && words.length === 2;
  return (opens && !isNoble ? words.slice(1) : words).join(' ');
}
