import { oncePerPage, type PageMeasurements } from '../features/measurements/page-measurements.js';
import type { DateReading } from '../metadata/date-shapes.js';
import { ATTR } from '../tree/names.js';
import { type AuthorMark, authorMarks } from './authors.js';
import { type DateMark, dateMarks, readingOf } from './dates.js';
import { quotedNodes } from './quotes.js';
import { nodeCounts, type RangeSums } from './range-sums.js';
import { type NodeRange, ownSums, type RecordFamily, subfamily } from './repeated.js';

/** Where authors and dates stand in some part of a page. */
export interface Marks {
  readonly reading: DateReading;
  readonly authors: readonly AuthorMark[];
  readonly dates: readonly DateMark[];
  readonly authorCounts: RangeSums;
  readonly dateCounts: RangeSums;
  /** Elements whose id is that of one post: `comment-123`. */
  readonly idCounts: RangeSums;
}

/** Finds the authors and dates that ranges of nodes show. */
export function marksIn(facts: PageMeasurements, ranges: readonly NodeRange[], reading?: DateReading): Marks {
  const { tree } = facts.blocks;
  const language = reading ?? readingOf(facts);
  const quoted = quotedNodes(facts);
  const authors = authorMarks(facts, ranges).map(mark => weaker(mark, quoted));
  const dates = dateMarks(facts, ranges, language).map(mark => weaker(mark, quoted));
  return {
    reading: language,
    authors,
    dates,
    authorCounts: nodeCounts(
      tree.count,
      authors.map(mark => mark.node),
    ),
    dateCounts: nodeCounts(
      tree.count,
      dates.map(mark => mark.node),
    ),
    idCounts: nodeCounts(tree.count, inRanges(oncePerPage(facts, numberedElements), ranges)),
  };
}

/** Who is quoted did not write the post. Set by reading the threads of `forums` (docs/results/discussions.md). */
const QUOTED = 0.1;

function weaker<M extends { readonly node: number; readonly strength: number }>(
  mark: M,
  quoted: Uint8Array,
): M {
  return quoted[mark.node] === 0 ? mark : { ...mark, strength: mark.strength * QUOTED };
}

/** Ids that discussion software gives to single posts, so that links can lead to them. */
const POST_ID =
  /^(?:[a-z]{1,6}-)?(?:(?:li|div|js|td)-?)?(?:el)?(?:comments?|post|c|p|pid|msg|message|reply|answer|entry|kommentar|js-post|t\d_)[-_]{0,2}[a-f\d-]{1,40}$/i;

const POST_TYPE = /\/(?:Comment|Answer|Question|DiscussionForumPosting|UserComments)$/;

/** The elements with the id or the type of a post, in document order; those with both stand there twice. */
function numberedElements({ blocks: { tree } }: PageMeasurements): number[] {
  const { attributeFirst, attributeName } = tree;
  const nodes: number[] = [];
  for (let node = 1; node < tree.count; node++) {
    for (let i = attributeFirst[node]!; i < attributeFirst[node + 1]!; i++) {
      const name = attributeName[i]!;
      if (name !== ATTR.id && name !== ATTR.itemtype) continue;
      const value = tree.attributeValue(i);
      if (name === ATTR.id ? isPostId(value) : POST_TYPE.test(value.slice(0, 100))) nodes.push(node);
    }
  }
  return nodes;
}

function isPostId(id: string): boolean {
  return id.length < 60 && /\d/.test(id) && POST_ID.test(id);
}

/** Those of some nodes that lie in ranges; both in document order. */
function inRanges(nodes: readonly number[], ranges: readonly NodeRange[]): number[] {
  const inside: number[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    while (at < nodes.length && nodes[at]! < start) at++;
    for (; at < nodes.length && nodes[at]! < end; at++) inside.push(nodes[at]!);
  }
  return inside;
}

/** A family of records judged as the posts of a discussion. */
export interface Anatomy {
  /** The records that have text of their own and say who wrote it or when, or have the id of a post. */
  readonly posts: RecordFamily;
  /** 0 to about 1. */
  readonly score: number;
}

/**
 * How well a family looks like posts: its share of the text, how many of the posts show author and date, how many
 * records are posts at all. More and smaller records win over fewer and larger ones that hold the same text, so that
 * the wrapper of several posts does not pass for one.
 */
export function anatomy(
  family: RecordFamily,
  weight: RangeSums,
  marks: Marks,
  scope: Scope,
): Anatomy | undefined {
  const marked = postsAlone(family, weight, marks);
  return marked === undefined ? judge(family, weight, marks, scope) : judge(marked, weight, marks, scope);
}

