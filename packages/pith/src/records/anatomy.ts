import { oncePerPage, type PageMeasurements } from '../features/measurements/page-measurements.js';
import { ATTR } from '../tree/names.js';
import { type AuthorMark, authorMarks } from './authors.js';
import { type DateMark, dateMarks } from './dates.js';
import { quotedNodes } from './quotes.js';
import { nodeCounts, type RangeSums } from './range-sums.js';
import { type NodeRange, ownSums, type RecordGroup, subgroup } from './repeated.js';

export interface Marks {
  readonly authors: readonly AuthorMark[];
  readonly dates: readonly DateMark[];
  readonly authorCounts: RangeSums;
  readonly dateCounts: RangeSums;
  /** Elements with the id (`comment-123`) or the microdata type of a single post. */
  readonly idCounts: RangeSums;
}

export function marksIn(page: PageMeasurements, ranges: readonly NodeRange[]): Marks {
  const { tree } = page.blocks;
  const quoted = quotedNodes(page);
  const authors = authorMarks(page, ranges).map(mark => weaker(mark, quoted));
  const dates = dateMarks(page, ranges).map(mark => weaker(mark, quoted));
  return {
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
    idCounts: nodeCounts(tree.count, inRanges(numberedElements(page), ranges)),
  };
}

// The constants of this file were set by hand on `forums` (docs/results/discussions.md).

/** Factor for marks inside quotes, which name another author. */
const QUOTED = 0.1;

function weaker<M extends { readonly node: number; readonly strength: number }>(
  mark: M,
  quoted: Uint8Array,
): M {
  return quoted[mark.node] === 0 ? mark : { ...mark, strength: mark.strength * QUOTED };
}

/** Element ids of single posts in discussion software: `comment-123`, `p4711`. */
const POST_ID =
  /^(?:[a-z]{1,6}-)?(?:(?:li|div|js|td)-?)?(?:el)?(?:comments?|post|c|p|pid|msg|message|reply|answer|entry|kommentar|js-post|t\d_)[-_]{0,2}[a-f\d-]{1,40}$/i;

const POST_TYPE = /\/(?:Comment|Answer|Question|DiscussionForumPosting|UserComments)$/;

/** Elements with the id or type of a post, in document order; those with both appear twice. */
const numberedElements = oncePerPage(({ blocks: { tree } }) => {
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
});

function isPostId(id: string): boolean {
  return id.length < 60 && /\d/.test(id) && POST_ID.test(id);
}

function inRanges(nodes: readonly number[], ranges: readonly NodeRange[]): number[] {
  const inside: number[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    while (at < nodes.length && nodes[at]! < start) at++;
    for (; at < nodes.length && nodes[at]! < end; at++) inside.push(nodes[at]!);
  }
  return inside;
}

export interface Anatomy {
  readonly posts: RecordGroup;
  /** Quality as a group of posts, from 0 to about 1. */
  readonly score: number;
}

/**
 * Scores a group as posts: by its share of the text, the share of posts with author and date, and the share of entries
 * that are posts. Of two groups with the same text, the one with more and smaller entries wins over its wrappers.
 */
export function anatomy(
  all: RecordGroup,
  weight: RangeSums,
  marks: Marks,
  scope: Scope,
): Anatomy | undefined {
  const group = postsAlone(all, weight, marks) ?? all;
  const text = ownSums(group, weight);
  const authors = ownSums(group, marks.authorCounts);
  const dates = ownSums(group, marks.dateCounts);
  const ids = ownSums(group, marks.idCounts);
  const posts: number[] = [];
  let covered = 0;
  let shown = 0;
  let numbered = 0;
  for (let i = 0; i < group.starts.length; i++) {
    if (text[i]! <= 0 || (authors[i] === 0 && dates[i] === 0 && ids[i] === 0)) continue;
    posts.push(i);
    covered += text[i]! * Math.min(1, CROWD / Math.max(Math.min(authors[i]!, dates[i]!), ids[i]!));
    if (marks.idCounts.between(group.starts[i]!, group.starts[i]! + 1) > 0) numbered++;
    shown += Math.max((authors[i]! > 0 ? 0.5 : 0) + (dates[i]! > 0 ? 0.5 : 0), ids[i]! > 0 ? 0.5 : 0);
  }
  const n = posts.length;
  if (n === 0) return undefined;
  const lead = leadWeight(group.starts[posts[0]!]!, weight, marks, scope);
  const part = (covered + lead) / Math.max(scope.total, 1);
  // Comment regions contain long notices and forms, which numbered comments need not outweigh.
  const share = scope.lead < 0 && numbered === n ? Math.sqrt(part) : part;
  const fit = 0.4 + (0.6 * shown) / n;
  const purity = Math.sqrt(n / group.starts.length);
  const shape =
    (group.isSpread ? SPREAD : 1) * (n === 1 && numbered === 0 ? ALONE : 1 + (NUMBERED * numbered) / n);
  // Post ids reduce the penalty for few posts.
  const many = 1 - (1 - numbered / (2 * n)) / (n + 1);
  const score = share * fit * purity * shape * many;
  return { posts: subgroup(group, posts), score };
}

/**
 * The entries with a post id or type, if they contain most of the text: the others are wrappers or parts of posts with
 * the same class. Undefined otherwise.
 */
function postsAlone(group: RecordGroup, weight: RangeSums, { idCounts }: Marks): RecordGroup | undefined {
  const { starts, ends } = group;
  const own = ownSums(group, weight);
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
  return subgroup(group, numbered);
}

export interface Scope {
  /** Weight of the whole search range. */
  readonly total: number;
  /**
   * First node after the title (0 without a title). Text from there to the group may be an opening post and counts too;
   * -1 to ignore it.
   */
  readonly lead: number;
}

/** Entries with more authors and dates, or more ids, are wrappers of several posts; their text counts less. */
const CROWD = 3;
/** Factor for the text between the title and the first post, which may be an opening post. */
const LEAD = 0.8;

function leadWeight(first: number, weight: RangeSums, marks: Marks, { lead }: Scope): number {
  if (lead < 0 || lead >= first) return 0;
  const authors = marks.authorCounts.between(lead, first);
  const dates = marks.dateCounts.between(lead, first);
  if (authors === 0 && dates === 0) return 0;
  return LEAD * weight.between(lead, first) * Math.min(1, CROWD / Math.min(authors, dates)) ** 2;
}

/** Bonus for post ids, in proportion to the share of posts that have one. */
const NUMBERED = 0.15;
/** Factor for a single element without an id, which is more often a wrapper than a post. */
const ALONE = 0.8;
/** Factor for entries that extend over siblings: they need more text than entries of one element. */
const SPREAD = 0.85;

export function bestAnatomy(
  groups: readonly RecordGroup[],
  weight: RangeSums,
  marks: Marks,
  scope: Scope,
): Anatomy | undefined {
  let best: Anatomy | undefined;
  for (const group of groups) {
    const found = anatomy(group, weight, marks, scope);
    if (found !== undefined && found.score > (best?.score ?? 0)) best = found;
  }
  return best;
}
