import { slugWords } from '../addresses.js';
import { tidy } from '../claims.js';
import { wordsOf } from '../likeness.js';
import type { MetadataSource } from '../metadata.js';
import { scriptTexts } from '../node-text.js';
import type { PageReading } from '../page-reading.js';
import { cutAtSeparators } from '../site-name.js';
import { fullestName, isCollective, isWrittenAsName, nameKey, peopleIn } from './names.js';
import { mentionsOf, shownAuthors } from './shown.js';

// biome-ignore format: a list of names reads better in rows
export const AUTHOR_PLACES = [
  'json-ld', 'json-ld organisation', 'microdata', 'rdfa', 'open-graph', 'meta', 'dublin-core', 'twitter',
  'rel-author', 'byline', 'byline far off', 'link near the title', 'link far off',
  'element near the title', 'element far off', 'labelled line', 'line by itself', 'closing line', 'script',
  'title or address', 'name of the site',
] as const;
export type AuthorPlace = (typeof AUTHOR_PLACES)[number];

export interface AuthorMention {
  readonly name: string;
  readonly place: AuthorPlace;
  readonly source: MetadataSource;
  readonly node?: number | undefined;
  /** Blocks after the heading; negative before it. */
  readonly distance?: number | undefined;
  /** Position among the names of one line or field, and their number. */
  readonly index: number;
  readonly among: number;
  readonly inComments?: boolean | undefined;
  readonly isOuter?: boolean | undefined;
  readonly isLink?: boolean | undefined;
  readonly ofPictures?: boolean | undefined;
}

export interface AuthorCandidate {
  readonly key: string;
  readonly name: string;
  readonly mentions: readonly AuthorMention[];
}

const MAX_CANDIDATES = 60;

