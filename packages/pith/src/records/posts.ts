import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import { bestAnatomy } from './anatomy.js';
import { withAnswerDepths } from './answers.js';
import { type Discussion, discussionOf } from './discussion.js';
import { leadPost } from './lead-post.js';
import { withParents } from './parents.js';
import { type PostRecord, recordPosts, recordTexts } from './post-record.js';
import { repeatedRecords } from './repeated.js';
import { fromSchema, type SchemaPost, schemaPosts, withSchema } from './schema-posts.js';
import { signatureOf } from './signatures.js';
import { statePosts } from './state-posts.js';

export interface PostOptions {
  readonly isDropped?: ((block: number) => boolean) | undefined;
}

// The constants of this file were set by hand on `forums` (docs/results/discussions.md).

const LEAST_POSTS = 2;
const LEAST_SCORE = 0.15;

/** The posts of a discussion in document order; empty if none are found. */
export function postsFromRecords(page: PageMeasurements, options: PostOptions = {}): PostRecord[] {
  const { isDropped } = options;
  const discussion = discussionOf(page, isDropped);
  const described = schemaPosts(page.blocks.tree);
  const asShown = (shown: PostRecord[]) => {
    const posts = withSchema(page, shown, described);
    return isDropped === undefined ? posts : without(posts, isDropped);
  };
  const shown = shownPosts(page, discussion);
  if (shown.length >= LEAST_POSTS) return asShown(shown);
  const embedded = embeddedPosts(page, described);
  if (embedded.length >= LEAST_POSTS) return embedded;
  // A discussion without answers yet.
  const only = onlyPost(page, discussion);
  return only === undefined ? embedded : asShown([only]);
}

/** Posts in JSON-LD or in the state of the page's scripts. */
export function embeddedPosts(
  page: PageMeasurements,
  described: readonly SchemaPost[] = schemaPosts(page.blocks.tree),
): PostRecord[] {
  const stored = described.length >= LEAST_POSTS ? [] : statePosts(page.blocks.tree);
  const posts = stored.length >= described.length ? stored : described;
  return withParents(page, posts.map(fromSchema));
}

const LEAST_SHARE = 0.3;

/** The only post of a discussion: the element has a post id or type, and an author or a date. */
function onlyPost(page: PageMeasurements, { weight, marks }: Discussion): PostRecord | undefined {
  const all = repeatedRecords(page, weight, { least: 1, share: LEAST_SHARE });
  const groups = all.filter(
    ({ starts }) => starts.length === 1 && marks.idCounts.between(starts[0]!, starts[0]! + 1) > 0,
  );
  const best = bestAnatomy(groups, weight, marks, { total: weight.total, lead: -1 });
  const [post] = best === undefined ? [] : recordPosts(page, best.posts, marks);
  return post?.author === undefined && post?.published === undefined ? undefined : post;
}

/** Locations of the posts on the page, without their details. */
export function shownPlaces(page: PageMeasurements): readonly Pick<PostRecord, 'node' | 'blocks'>[] {
  const { weight, marks, best } = discussionOf(page);
  if (best === undefined || best.score < LEAST_SCORE) return [];
  const texts = recordTexts(page, best.posts, marks);
  const [first] = texts;
  const signature = first && signatureOf(page, first.author, first.date);
  const lead = leadPost(page, best.posts.starts[0]!, weight, marks, signature);
  return lead === undefined ? texts : [lead, ...texts];
}

function shownPosts(page: PageMeasurements, { weight, marks, best }: Discussion): PostRecord[] {
  if (best === undefined || best.score < LEAST_SCORE) return [];
  const posts = recordPosts(page, best.posts, marks);
  const lead = leadPost(page, best.posts.starts[0]!, weight, marks, posts[0]);
  const all = lead === undefined ? posts : [lead, ...posts.map(post => ({ ...post, depth: post.depth + 1 }))];
  return withParents(page, withAnswerDepths(page.blocks.tree, all));
}

function without(posts: readonly PostRecord[], isDropped: (block: number) => boolean): PostRecord[] {
  const left = posts.map(post => ({ ...post, blocks: post.blocks.filter(block => !isDropped(block)) }));
  return left.filter(post => post.blocks.length > 0 || post.text !== undefined);
}
