import { oncePerPage, type PageMeasurements } from '../features/measurements/page-measurements.js';
import { isNamed } from '../features/name-groups.js';
import { type Anatomy, bestAnatomy, type Marks, marksIn } from './anatomy.js';
import { COMMENT } from './comment-ranges.js';
import { hasDiscussionAddress } from './declared.js';
import { leadStart } from './lead-post.js';
import { isOutside } from './outside.js';
import { blockSums, type RangeSums } from './range-sums.js';
import { type NodeRange, ownSums, type RecordGroup, repeatedRecords } from './repeated.js';

/** Evidence that a page is a discussion, found without its type. */
export interface DiscussionEvidence {
  /** Number of posts. */
  readonly posts: number;
  /** Share of the text that is in posts. */
  readonly share: number;
  /** Share of the posts' text in the largest one; high for an article with a comment or two. */
  readonly largest: number;
  /** Share of posts with a class name of comments. */
  readonly comments: number;
  /** Share of the text between the title and the first post. */
  readonly lead: number;
  /** True if a long text precedes the posts, as in an article with comments. */
  readonly hasLongLead: boolean;
  /** Shares of posts with an author, with a date, with a post id or type. */
  readonly authors: number;
  readonly dates: number;
  readonly numbered: number;
  /** True if a post extends over sibling elements: a line with author and date, and paragraphs. */
  readonly isSpread: boolean;
  readonly score: number;
  /** True if the URL is one of discussion software. */
  readonly hasAddress: boolean;
}

/** The evidence of a page without posts. */
export const NO_DISCUSSION: DiscussionEvidence = {
  posts: 0,
  share: 0,
  largest: 0,
  comments: 0,
  lead: 0,
  hasLongLead: false,
  authors: 0,
  dates: 0,
  numbered: 0,
  isSpread: false,
  score: 0,
  hasAddress: false,
};

export interface Discussion {
  readonly weight: RangeSums;
  readonly marks: Marks;
  readonly best: Anatomy | undefined;
}

export function discussionOf(page: PageMeasurements, isDropped?: (block: number) => boolean): Discussion {
  const weight = contentWeight(page, isDropped);
  const marks = marksIn(page, [{ start: 1, end: page.blocks.tree.count }]);
  const groups = repeatedRecords(page, weight);
  const best = bestAnatomy(groups, weight, marks, { total: weight.total, lead: leadStart(page) });
  return { weight, marks, best };
}

// The constants of this file were set by hand, most of them on `forums` (docs/results/discussions.md).

/** Words before the posts, and their share of the text, above which the posts are comments of an article. */
const LEAD_WORDS = 120;
const LEAD_SHARE = 0.15;

const NEARLY_ALL = 0.9;

/** Node range inside the smallest element with nearly all text. */
function mainPart({ blocks: { tree } }: PageMeasurements, weight: RangeSums): NodeRange {
  const needed = weight.total * NEARLY_ALL;
  let root = 0;
  for (let child = tree.firstChild(root); child >= 0; ) {
    if (weight.between(child, tree.end[child]!) >= needed) {
      root = child;
      child = tree.firstChild(root);
    } else child = tree.nextSibling(child);
  }
  return { start: root + 1, end: tree.end[root]! };
}

/** Memoised. Searches only the element with nearly all text, so that articles cost little. */
export const discussionEvidence = oncePerPage(readEvidence);

function readEvidence(page: PageMeasurements): DiscussionEvidence {
  const weight = contentWeight(page);
  if (weight.total <= 0) return NO_DISCUSSION;
  const range = mainPart(page, weight);
  const groups = repeatedRecords(page, weight, { ranges: [range], share: LEAST_SHARE });
  // In articles one entry has nearly all text: skip the search for authors and dates.
  if (!groups.some(group => isBalanced(group, weight))) return NO_DISCUSSION;
  const marks = marksIn(page, [range]);
  const best = bestAnatomy(groups, weight, marks, { total: weight.total, lead: leadStart(page) });
  return best === undefined ? NO_DISCUSSION : evidenceOf(page, best, weight, marks);
}

const LEAST_SHARE = 0.4;
/** If one entry has at least this share of the text of a group, the others are incidental. */
const MOST_IN_ONE = 0.8;

function isBalanced(group: RecordGroup, weight: RangeSums): boolean {
  const sizes = ownSums(group, weight);
  let sum = 0;
  let most = 0;
  for (const size of sizes) {
    sum += size;
    if (size > most) most = size;
  }
  return most < sum * MOST_IN_ONE;
}

/** Maximum number of nodes before a post that are searched for its author and date. */
const MAX_HEAD = 80;

