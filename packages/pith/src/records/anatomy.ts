import { oncePerPage, type PageMeasurements } from '../features/measurements/page-measurements.js';
import type { DateReading } from '../metadata/date-shapes.js';
import { ATTR } from '../tree/names.js';
import { type AuthorMark, authorMarks } from './authors.js';
import { type DateMark, dateMarks, readingOf } from './dates.js';
import { quotedNodes } from './quotes.js';
import { nodeCounts, type RangeSums } from './range-sums.js';
import { type NodeRange, ownSums, type RecordFamily, subfamily } from './repeated.js';

export interface Marks {
  readonly reading: DateReading;
  readonly authors: readonly AuthorMark[];
  readonly dates: readonly DateMark[];
  readonly authorCounts: RangeSums;
  readonly dateCounts: RangeSums;
  /** Elements with the id of a single post: `comment-123`. */
  readonly idCounts: RangeSums;
}

export function marksIn(page: PageMeasurements, ranges: readonly NodeRange[], reading?: DateReading): Marks {
  const { tree } = page.blocks;
  const language = reading ?? readingOf(page);
  const quoted = quotedNodes(page);
  const authors = authorMarks(page, ranges).map(mark => weaker(mark, quoted));
  const dates = dateMarks(page, ranges, language).map(mark => weaker(mark, quoted));
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
    idCounts: nodeCounts(tree.count, inRanges(oncePerPage(page, numberedElements), ranges)),
  };
}

/**
 * Factor for marks inside quotes, which name another author. All constants of this file were set by hand on `forums`
 * (docs/results/discussions.md).
 */
const QUOTED = 0.1;

function weaker<M extends { readonly node: number; readonly strength: number }>(
  mark: M,
  quoted: Uint8Array,
): M {
  return quoted[mark.node] === 0 ? mark : { ...mark, strength: mark.strength * QUOTED };
}

/** Ids that discussion software gives to single posts as link targets. */
const POST_ID =
  /^(?:[a-z]{1,6}-)?(?:(?:li|div|js|td)-?)?(?:el)?(?:comments?|post|c|p|pid|msg|message|reply|answer|entry|kommentar|js-post|t\d_)[-_]{0,2}[a-f\d-]{1,40}$/i;

const POST_TYPE = /\/(?:Comment|Answer|Question|DiscussionForumPosting|UserComments)$/;

/** Elements with the id or type of a post, in document order; those with both appear twice. */
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
  readonly posts: RecordFamily;
  /** 0 to about 1. */
  readonly score: number;
}

/**
 * Scores a group as posts: its share of the text, the share of posts with author and date, the share of entries that
 * are posts. Many small entries win over few large ones with the same text, so that a wrapper of several posts loses.
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
  // Comment regions contain long notices and forms; numbered comments need not outweigh them.
  const share = scope.lead < 0 && numbered === n ? Math.sqrt(part) : part;
  const fit = 0.4 + (0.6 * shown) / n;
  const purity = Math.sqrt(n / family.starts.length);
  const shape =
    (family.isSpread ? SPREAD : 1) * (n === 1 && numbered === 0 ? ALONE : 1 + (NUMBERED * numbered) / n);
  // Post ids reduce the penalty for few posts.
  const many = 1 - (1 - numbered / (2 * n)) / (n + 1);
  const score = share * fit * purity * shape * many;
  return { posts: subfamily(family, posts), score };
}

/**
 * If most text lies in entries with a post id or type, returns these; the others are wrappers or parts of posts with
 * the same class. Undefined otherwise.
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

export interface Scope {
  readonly total: number;
  /** Node after the title, where the discussion begins (0 without a title); -1 if no post may precede the group. */
  readonly lead: number;
}

/** Entries with more authors and dates are wrappers of several posts; their text counts less. */
const CROWD = 3;
/** Weight of text from another template relative to that of the posts. */
const LEAD = 0.8;

function leadWeight(first: number, weight: RangeSums, marks: Marks, { lead }: Scope): number {
  if (lead < 0 || lead >= first) return 0;
  const authors = marks.authorCounts.between(lead, first);
  const dates = marks.dateCounts.between(lead, first);
  if (authors === 0 && dates === 0) return 0;
  return LEAD * weight.between(lead, first) * Math.min(1, CROWD / Math.min(authors, dates)) ** 2;
}

const NUMBERED = 0.15;
/** A single element is more often a wrapper than the post. */
const ALONE = 0.8;
/** Entries spread over siblings need clearly more text than those with one element. */
const SPREAD = 0.85;

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
