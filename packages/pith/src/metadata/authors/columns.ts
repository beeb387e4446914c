import { slugWords } from '../addresses.js';
import { wordsOf } from '../likeness.js';
import type { PageReading } from '../page-reading.js';
import { KIND_COLUMNS, pageKind } from '../rankers/ranker.js';
import { blockAt } from '../vicinity.js';
import { AUTHOR_PLACES, type AuthorCandidate, type AuthorMention, isWeakAuthor } from './candidates.js';
import { givenNames } from './given-names.js';
import { isCollective, isInitials, isUserName, isWrittenAsName, nameKey } from './names.js';

const NAME_COLUMNS: readonly string[] = [
  'given name',
  'part of the name of the site',
  'in capitals',
  'words met in lower case',
  'blocks from a date',
];

// biome-ignore format: a list of names reads better in rows
export const AUTHOR_COLUMNS: readonly string[] = [
  ...AUTHOR_PLACES, 'mentions', 'places', 'fewest names beside it', 'first of its line',
  'blocks behind the title', 'blocks above the title', 'words', 'characters', 'written as a name',
  'collective', 'initials', 'user name', 'name of the site', 'only in comments', 'only in the outskirts',
  'beside pictures', 'part of another name', 'holds another name', 'in the title', 'in the address',
  'names on the page', 'names stated', 'people stated', 'names near the title', 'stated and shown',
  'only a link elsewhere', 'only where others are named', ...NAME_COLUMNS, ...KIND_COLUMNS,
];

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
    slug: new Set(slugWords(page.address)),
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

const FAR_DATE = 60;

function nameRows(page: PageReading, candidates: readonly AuthorCandidate[]): number[][] {
  const dated = datedBlocks(page);
  const common = commonWords(page, candidates);
  return candidates.map(({ name, mentions }) => {
    const words = wordsOf(name);
    const letters = name.replace(/[^\p{L}]/gu, '');
    return [
      givenNames(name),
      page.site.isPart(name) ? 1 : 0,
      letters === letters.toUpperCase() && letters !== letters.toLowerCase() ? 1 : 0,
      words.filter(word => common.has(word)).length / Math.max(1, words.length),
      Math.min(FAR_DATE, ...mentions.map(mention => toDate(page, mention, dated))),
    ];
  });
}

const DATED = /(?:19|20)\d\d|\d\s?[./-]\s?\d\d?\s?[./-]\s?\d\d|\d\s?[年년]/;
const LINE_WORDS = 16;

function datedBlocks({ blocks, survey }: PageReading): number[] {
  const dated = new Set(survey.times.slice(0, 100).map(node => blockAt(blocks, node)));
  for (let block = 0; block < blocks.count; block++)
    if (blocks.words[block]! <= LINE_WORDS && DATED.test(blocks.texts[block]!)) dated.add(block);
  return [...dated].sort((a, b) => a - b);
}

function toDate({ blocks }: PageReading, { node }: AuthorMention, dated: readonly number[]): number {
  if (node === undefined) return FAR_DATE;
  const own = blockAt(blocks, node);
  return Math.min(FAR_DATE, ...dated.map(block => Math.abs(block - own)));
}

const MOST_TEXT = 30_000;

/** A word that begins with a lower-case letter. Matching ASCII alone is ten times faster. */
const LOWER = /(?<!\p{L})\p{Ll}[\p{L}\p{M}]*/gu;
const PLAIN_LOWER = /(?<![A-Za-z])[a-z][A-Za-z]*/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is that of ASCII
const PLAIN = /^[\x00-\x7f]*$/;

/** Words of the candidates that the page also writes in lower case, as it does common words. */
function commonWords({ blocks }: PageReading, candidates: readonly AuthorCandidate[]): ReadonlySet<string> {
  const common = new Set<string>();
  const words = new Set(candidates.flatMap(({ name }) => wordsOf(name)));
  if (words.size === 0) return common;
  for (let block = 0, left = MOST_TEXT; block < blocks.count && left > 0; block++) {
    const text = blocks.texts[block]!.slice(0, left);
    left -= text.length;
    for (const word of text.match(PLAIN.test(text) ? PLAIN_LOWER : LOWER) ?? [])
      if (words.has(word)) common.add(word);
  }
  return common;
}
