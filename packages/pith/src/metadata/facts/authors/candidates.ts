import { tidy } from '../../claims.js';
import { cutAtSeparators } from '../../site-name.js';
import type { PageReading } from '../page-reading.js';
import { buriedAuthors } from './buried.js';
import { type AuthorCandidate, type AuthorMention, together } from './mention.js';
import { fullestName, nameKey, peopleIn } from './names.js';
import { joinedNames } from './one-person.js';
import { shownAuthors } from './shown.js';

/** Maximum candidates; a page with more is a list of people. Set by hand. */
const MAX_CANDIDATES = 60;

export function authorCandidates(page: PageReading): AuthorCandidate[] {
  const known = new Map<string, AuthorMention[]>();
  const subjects = new Set(
    [...page.identity.titles, ...page.identity.headings].flatMap(subjectsOf).map(nameKey),
  );
  for (const mention of [...statedAuthors(page), ...shownAuthors(page), ...buriedAuthors(page)]) {
    const key = nameKey(mention.name);
    if (key === '' || (subjects.has(key) && !isNamedAsAuthor(mention))) continue;
    const mentions = known.get(key);
    if (mentions !== undefined) mentions.push(mention);
    else if (known.size < MAX_CANDIDATES) known.set(key, [mention]);
  }
  return joinedNames(
    [...known].map(([key, mentions]) => ({
      key,
      name: fullestName(mentions.map(({ name }) => name)),
      mentions,
    })),
  );
}

/** A title and its parts: the name of the person or thing that the page is about. */
function subjectsOf(title: string): string[] {
  const tidied = tidy(title.slice(0, 300));
  return [tidied, ...cutAtSeparators(tidied).map(({ text }) => text)];
}

/** A subject is the author only where the page states that or prints a byline. */
function isNamedAsAuthor({ place }: AuthorMention): boolean {
  return !WEAK.has(place) || place === 'name of the site';
}

/** Places that also name people of other stories, pictures and pages. */
const WEAK: ReadonlySet<string> = new Set([
  'byline far off',
  'link far off',
  'element far off',
  'line by itself',
  'closing line',
  'script',
  'title or address',
  'name of the site',
]);

export function isWeakAuthor({ mentions }: AuthorCandidate): boolean {
  return mentions.every(
    ({ place, isOuter, inComments }) => WEAK.has(place) || isOuter === true || inComments === true,
  );
}

const STATED = ['json-ld', 'microdata', 'rdfa', 'open-graph', 'meta', 'dublin-core', 'twitter'] as const;

function statedAuthors({ claims }: PageReading): AuthorMention[] {
  const mentions: AuthorMention[] = [];
  for (const source of STATED) {
    const values = claims.of('author').filter(claim => claim.source === source);
    const names = [...new Set(values.flatMap(({ value }) => peopleIn(value)))];
    mentions.push(...together(names, { place: source, source }));
  }
  const organisations = claims.of('organisation').flatMap(({ value }) => peopleIn(value));
  mentions.push(
    ...together([...new Set(organisations)], { place: 'json-ld organisation', source: 'json-ld' }),
  );
  return mentions;
}