/** How well a family looks like posts; the weights were set by reading the threads of `forums` (docs/results/discussions.md). */
function judge(family: RecordFamily, weight: RangeSums, marks: Marks, scope: Scope): Anatomy | undefined {
  const text = ownSums(family, weight);
  const authors = ownSums(family, marks.authorCounts);
  const dates = ownSums(family, marks.dateCounts);
  const ids = ownSums(family, marks.idCounts);
  const posts: number[] = [];
  let covered = 0;
  let shown = 0;
  let numbered = 0;
  for (let i = 0; i < family.starts.length; i++) {
    if (text[i]! <= 0 || (authors[i] === 0 && dates[i] === 0 && ids[i] === 0)) continue;
    posts.push(i);
    covered += text[i]! * Math.min(1, CROWD / Math.max(Math.min(authors[i]!, dates[i]!), ids[i]!));
    if (marks.idCounts.between(family.starts[i]!, family.starts[i]! + 1) > 0) numbered++;
    shown += Math.max((authors[i]! > 0 ? 0.5 : 0) + (dates[i]! > 0 ? 0.5 : 0), ids[i]! > 0 ? 0.5 : 0);
  }
  const n = posts.length;
  if (n === 0) return undefined;
  const lead = leadWeight(family.starts[posts[0]!]!, weight, marks, scope);
  const part = (covered + lead) / Math.max(scope.total, 1);
  // Among comments stand notices and forms at length: comments that are numbered need not outweigh them.
  const share = scope.lead < 0 && numbered === n ? Math.sqrt(part) : part;
  const fit = 0.4 + (0.6 * shown) / n;
  const purity = Math.sqrt(n / family.starts.length);
  const shape =
    (family.isSpread ? SPREAD : 1) * (n === 1 && numbered === 0 ? ALONE : 1 + (NUMBERED * numbered) / n);
  // What has the number of a post is one, however few there are.
  const many = 1 - (1 - numbered / (2 * n)) / (n + 1);
  const score = share * fit * purity * shape * many;
  return { posts: subfamily(family, posts), score };
}

/**
 * Where most of the text is in records that have the id or the type of a post, the others are something else that is
 * called alike: a wrapper, a line inside of posts. Undefined where it is not.
 */
function postsAlone(family: RecordFamily, weight: RangeSums, { idCounts }: Marks): RecordFamily | undefined {
  const { starts, ends } = family;
  const own = ownSums(family, weight);
  const numbered: number[] = [];
  let inside = 0;
  let outside = 0;
  for (let i = 0; i < starts.length; i++) {
    if (idCounts.between(starts[i]!, starts[i]! + 1) > 0) {
      numbered.push(i);
      inside += weight.between(starts[i]!, ends[i]!);
    } else outside += own[i]!;
  }
  if (numbered.length < 2 || numbered.length === starts.length || inside < outside) return undefined;
  return subfamily(family, numbered);
}

/** What a family is judged against. */
export interface Scope {
  /** All weight there is. */
  readonly total: number;
  /** Where the discussion may begin: behind the page's title; -1 when no post may stand before the family. */
  readonly lead: number;
}

/**
 * An element with more authors and dates of its own is a wrapper of several posts, and its text counts less. Set by
 * reading the threads of `forums` (docs/results/discussions.md).
 */
const CROWD = 3;
/**
 * What another template printed counts nearly as well as the text of the posts themselves. Set by reading the threads of
 * `forums` (docs/results/discussions.md).
 */
const LEAD = 0.8;

/** Weight of the post that opens a discussion ahead of a family of answers. */
function leadWeight(first: number, weight: RangeSums, marks: Marks, { lead }: Scope): number {
  if (lead < 0 || lead >= first) return 0;
  const authors = marks.authorCounts.between(lead, first);
  const dates = marks.dateCounts.between(lead, first);
  if (authors === 0 && dates === 0) return 0;
  return LEAD * weight.between(lead, first) * Math.min(1, CROWD / Math.min(authors, dates)) ** 2;
}

/**
 * Elements with the id of a post are posts rather than what is around or inside one. Set by reading the threads of
 * `forums` (docs/results/discussions.md).
 */
const NUMBERED = 0.15;
/**
 * A single element is more often what is around a post than the post. Set by reading the threads of `forums`
 * (docs/results/discussions.md).
 */
const ALONE = 0.8;
/**
 * Records that are one element each are the rule; spread ones have to hold clearly more text. Set by reading the threads
 * of `forums` (docs/results/discussions.md).
 */
const SPREAD = 0.85;

/** The family that looks most like posts, or undefined when none does. */
export function bestAnatomy(
  families: readonly RecordFamily[],
  weight: RangeSums,
  marks: Marks,
  scope: Scope,
): Anatomy | undefined {
  let best: Anatomy | undefined;
  for (const family of families) {
    const judged = anatomy(family, weight, marks, scope);
    if (judged !== undefined && judged.score > (best?.score ?? 0)) best = judged;
  }
  return best;
}
