import { ATTR, TAG } from '../../../tree/names.js';
import { webAddress } from '../../addresses.js';
import { isWrittenAsName } from '../../bylines.js';
import type { LinkedObject } from '../../json-ld.js';
import type { Author, Weighed } from '../fact.js';
import { blocksShowing, type PageReading } from '../page-reading.js';
import type { Ranker } from '../rankers/ranker.js';
import { type AuthorCandidate, authorCandidates } from './candidates.js';
import { authorRows } from './columns.js';
import { isPerson, nameKey } from './names.js';

/** Log-odds from which every name counts; 0 to 1 gave the same out of fold. */
const SURE = 0.5;
/** How sure the best name must be where none reaches that: below, seven in eight are wrong (docs/results/facts.md). */
const LEAST_SURE = 0.15;

/** Weighs all names that may be of those who wrote the text; offices and sites count only where nobody is named. */
export function weighAuthors(page: PageReading, ranker: Ranker): Weighed<readonly Author[]> {
  const candidates = authorCandidates(page);
  const scores = ranker.scores(authorRows(page, candidates));
  const chosen = new Set(chosenNames(candidates, scores, ranker));
  const weighed = candidates.map((candidate, i) => ({
    value: candidate.name,
    places: [...new Set(candidate.mentions.map(({ place }) => place))],
    blocks: blocksShowing(
      page,
      candidate.mentions.map(({ node }) => node),
    ),
    score: Number(scores[i]!.toFixed(3)),
    chosen: chosen.has(i),
  }));
  const sorted = weighed.sort((a, b) => b.score - a.score);
  const first = [...chosen][0];
  if (first === undefined) return { fact: undefined, candidates: sorted };
  const authors = [...chosen].map(i => authorOf(page, candidates[i]!));
  const confidence = ranker.confidence(Math.max(...[...chosen].map(i => scores[i]!)));
  return {
    fact: { value: authors, source: candidates[first]!.mentions[0]!.source, confidence },
    candidates: sorted,
  };
}

/** The candidates that are taken, in the order of the page. */
function chosenNames(
  candidates: readonly AuthorCandidate[],
  scores: readonly number[],
  ranker: Ranker,
): number[] {
  const sure = scores.flatMap((score, i) => (score >= SURE ? [i] : []));
  const best = scores.reduce((top, score, i) => (score > (scores[top] ?? -Infinity) ? i : top), -1);
  const taken =
    sure.length > 0 ? sure : best >= 0 && ranker.confidence(scores[best]!) >= LEAST_SURE ? [best] : [];
  const people = taken.filter(i => isPerson(candidates[i]!.name));
  if (people.length === 0) return taken;
  const joined = candidates.flatMap((candidate, i) =>
    people.includes(i) || people.some(one => sharesByline(candidates[one]!, candidate)) ? [i] : [],
  );
  return joined;
}

/** Whether a name is written as a person's and stands in one byline near the title with another: "By … and …". */
function sharesByline(known: AuthorCandidate, other: AuthorCandidate): boolean {
  if (!isWrittenAsName(other.name) || !isPerson(other.name)) return false;
  const lines = known.mentions.filter(({ place, ofPictures }) => place === 'byline' && !ofPictures);
  return other.mentions.some(
    ({ place, node }) => place === 'byline' && lines.some(line => line.node === node),
  );
}

function authorOf(page: PageReading, candidate: AuthorCandidate): Author {
  const { name, mentions } = candidate;
  const address = (value: unknown) =>
    typeof value === 'string' ? webAddress(value, page.facts.base) : undefined;
  const stated = statedAuthor(page, candidate.key);
  const links = mentions.flatMap(({ node }) => (node === undefined ? [] : [linkAround(page, node)]));
  const url = address(links.find(link => link !== undefined)) ?? address(stated?.url);
  const image = address(imageOf(page, stated?.image)) ?? address(portraitBeside(page, candidate));
  const kind =
    mentions.every(({ place }) => place === 'json-ld organisation') || !isPerson(name)
      ? 'organisation'
      : 'person';
  return { name, kind, ...(url === undefined ? {} : { url }), ...(image === undefined ? {} : { image }) };
}

/** The author as structured data give it. */
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

/** Address of the link that a name is, stands in or holds. */
function linkAround({ blocks: { tree } }: PageReading, node: number): string | undefined {
  for (let n = node, i = 0; n > 0 && i < 4; n = tree.parent[n]!, i++)
    if (tree.tag[n] === TAG.a) return tree.attribute(n, ATTR.href);
  for (let n = node; n < Math.min(tree.end[node]!, node + 12); n++)
    if (tree.tag[n] === TAG.a) return tree.attribute(n, ATTR.href);
  return undefined;
}

/** Elements around a name that may hold the portrait, and nodes that they have at most. Both set by hand. */
const PORTRAIT_REACH = 4;
const PORTRAIT_NODES = 40;

/** A picture beside the name, in an element small enough to be about the author alone. */
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
