import { isCollective, namesIn } from './bylines.js';
import type { Claim, Claims } from './claims.js';
import { wordsOf } from './likeness.js';
import type { MetadataSource, Sourced } from './metadata.js';

/** Sources of authors, the most trusted first. */
const ORDER: readonly MetadataSource[] = ['json-ld', 'microdata', 'rdfa', 'open-graph', 'meta', 'dublin-core', 'rel-author', 'byline', 'twitter'];

/**
 * The authors: the people whom the most trusted source names. Offices, agencies and the site itself count only when no
 * source names a person.
 */
export function pageAuthors(claims: Claims, siteNames: readonly string[]): Sourced<readonly string[]> | undefined {
  const sites = new Set(siteNames.map(plain));
  let collective: Sourced<readonly string[]> | undefined;
  for (const source of ORDER) {
    const names = distinct(claims.of('author').filter(claim => claim.source === source));
    const people = names.filter(name => !isCollective(name) && !sites.has(plain(name)));
    if (people.length > 0) return { value: people, source };
    if (names.length > 0) collective ??= { value: names, source };
  }
  if (collective !== undefined) return collective;
  const organisations = claims.of('organisation');
  const names = distinct(organisations);
  return names.length > 0 ? { value: names, source: organisations[0]!.source } : undefined;
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
  return wordsOf(name).join('');
}