export function authorCandidates(page: PageReading): AuthorCandidate[] {
  const known = new Map<string, AuthorMention[]>();
  const subjects = new Set(
    [...page.identity.titles, ...page.identity.headings, page.heading?.text ?? '']
      .flatMap(subjectsOf)
      .map(nameKey),
  );
  for (const mention of [
    ...statedAuthors(page),
    ...shownAuthors(page),
    ...scriptAuthors(page),
    ...titleAuthors(page),
  ]) {
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

function subjectsOf(title: string): string[] {
  const tidied = tidy(title.slice(0, 300));
  return [tidied, ...cutAtSeparators(tidied).map(({ text }) => text)];
}

/** A name that is also a title or heading counts only in reliable places, and as the name of the site. */
function isNamedAsAuthor({ place }: AuthorMention): boolean {
  return !WEAK.has(place) || place === 'name of the site';
}

/** Places that also name people of other stories, pictures and pages. */
// biome-ignore format: a list of names reads better in rows
const WEAK: ReadonlySet<string> = new Set([
  'byline far off', 'link far off', 'element far off', 'line by itself', 'closing line', 'script',
  'title or address', 'name of the site',
]);

export function isWeakAuthor({ mentions }: AuthorCandidate): boolean {
  return mentions.every(
    ({ place, isOuter, inComments }) => WEAK.has(place) || isOuter === true || inComments === true,
  );
}

const STATED = ['json-ld', 'microdata', 'rdfa', 'open-graph', 'meta', 'dublin-core', 'twitter'] as const;

export function statedAuthors({ claims }: PageReading): AuthorMention[] {
  const mentions: AuthorMention[] = [];
  for (const source of STATED) {
    const values = claims.of('author').filter(claim => claim.source === source);
    const names = [...new Set(values.flatMap(({ value }) => peopleIn(value)))];
    mentions.push(...mentionsOf(names, { place: source, source }));
  }
  const organisations = claims.of('organisation').flatMap(({ value }) => peopleIn(value));
  mentions.push(
    ...mentionsOf([...new Set(organisations)], { place: 'json-ld organisation', source: 'json-ld' }),
  );
  return mentions;
}

const MOST_SCRIPT = 1_000_000;
const MOST_IN_SCRIPTS = 12;
const PROPERTY =
  /\b(?:author|authors|authorName|author_name|articleAuthor|byline|creator|pageAuthor|contentAuthor)\\?["']?\s?[:=]\s?\[?\\?["']([^"'\\<>{}[\]]{3,60})\\?["']/gi;

function scriptAuthors({ blocks }: PageReading): AuthorMention[] {
  const names: string[] = [];
  for (const text of scriptTexts(blocks.tree, MOST_SCRIPT)) {
    if (names.length >= MOST_IN_SCRIPTS) break;
    if (!/author|byline|creator/i.test(text)) continue;
    for (const match of text.matchAll(PROPERTY)) {
      names.push(...peopleIn(match[1]!));
      if (names.length >= MOST_IN_SCRIPTS) break;
    }
  }
  return mentionsOf([...new Set(names)], { place: 'script', source: 'meta' });
}

const IN_TITLE = /\s(?:by|von|par|por|di|door)\s((?:\p{Lu}[\p{L}.'’-]{0,20}\s?){2,4})(?=$|[\s|–—-])/u;

function titleAuthors(page: PageReading): AuthorMention[] {
  const texts = [...page.identity.titles, ...page.identity.headings].map(tidy);
  const names = texts.flatMap(text => peopleIn(IN_TITLE.exec(text.slice(0, 300))?.[1] ?? ''));
  const slug = slugWords(page.address);
  const by = slug.lastIndexOf('by');
  if (by > 0 && slug.length - by > 2 && slug.length - by < 5) {
    names.push(
      slug
        .slice(by + 1)
        .map(word => word[0]!.toUpperCase() + word.slice(1))
        .join(' '),
    );
  }
  const people = [...new Set(names)].filter(isWrittenAsName);
  return [
    ...mentionsOf(people, { place: 'title or address', source: 'title-element' }),
    ...mentionsOf(ownSite(page), { place: 'name of the site', source: 'title-element' }),
  ];
}

/** The owner after whom a personal site is named: "Jo Bell's notes". */
function ownSite(page: PageReading): string[] {
  const parts = page.identity.titles.flatMap(title =>
    cutAtSeparators(tidy(title)).map(segment => segment.text),
  );
  const named = [...page.siteNames, ...parts.slice(1), parts[0] ?? ''].map(name =>
    name.slice(0, 200).replace(/['’]s?\s.*$/u, ''),
  );
  const names = named.filter(name => isWrittenAsName(name) && page.site.isPart(name));
  return [...new Set(names)].filter(name => !isCollective(name)).slice(0, 1);
}

const BARE: ReadonlySet<AuthorPlace> = new Set([
  'json-ld',
  'open-graph',
  'meta',
  'dublin-core',
  'twitter',
  'rel-author',
  'link near the title',
]);
const SHOWN: ReadonlySet<AuthorPlace> = new Set([
  'rel-author',
  'byline',
  'link near the title',
  'element near the title',
  'line by itself',
]);

/**
 * Merges "Ada Byron Gazette Staff" into "Ada Byron" if metadata or a link has that name, and a first name into the full
 * name.
 */
function joinedNames(candidates: readonly AuthorCandidate[]): AuthorCandidate[] {
  const words = candidates.map(({ name }) => wordsOf(name));
  const into = candidates.map((_, i) => samePerson(candidates, words, i));
  return candidates.flatMap((candidate, i) => {
    if (into[i] !== undefined) return [];
    const others = candidates.filter((_, j) => into[j] === i);
    if (others.length === 0) return [candidate];
    return [
      { ...candidate, mentions: [...candidate.mentions, ...others.flatMap(({ mentions }) => mentions)] },
    ];
  });
}

function samePerson(
  candidates: readonly AuthorCandidate[],
  words: readonly (readonly string[])[],
  i: number,
): number | undefined {
  const { name, mentions } = candidates[i]!;
  const own = words[i]!;
  const isShort = own.length === 1 && /^\p{Lu}/u.test(name);
  const isShown = mentions.every(({ place }) => !BARE.has(place));
  if (!isShort && !isShown) return undefined;
  const found = candidates.findIndex((other, j) => {
    const theirs = words[j]!;
    if (j === i || theirs.length < 2 || theirs.length > 4 || !isWrittenAsName(other.name)) return false;
    if (isShort)
      return (
        theirs[0] === own[0] && theirs.length < 4 && other.mentions.some(({ place }) => SHOWN.has(place))
      );
    const begins = own.length > theirs.length && theirs.every((word, k) => word === own[k]);
    return begins && other.mentions.some(({ place }) => BARE.has(place));
  });
  return found < 0 ? undefined : found;
}
