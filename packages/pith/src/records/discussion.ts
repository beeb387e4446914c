import { oncePerPage, type PageMeasurements } from '../features/measurements/page-measurements.js';
import { isNamed } from '../features/name-groups.js';
import type { DateReading } from '../metadata/date-shapes.js';
import { type Anatomy, bestAnatomy, type Marks, marksIn } from './anatomy.js';
import { COMMENT } from './comment-ranges.js';
import { hasDiscussionAddress } from './declared.js';
import { leadStart } from './lead-post.js';
import { isOutside } from './outside.js';
import { blockSums, type RangeSums } from './range-sums.js';
import { type NodeRange, ownSums, type RecordFamily, repeatedRecords } from './repeated.js';

/** What speaks for a page to be a discussion, found without knowing what kind of page it is. */
export interface DiscussionEvidence {
  /** Records that look like posts. */
  readonly posts: number;
  /** Share of the page's running text that they hold. */
  readonly share: number;
  /** Share of that text in the largest of them: much in an article with a comment or two. */
  readonly largest: number;
  /** Share of the posts that are named after comments. */
  readonly comments: number;
  /** Words of running text between the title and the first of them, as a share of all. */
  readonly lead: number;
  /** Whether a long text that is no post stands before them: an article and its comments. */
  readonly hasLongLead: boolean;
  /** Shares of the posts that name their author, show a date, have the id or type of a post. */
  readonly authors: number;
  readonly dates: number;
  readonly numbered: number;
  /** Whether each goes on over several elements: a line with author and date, and paragraphs. */
  readonly isSpread: boolean;
  /** How well they look like posts, 0 to about 1. */
  readonly score: number;
  /** Whether the page's address is one that discussion software gives. */
  readonly hasAddress: boolean;
}

