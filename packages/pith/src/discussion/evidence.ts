import { isNamed } from '../features/name-groups.js';
import type { Page } from '../features/page.js';
import type { Groups } from '../groups/from-page.js';
import { blockSums, type Group, type NodeCounts, type NodeRange, type RangeSums } from '../groups/group.js';
import { type Marks, marksIn } from '../groups/marks.js';
import { type Anatomy, bestAnatomy } from './anatomy.js';
import { COMMENT } from './comments.js';

/** Evidence that a page is a discussion, computed before its type is known. */
export interface DiscussionEvidence {
  readonly posts: number;
  /** Share of the text that is in posts. */
  readonly share: number;
  /** Share of the posts' text in the largest one; high for an article with a comment or two. */
  readonly largest: number;
  readonly comments: number;
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
  readonly hasAddress: boolean;
}

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

// The constants in this file were tuned by hand, most of them on the corpus `forums` (docs/results/discussions.md).

/** Words before the posts, and their share of the text, above which the posts are comments of an article. */
const LEAD_WORDS = 120;
const LEAD_SHARE = 0.15;

/** Searches for posts only in the element with nearly all text, which is fast for articles. */
export function discussionEvidence(groups: Groups, weight: RangeSums): DiscussionEvidence {
  if (weight.total <= 0) return NO_DISCUSSION;
  const { page } = groups;
  const range = mainPart(page, weight);
  const found = groups.find(weight, { ranges: [range], share: LEAST_SHARE });
  // In articles one entry has nearly all text: skip the search for authors and dates.
  if (!found.some(group => isBalanced(group, weight))) return NO_DISCUSSION;
  const marks = marksIn(groups, [range]);
  const best = bestAnatomy(found, weight, marks, { total: weight.total, lead: leadStart(page) });
  return best === undefined ? NO_DISCUSSION : evidenceOf(page, best, weight, marks);
}

export function leadStart({ blocks, landmarks }: Page): number {
  return landmarks.title < 0 ? 0 : blocks.end[landmarks.title]!;
}

const NEARLY_ALL = 0.9;

/** Node range inside the smallest element with nearly all text. */
function mainPart({ tree }: Page, weight: RangeSums): NodeRange {
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

const LEAST_SHARE = 0.4;
/** If one entry has at least this share of the text of a group, the others are incidental. */
const MOST_IN_ONE = 0.8;

function isBalanced(group: Group, weight: RangeSums): boolean {
  const sizes = weight.ofEntries(group);
  let sum = 0;
  let most = 0;
  for (const size of sizes) {
    sum += size;
    if (size > most) most = size;
  }
  return most < sum * MOST_IN_ONE;
}

function evidenceOf(
  page: Page,
  { posts, score }: Anatomy,
  weight: RangeSums,
  marks: Marks,
): DiscussionEvidence {
  const { starts } = posts;
  const n = starts.length;
  const total = Math.max(1, weight.total);
  const sizes = weight.ofEntries(posts);
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
    authors: headedShare(posts, marks.authorCounts),
    dates: headedShare(posts, marks.dateCounts),
    numbered: starts.filter(start => marks.idCounts.has(start)).length / n,
    isSpread: posts.isSpread,
    score,
    hasAddress: hasDiscussionAddress(page),
  };
}

const MAX_HEAD = 80;

/** Share of posts with a mark inside, or shortly before. */
function headedShare({ starts, ends }: Group, counts: NodeCounts): number {
  let having = 0;
  let reached = 0;
  starts.forEach((start, i) => {
    if (counts.between(Math.min(start, Math.max(reached, start - MAX_HEAD)), ends[i]!) > 0) having++;
    reached = Math.max(reached, ends[i]!);
  });
  return having / starts.length;
}

/** Ends of teasers: an ellipsis with up to two more words, or an arrow after a word. */
const TEASER = /(?:\.{3}|…)\s?\S{0,12}\s?\S{0,12}\s?[>»→›]{0,3}$/u;
const ARROW = /\p{L}(?:\s[>→›]{1,2}|\s?»)$/u;
const TEASER_WORDS = 60;

function isTeaser({ blocks }: Page, block: number): boolean {
  if (blocks.words[block]! > TEASER_WORDS) return false;
  const end = blocks.texts[block]!.slice(-60);
  return blocks.linkWords[block]! > 0 ? TEASER.test(end) || ARROW.test(end) : ARROW.test(end);
}

/** Words of text per block, without navigation, teasers and dropped blocks. */
export function contentWeight(groups: Groups, isDropped?: (block: number) => boolean): RangeSums {
  const { page } = groups;
  const { blocks } = page;
  return blockSums(blocks, b => {
    const words = blocks.words[b]!;
    const isText = blocks.linkWords[b]! * 2 < words;
    if (!isText || groups.isOutside(blocks.first[b]!) || isDropped?.(b)) return 0;
    return isTeaser(page, b) ? 0 : words;
  });
}

const DISCUSSION_TYPE = /^(?:DiscussionForumPosting|QAPage|Question)$/;
const DISCUSSION_ADDRESS =
  /\/(?:forums?|threads?|topics?|viewtopic|showthread|discussions?|questions\/\d)(?:[/.?-]|$)|\/\/(?:forums?|discuss|discussions?|boards?|bbs)\.|\/\/lists?\.|\/(?:pipermail|hyperkitty|mailman)\/|\/r\/\w{1,30}\/comments\/|\/(?:issues|pull|merge_requests)\/\d/i;

export function declaresDiscussion(page: Page): boolean {
  return page.hints.schemaTypes.some(type => DISCUSSION_TYPE.test(type)) || hasDiscussionAddress(page);
}

const THREAD_TYPE = /^(?:DiscussionForumPosting|QAPage)$/;

/**
 * True if structured data declares a `DiscussionForumPosting` or `QAPage`. All 81 pages of the training corpora that do
 * so are discussions.
 */
export function declaresThread({ hints }: Page): boolean {
  return hints.schemaTypes.some(type => THREAD_TYPE.test(type));
}

function hasDiscussionAddress({ hints: { url } }: Page): boolean {
  return url !== undefined && DISCUSSION_ADDRESS.test(url.slice(0, 500));
}
