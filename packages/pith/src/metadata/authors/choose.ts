import { ATTR, TAG } from '../../tree/names.js';
import { webAddress } from '../addresses.js';
import type { LinkedObject } from '../json-ld.js';
import type { Author, Metadata, Ranked } from '../metadata.js';
import type { PageReading } from '../page-reading.js';
import { likeliest, type Ranker, type Scored } from '../rankers/ranker.js';
import { blocksShowing } from '../vicinity.js';
import {
  type AuthorCandidate,
  type AuthorMention,
  type AuthorPlace,
  authorCandidates,
  statedAuthors,
} from './candidates.js';
import { authorRows } from './columns.js';
import { givenNames } from './given-names.js';
import { isCollective, isPerson, isUserName, isWrittenAsName, nameKey } from './names.js';
import { shownAuthors } from './shown.js';

/** Every name with at least these log-odds is chosen. Out of fold, 1 gave more complete author lists than 0 and 0.5. */
const SURE = 1;
/** Minimum log-odds of the best name. Out of fold, -2 gave authors to 1 in 20 pages without any, but missed few. */
const LEAST = -2;
/**
 * The same for names without a common given name in the places `ALONE`: out of fold, all eleven below it were wrong.
 */
const LEAST_ALONE = -1;
const ALONE: ReadonlySet<AuthorPlace> = new Set([
  'line by itself',
  'closing line',
  'script',
  'title or address',
  'name of the site',
]);
/** Minimum log-odds of a person who shares a field with a chosen person, or replaces an organisation. Set by hand. */
const BESIDE = -0.5;
const FIELDS: ReadonlySet<AuthorPlace> = new Set([
  'json-ld',
  'meta',
  'dublin-core',
  'element near the title',
]);
const LINES: ReadonlySet<AuthorPlace> = new Set(['byline', 'byline far off', 'labelled line']);

/** Chooses the authors among the candidates; organisations and sites only if no person is likely. */
export function rankAuthors(page: PageReading, ranker: Ranker): Ranked<readonly Author[]> {
  const candidates = authorCandidates(page);
  const scored = ranker.scored(candidates, authorRows(page, candidates));
  const best = likeliest(scored);
  const isLikely = best !== undefined && best.score >= leastOf(best.candidate);
  const chosen = isLikely ? chosenAuthors(page, scored, best) : [];
  const ranked = scored.map(one => ({
    value: one.candidate.name,
    places: [...new Set(one.candidate.mentions.map(({ place }) => place))],
    blocks: blocksShowing(
      page.blocks,
      one.candidate.mentions.map(({ node }) => node),
    ),
    score: Number(one.score.toFixed(3)),
    chosen: chosen.includes(one),
  }));
  const sorted = ranked.sort((a, b) => b.score - a.score);
  const [first] = chosen;
  if (best === undefined || first === undefined) return { fact: undefined, candidates: sorted };
  const value = chosen.map(({ candidate }) => authorOf(page, candidate));
  const { source } = first.candidate.mentions[0]!;
  return { fact: { value, source, confidence: ranker.confidence(scored, best) }, candidates: sorted };
}

function leastOf({ name, mentions }: AuthorCandidate): number {
  const isAlone = mentions.every(({ place }) => ALONE.has(place));
  return isAlone && givenNames(name) === 0 ? LEAST_ALONE : LEAST;
}

type ScoredAuthor = Scored<AuthorCandidate>;

function chosenAuthors(
  page: PageReading,
  scored: readonly ScoredAuthor[],
  best: ScoredAuthor,
): readonly ScoredAuthor[] {
  const sure = scored.filter(({ score }) => score >= SURE);
  const taken = sure.length > 0 ? sure : [best];
  const named = taken.filter(({ candidate: { name } }) => isPerson(name) && !page.site.is(name));
  // If the likeliest author is an organisation or the site, the likeliest person replaces it.
  const likely = scored.filter(one => one.score >= BESIDE && mayBePerson(page, one.candidate));
  const people = named.length > 0 ? named : [likeliest(likely)].filter(one => one !== undefined);
  if (people.length === 0) return taken;
  return scored.filter(one => {
    const isWith = ({ candidate }: ScoredAuthor) =>
      sharesByline(candidate, one.candidate) ||
      (one.score >= BESIDE && sharesField(candidate, one.candidate));
    return people.includes(one) || (mayBePerson(page, one.candidate) && people.some(isWith));
  });
}

function mayBePerson({ site }: PageReading, { name }: AuthorCandidate): boolean {
  return isWrittenAsName(name) && isPerson(name) && !site.is(name);
}

