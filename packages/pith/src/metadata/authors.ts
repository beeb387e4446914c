import { isCollective, namesIn } from './bylines.js';
import type { Claim, Claims } from './claims.js';
import { isUserName } from './facts/authors/names.js';
import { wordsOf } from './likeness.js';
import type { MetadataSource, Sourced } from './metadata.js';
import { fold } from './month-names.js';

/** Most trusted first. */
const ORDER: readonly MetadataSource[] = [
  'json-ld',
  'microdata',
  'rdfa',
  'open-graph',
  'meta',
  'dublin-core',
  'rel-author',
  'byline',
  'twitter',
];

/**
 * Returns the people named by the most trusted source. Organisations, the site itself and user names count
 * only if no source names a person.
 */
export function pageAuthors(
  claims: Claims,
  siteNames: readonly string[],
): Sourced<readonly string[]> | undefined {
  const person = persons(claims, siteNames);
  if (person !== undefined) return person;
  for (const source of ORDER) {
    const names = namesOfSource(claims, source);
    if (names.length > 0) return { value: names, source };
  }
  const organisations = claims.of('organisation');
  const names = distinct(organisations);
  return names.length > 0 ? { value: names, source: organisations[0]!.source } : undefined;
}

/** People named by the claims so far; if there are none, the visible page is searched. */
export function persons(
  claims: Claims,
  siteNames: readonly string[],
): Sourced<readonly string[]> | undefined {
  if (claims.of('author').length === 0) return undefined;
  const sites = new Set(siteNames.map(plain));
  for (const source of ORDER) {
    const people = namesOfSource(claims, source).filter(
      name => !isCollective(name) && !isUserName(name) && !sites.has(plain(name)),
    );
    if (people.length > 0) return { value: people, source };
  }
  return undefined;
}

function namesOfSource(claims: Claims, source: MetadataSource): string[] {
  return distinct(claims.of('author').filter(claim => claim.source === source));
}

function distinct(claims: readonly Claim[]): string[] {
  const names = new Map<string, string>();
  for (const claim of claims) {
    for (const name of namesIn(claim.value)) {
      const key = plain(name);
      if (!names.has(key)) names.set(key, name);
    }
  }
  return [...names.values()];
}

function plain(name: string): string {
  return fold(wordsOf(name).join(''));
}
