import type { PageFacts } from '../features/facts/page-facts.js';
import type { DateReading } from '../metadata/date-shapes.js';
import { bestAnatomy, marksIn } from './anatomy.js';
import { withAnswerDepths } from './answers.js';
import { leadPost, leadStart } from './lead-post.js';
import { isOutside } from './outside.js';
import { withParents } from './parents.js';
import { type PostRecord, recordPosts } from './post-record.js';
import { blockSums, type RangeSums } from './range-sums.js';
import { repeatedRecords } from './repeated.js';
import { fromSchema, schemaPosts, withSchema } from './schema-posts.js';
import { statePosts } from './state-posts.js';

/** What is known of a page when its posts are asked for. */
export interface PostOptions {
  /** Whether a block is not to be taken, because the caller's rules say so. */
  readonly isDropped?: (block: number) => boolean;
  readonly reading?: DateReading;
}

/** A thread has at least that many posts. */
const LEAST_POSTS = 2;
/** Less of the content in posts: the page is something else, or the posts are a side matter. */
const LEAST_SCORE = 0.15;

/** The posts of a forum thread, a question with its answers or another discussion, in document order; empty for other pages. */
export function postsFromRecords(facts: PageFacts, options: PostOptions = {}): PostRecord[] {
  const shown = shownPosts(facts, options);
  if (shown.length >= LEAST_POSTS) {
    const posts = withSchema(facts, shown, schemaPosts(facts.blocks.tree));
    return options.isDropped === undefined ? posts : without(posts, options.isDropped);
  }
  const described = schemaPosts(facts.blocks.tree);
  // What no element shows may be in the data for search engines, or in those for the page's own scripts.
  const held = described.length >= LEAST_POSTS ? described : statePosts(facts.blocks.tree);
  return held.length >= LEAST_POSTS ? withParents(facts, held.map(fromSchema)) : [];
}

/** Posts that the page shows. */
function shownPosts(facts: PageFacts, options: PostOptions): PostRecord[] {
  const weight = contentWeight(facts, options.isDropped);
  const whole = [{ start: 1, end: facts.blocks.tree.count }];
  const marks = marksIn(facts, whole, options.reading);
  const families = repeatedRecords(facts, weight);
  const best = bestAnatomy(families, weight, marks, { total: weight.total, lead: leadStart(facts) });
  if (best === undefined || best.score < LEAST_SCORE) return [];
  const posts = recordPosts(facts, best.posts, marks);
  const lead = leadPost(facts, best.posts.starts[0]!, weight, marks, posts[0]);
  const all = lead === undefined ? posts : [lead, ...posts.map(post => ({ ...post, depth: post.depth + 1 }))];
  return withParents(facts, withAnswerDepths(facts.blocks.tree, all));
}

function without(posts: readonly PostRecord[], isDropped: (block: number) => boolean): PostRecord[] {
  const left = posts.map(post => ({ ...post, blocks: post.blocks.filter(block => !isDropped(block)) }));
  return left.filter(post => post.blocks.length > 0 || post.text !== undefined);
}

/** A teaser of another page ends with the way there: a link behind dots, or an arrow behind a word or two. */
const TEASER = /(?:\.{3}|…)\s?\S{0,12}\s?\S{0,12}\s?[>»→›]{0,3}$/u;
const ARROW = /\p{L}(?:\s[>→›]{1,2}|\s?»)$/u;
/** Words of a teaser at most. */
const TEASER_WORDS = 60;

function isTeaser({ blocks }: PageFacts, block: number): boolean {
  if (blocks.words[block]! > TEASER_WORDS) return false;
  const end = blocks.texts[block]!.slice(-60);
  return blocks.linkWords[block]! > 0 ? TEASER.test(end) || ARROW.test(end) : ARROW.test(end);
}

/** Words of the running text outside of navigation. */
function contentWeight(facts: PageFacts, isDropped: PostOptions['isDropped']): RangeSums {
  const { blocks } = facts;
  return blockSums(blocks, b => {
    const words = blocks.words[b]!;
    const isText = blocks.linkWords[b]! * 2 < words;
    if (!isText || isOutside(facts, blocks.first[b]!) || isDropped?.(b)) return 0;
    return isTeaser(facts, b) ? 0 : words;
  });
}