function sharesByline(known: AuthorCandidate, other: AuthorCandidate): boolean {
  const lines = known.mentions.filter(({ place, ofPictures }) => LINES.has(place) && !ofPictures);
  return other.mentions.some(
    ({ place, node }) => LINES.has(place) && lines.some(line => line.place === place && line.node === node),
  );
}

function sharesField(known: AuthorCandidate, other: AuthorCandidate): boolean {
  return other.mentions.some(
    ({ place, node, among }) =>
      FIELDS.has(place) && among > 1 && known.mentions.some(one => one.place === place && one.node === node),
  );
}

function authorOf(page: PageReading, candidate: AuthorCandidate): Author {
  const { name, mentions } = candidate;
  const address = (value: unknown) =>
    typeof value === 'string' ? webAddress(value, page.identity.base) : undefined;
  const stated = statedAuthor(page, candidate.key);
  const links = mentions.flatMap(({ node }) => (node === undefined ? [] : [linkAround(page, node)]));
  const url = address(links.find(link => link !== undefined)) ?? address(stated?.url);
  const image = address(imageOf(page, stated?.image)) ?? address(portraitBeside(page, candidate));
  const kind =
    mentions.every(({ place }) => place === 'json-ld organisation') ||
    !isPerson(name) ||
    (page.site.is(name) && givenNames(name) === 0)
      ? 'organisation'
      : 'person';
  return { name, kind, url, image };
}

function statedAuthor({ linked }: PageReading, key: string): LinkedObject | undefined {
  for (const main of linked.mains) {
    for (const author of linked.resolve(main.author ?? main.creator)) {
      if (typeof author === 'object' && typeof author.name === 'string' && nameKey(author.name) === key)
        return author;
    }
  }
  return undefined;
}

function imageOf({ linked }: PageReading, value: unknown): unknown {
  const image = value === undefined ? undefined : linked.resolve(value)[0];
  return typeof image === 'object' ? (image.url ?? image.contentUrl) : image;
}

function linkAround({ blocks: { tree } }: PageReading, node: number): string | undefined {
  for (let n = node, i = 0; n > 0 && i < 4; n = tree.parent[n]!, i++)
    if (tree.tag[n] === TAG.a) return tree.attribute(n, ATTR.href);
  for (let n = node; n < Math.min(tree.end[node]!, node + 12); n++)
    if (tree.tag[n] === TAG.a) return tree.attribute(n, ATTR.href);
  return undefined;
}

const PORTRAIT_REACH = 4;
const PORTRAIT_NODES = 40;

function portraitBeside(
  { blocks: { tree } }: PageReading,
  { mentions, key }: AuthorCandidate,
): string | undefined {
  for (const { node } of mentions) {
    if (node === undefined) continue;
    for (let n = tree.parent[node]!, i = 0; n > 0 && i < PORTRAIT_REACH; n = tree.parent[n]!, i++) {
      if (tree.end[n]! - n > PORTRAIT_NODES) break;
      for (let inner = n; inner < tree.end[n]!; inner++) {
        if (tree.tag[inner] !== TAG.img) continue;
        const alt = nameKey(tree.attribute(inner, ATTR.alt) ?? '');
        if (alt !== '' && !alt.includes(key)) continue;
        return tree.attribute(inner, ATTR['data-src']) ?? tree.attribute(inner, ATTR.src);
      }
    }
  }
  return undefined;
}

/** Most trusted first. */
// biome-ignore format: a list of names reads better in rows
const ORDER: readonly AuthorPlace[] = [
  'json-ld', 'microdata', 'rdfa', 'open-graph', 'meta', 'dublin-core', 'rel-author', 'byline',
  'link near the title', 'element near the title', 'labelled line', 'twitter',
];

/** Maximum distance in blocks between the names of one byline; later ones are other people. Set by hand. */
const BYLINE_GAP = 2;

/** The people named in the most trusted place. Organisations and user names count only if no place names a person. */
export function authorsByOrder(page: PageReading): Metadata['authors'] {
  const mentions = [...statedAuthors(page), ...shownAuthors(page)];
  const people = mentions.filter(
    ({ name }) => !isCollective(name) && !isUserName(name) && !page.site.is(name),
  );
  return firstNamed(people, ORDER) ?? firstNamed(mentions, [...ORDER, 'json-ld organisation']);
}

function firstNamed(mentions: readonly AuthorMention[], places: readonly AuthorPlace[]): Metadata['authors'] {
  for (const place of places) {
    const there = mentions.filter(mention => mention.place === place);
    const [first] = there;
    if (first === undefined) continue;
    const { source, distance = 0 } = first;
    const beside = there.filter(mention => Math.abs((mention.distance ?? 0) - distance) <= BYLINE_GAP);
    return { value: [...new Set(beside.map(({ name }) => name))], source };
  }
  return undefined;
}
