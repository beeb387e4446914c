import type { PageFacts } from '../features/facts/page-facts.js';
import type { DateReading } from '../metadata/date-shapes.js';
import { withAnswerDepths } from './answers.js';
import { discussionOf } from './discussion.js';
import { leadPost } from './lead-post.js';
import { withParents } from './parents.js';
import { type PostRecord, recordPosts } from './post-record.js';
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
  const { weight, marks, best } = discussionOf(facts, options.isDropped, options.reading);
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