const NONE: DiscussionEvidence = {
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

/** The best family of records of a page, and what it was judged by. */
export interface Discussion {
  readonly weight: RangeSums;
  readonly marks: Marks;
  readonly best: Anatomy | undefined;
}

/** Looks for records with author, date and text. */
export function discussionOf(
  facts: PageMeasurements,
  isDropped?: (block: number) => boolean,
  reading?: DateReading,
): Discussion {
  const weight = contentWeight(facts, isDropped);
  const marks = marksIn(facts, [{ start: 1, end: facts.blocks.tree.count }], reading);
  const families = repeatedRecords(facts, weight);
  const best = bestAnatomy(families, weight, marks, { total: weight.total, lead: leadStart(facts) });
  return { weight, marks, best };
}

/**
 * Words before the posts that make an article of what precedes them, and their least share of the page. Both set by
 * reading the threads of `forums` (docs/results/discussions.md).
 */
const LONG_LEAD = 120;
const LONG_SHARE = 0.15;

/**
 * Share of the running text that the part of a page holds in which its kind shows. Set by reading the threads of
 * `forums` (docs/results/discussions.md).
 */
const NEARLY_ALL = 0.9;

/** The innermost element that holds nearly all running text. */
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

/**
 * What the records of a page say about it: evidence for its type, whatever that turns out to be. Looks only where
 * nearly all text is, so that an article costs little.
 */
export function discussionEvidence(facts: PageMeasurements): DiscussionEvidence {
  return oncePerPage(facts, readEvidence);
}

function readEvidence(facts: PageMeasurements): DiscussionEvidence {
  const weight = contentWeight(facts);
  if (weight.total <= 0) return NONE;
  const range = mainPart(facts, weight);
  const families = repeatedRecords(facts, weight, { ranges: [range], share: LEAST_SHARE });
  // An article is paragraphs: what its records say need not be read.
  if (!families.some(family => isSpreadOut(family, weight))) return NONE;
  const marks = marksIn(facts, [range]);
  const best = bestAnatomy(families, weight, marks, { total: weight.total, lead: leadStart(facts) });
  return best === undefined ? NONE : evidenceOf(facts, best, weight, marks);
}

/**
 * Share of the page's text in records that may make it a discussion. Set by reading the threads of `forums`
 * (docs/results/discussions.md).
 */
const LEAST_SHARE = 0.4;
/**
 * Share of that text in one of them from which on the others are beside it. Set by reading the threads of `forums`
 * (docs/results/discussions.md).
 */
const MOST_IN_ONE = 0.8;

function isSpreadOut(family: RecordFamily, weight: RangeSums): boolean {
  const sizes = ownSums(family, weight);
  let sum = 0;
  let most = 0;
  for (const size of sizes) {
    sum += size;
    if (size > most) most = size;
  }
  return most < sum * MOST_IN_ONE;
}

/** Nodes of a line that heads a record at most. Set by hand. */
const MAX_HEAD = 80;

/** Share of the records that hold one of what is counted, or have it in the line that heads them. */
function headedShare({ starts, ends }: RecordFamily, counts: RangeSums): number {
  let having = 0;
  let reached = 0;
  starts.forEach((start, i) => {
    if (counts.between(Math.min(start, Math.max(reached, start - MAX_HEAD)), ends[i]!) > 0) having++;
    reached = Math.max(reached, ends[i]!);
  });
  return having / starts.length;
}

function evidenceOf(
  facts: PageMeasurements,
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
  const before = Math.max(0, weight.between(Math.min(leadStart(facts), starts[0]!), starts[0]!));
  const lead = before / total;
  return {
    posts: n,
    share: covered / total,
    largest: sizes.reduce((most, words) => Math.max(most, words), 0) / Math.max(1, covered),
    comments: starts.filter(start => isNamed(facts.names, start, COMMENT)).length / n,
    lead,
    hasLongLead: before > LONG_LEAD && lead > LONG_SHARE,
    authors: having(marks.authorCounts),
    dates: having(marks.dateCounts),
    numbered: starts.filter(start => marks.idCounts.between(start, start + 1) > 0).length / n,
    isSpread: best.posts.isSpread,
    score: best.score,
    hasAddress: hasDiscussionAddress(facts),
  };
}

/**
 * Least score, and share of the text in posts, of a page that is a thread by its records alone. Both set by reading the
 * threads of `forums` (docs/results/discussions.md).
 */
const THREAD_SCORE = 0.55;
const THREAD_SHARE = 0.75;
/**
 * Share of the text in one post from which on it is an article with some comments. Set by reading the threads of
 * `forums` (docs/results/discussions.md).
 */
const LARGEST = 0.7;
const MOST = 0.7;
/**
 * More posts than these need no numbers to be told. Set by reading the threads of `forums`
 * (docs/results/discussions.md).
 */
const FEW = 4;

/**
 * Whether the records alone say that a page is a discussion: they hold its text, and are numbered as posts are, or are
 * many with authors and dates. Set on pages of `wcxb`, `segments`, `newspapers` and `dragnet`: of those that are articles
 * five pass, four of which are threads. Lists of teasers pass too; their types are told otherwise.
 */
export function isThread(evidence: DiscussionEvidence): boolean {
  const { posts, share, largest, comments, hasLongLead, authors, dates, score } = evidence;
  if (posts < 3 || hasLongLead || score < THREAD_SCORE || share < THREAD_SHARE) return false;
  if (largest > LARGEST || comments > 0.5) return false;
  if (evidence.numbered > MOST) return authors > MOST || dates > MOST;
  return !evidence.isSpread && posts > FEW && authors > NEARLY_ALL && dates > NEARLY_ALL;
}

/**
 * Share of the text in dated records, and in the largest of them, of a thread that shows nothing else of posts. Set by hand.
 */
const DATED_SHARE = 0.85;
const DATED_LARGEST = 0.5;

/**
 * Whether nearly all of a page is dated records of like size, as archives of mailing lists and the boards of the nineties
 * print them: no names of classes, no numbers. Said of pages only that look somewhat like a discussion.
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

/** A teaser of another page ends with the way there: a link behind dots, or an arrow behind a word or two. */
const TEASER = /(?:\.{3}|…)\s?\S{0,12}\s?\S{0,12}\s?[>»→›]{0,3}$/u;
const ARROW = /\p{L}(?:\s[>→›]{1,2}|\s?»)$/u;
/** Words of a teaser at most. Set by hand. */
const TEASER_WORDS = 60;

function isTeaser({ blocks }: PageMeasurements, block: number): boolean {
  if (blocks.words[block]! > TEASER_WORDS) return false;
  const end = blocks.texts[block]!.slice(-60);
  return blocks.linkWords[block]! > 0 ? TEASER.test(end) || ARROW.test(end) : ARROW.test(end);
}

/** Words of the running text outside of navigation. */
function contentWeight(facts: PageMeasurements, isDropped?: (block: number) => boolean): RangeSums {
  const { blocks } = facts;
  return blockSums(blocks, b => {
    const words = blocks.words[b]!;
    const isText = blocks.linkWords[b]! * 2 < words;
    if (!isText || isOutside(facts, blocks.first[b]!) || isDropped?.(b)) return 0;
    return isTeaser(facts, b) ? 0 : words;
  });
}