/** Share of posts with a mark inside, or shortly before. */
function headedShare({ starts, ends }: RecordGroup, counts: RangeSums): number {
  let having = 0;
  let reached = 0;
  starts.forEach((start, i) => {
    if (counts.between(Math.min(start, Math.max(reached, start - MAX_HEAD)), ends[i]!) > 0) having++;
    reached = Math.max(reached, ends[i]!);
  });
  return having / starts.length;
}

function evidenceOf(
  page: PageMeasurements,
  best: Anatomy,
  weight: RangeSums,
  marks: Marks,
): DiscussionEvidence {
  const n = best.posts.starts.length;
  const { starts } = best.posts;
  const having = (counts: RangeSums) => headedShare(best.posts, counts);
  const total = Math.max(1, weight.total);
  const sizes = ownSums(best.posts, weight);
  const covered = sizes.reduce((sum, words) => sum + words, 0);
  const before = Math.max(0, weight.between(Math.min(leadStart(page), starts[0]!), starts[0]!));
  const lead = before / total;
  return {
    posts: n,
    share: covered / total,
    largest: sizes.reduce((most, words) => Math.max(most, words), 0) / Math.max(1, covered),
    comments: starts.filter(start => isNamed(page.names, start, COMMENT)).length / n,
    lead,
    hasLongLead: before > LEAD_WORDS && lead > LEAD_SHARE,
    authors: having(marks.authorCounts),
    dates: having(marks.dateCounts),
    numbered: starts.filter(start => marks.idCounts.between(start, start + 1) > 0).length / n,
    isSpread: best.posts.isSpread,
    score: best.score,
    hasAddress: hasDiscussionAddress(page),
  };
}

/** Minimum score and minimum share of the text in posts of a discussion identified by its posts alone. */
const THREAD_SCORE = 0.55;
const THREAD_SHARE = 0.75;
/** Share of the posts' text in one of them above which the page is an article with comments. */
const LARGEST = 0.7;
const MOST = 0.7;
/** Up to this number, posts need ids. */
const FEW = 4;

/**
 * True if the posts alone identify a discussion: they contain the text, and have post ids or are many with authors
 * and dates. Set on `wcxb`, `segments`, `newspapers` and `dragnet`: five of their articles pass, four of which are
 * discussions. Lists of teasers pass too; their type is decided elsewhere.
 */
export function isThread(evidence: DiscussionEvidence): boolean {
  const { posts, share, largest, comments, hasLongLead, authors, dates, score } = evidence;
  if (posts < 3 || hasLongLead || score < THREAD_SCORE || share < THREAD_SHARE) return false;
  if (largest > LARGEST || comments > 0.5) return false;
  if (evidence.numbered > MOST) return authors > MOST || dates > MOST;
  return !evidence.isSpread && posts > FEW && authors > NEARLY_ALL && dates > NEARLY_ALL;
}

/**
 * Minimum share of the text in posts, and maximum share of that text in one of them, if dates are the only evidence.
 */
const DATED_SHARE = 0.85;
const DATED_LARGEST = 0.5;

/**
 * True if nearly all of the page is dated entries, none of them with most of the text, as in mailing list archives and
 * early boards. Weak evidence: the type model must also find a forum possible.
 */
export function isDatedThread({
  posts,
  share,
  largest,
  comments,
  hasLongLead,
  dates,
}: DiscussionEvidence): boolean {
  if (posts < 3 || hasLongLead || comments > 0) return false;
  return share >= DATED_SHARE && largest <= DATED_LARGEST && dates > NEARLY_ALL;
}

/** Ends of teasers: an ellipsis with up to two more words, or an arrow after a word. */
const TEASER = /(?:\.{3}|…)\s?\S{0,12}\s?\S{0,12}\s?[>»→›]{0,3}$/u;
const ARROW = /\p{L}(?:\s[>→›]{1,2}|\s?»)$/u;
const TEASER_WORDS = 60;

function isTeaser({ blocks }: PageMeasurements, block: number): boolean {
  if (blocks.words[block]! > TEASER_WORDS) return false;
  const end = blocks.texts[block]!.slice(-60);
  return blocks.linkWords[block]! > 0 ? TEASER.test(end) || ARROW.test(end) : ARROW.test(end);
}

/** Words of text per block, without navigation, teasers and dropped blocks. */
function contentWeight(page: PageMeasurements, isDropped?: (block: number) => boolean): RangeSums {
  const { blocks } = page;
  return blockSums(blocks, b => {
    const words = blocks.words[b]!;
    const isText = blocks.linkWords[b]! * 2 < words;
    if (!isText || isOutside(page, blocks.first[b]!) || isDropped?.(b)) return 0;
    return isTeaser(page, b) ? 0 : words;
  });
}
