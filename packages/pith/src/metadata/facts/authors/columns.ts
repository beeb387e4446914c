import { isCollective, isWrittenAsName } from '../../bylines.js';
import { wordsOf } from '../../likeness.js';
import { KIND_COLUMNS, pageKind } from '../page-kind.js';
import type { PageReading } from '../page-reading.js';
import { slugWords } from '../slug.js';
import { isWeakAuthor } from './candidates.js';
import { NAME_COLUMNS, nameRows } from './likely-names.js';
import { AUTHOR_PLACES, type AuthorCandidate, type AuthorMention } from './mention.js';
import { isInitials, isUserName, nameKey } from './names.js';

export const AUTHOR_COLUMNS: readonly string[] = [
  ...AUTHOR_PLACES,
  'mentions',
  'places',
  'fewest names beside it',
  'first of its line',
  'blocks behind the title',
  'blocks above the title',
  'words',
  'characters',
  'written as a name',
  'collective',
  'initials',
  'user name',
  'name of the site',
  'only in comments',
  'only in the outskirts',
  'beside pictures',
  'part of another name',
  'holds another name',
  'in the title',
  'in the address',
  'names on the page',
  'names stated',
  'people stated',
  'names near the title',
  'stated and shown',
  'only a link elsewhere',
  'only where others are named',
  ...NAME_COLUMNS,
  ...KIND_COLUMNS,
];

/** Cap on the distance to the title, in blocks. Set by hand. */
const FAR = 300;

export function authorRows(page: PageReading, candidates: readonly AuthorCandidate[]): number[][] {
  const sites = new Set(page.siteNames.map(nameKey));
  const words = candidates.map(({ name }) => wordsOf(name));
  const isStated = ({ mentions }: AuthorCandidate) =>
    mentions.some(
      ({ node, place }) => node === undefined && place !== 'script' && place !== 'title or address',
    );
  const stated = candidates.filter(isStated);
  const context: Context = {
    sites,
    isSite: name => page.site.is(name),
    words,
    title: new Set(wordsOf(`${page.identity.titles[0] ?? ''} ${page.heading?.text ?? ''}`)),
    slug: new Set(slugWords(page.address ?? '')),
    page: [
      candidates.length,
      stated.length,
      stated.filter(({ name }) => isPersonName(name)).length,
      candidates.filter(({ mentions }) => mentions.some(isNearTitle)).length,
    ],
    isStated,
  };
  const kind = pageKind(page);
  const likely = nameRows(page, candidates);
  return candidates.map((candidate, i) => [...rowOf(candidate, i, context), ...likely[i]!, ...kind]);
}

interface Context {
  readonly sites: ReadonlySet<string>;
  readonly isSite: (name: string) => boolean;
  readonly words: readonly (readonly string[])[];
  readonly title: ReadonlySet<string>;
  readonly slug: ReadonlySet<string>;
  readonly page: readonly number[];
  readonly isStated: (candidate: AuthorCandidate) => boolean;
}

function isPersonName(name: string): boolean {
  return isWrittenAsName(name) && !isCollective(name);
}

function isNearTitle({ place }: AuthorMention): boolean {
  return place === 'byline' || place === 'link near the title' || place === 'element near the title';
}

function rowOf(candidate: AuthorCandidate, i: number, context: Context): number[] {
  const { mentions, key, name } = candidate;
  const words = context.words[i]!;
  const seen = mentions.filter(({ distance }) => distance !== undefined);
  const distances = seen.filter(mention => !mention.inComments).map(({ distance }) => distance!);
  const others = context.words.filter((_, j) => j !== i);
  const isPart = (part: readonly string[], whole: readonly string[]) =>
    part.length < whole.length && part.every(word => whole.includes(word));
  const flag = (is: boolean) => (is ? 1 : 0);
  return [
    ...AUTHOR_PLACES.map(place =>
      Math.max(0, ...mentions.filter(m => m.place === place).map(m => 1 / (m.index + 1))),
    ),
    mentions.length,
    new Set(mentions.map(({ place }) => place)).size,
    Math.min(...mentions.map(({ among }) => among)),
    flag(mentions.some(({ index }) => index === 0)),
    Math.min(FAR, ...distances.filter(distance => distance >= 0)),
    Math.min(FAR, ...distances.filter(distance => distance < 0).map(distance => -distance)),
    words.length,
    name.length,
    flag(isWrittenAsName(name)),
    flag(isCollective(name)),
    flag(isInitials(name)),
    flag(isUserName(name)),
    flag(context.sites.has(key) || context.isSite(name)),
    flag(seen.length > 0 && seen.length === mentions.length && seen.every(({ inComments }) => inComments)),
    flag(seen.length > 0 && seen.length === mentions.length && seen.every(({ isOuter }) => isOuter)),
    flag(mentions.some(({ ofPictures }) => ofPictures)),
    flag(others.some(other => isPart(words, other))),
    flag(others.some(other => isPart(other, words))),
    words.filter(word => context.title.has(word)).length / Math.max(1, words.length),
    words.filter(word => context.slug.has(word)).length / Math.max(1, words.length),
    ...context.page,
    flag(context.isStated(candidate) && seen.length > 0),
    flag(mentions.every(({ isLink }) => isLink === true)),
    flag(isWeakAuthor(candidate)),
  ];
}
