import type { PageFacts } from '../features/facts/page-facts.js';
import type { DateReading } from '../metadata/date-shapes.js';
import { bestAnatomy, marksIn } from './anatomy.js';
import { withAnswerDepths } from './answers.js';
import { isOutside, leadPost, leadStart } from './lead-post.js';
import { type PostRecord, recordPosts } from './post-record.js';
import { blockSums, type RangeSums } from './range-sums.js';
import { repeatedRecords } from './repeated.js';
import { fromSchema, schemaPosts, withSchema } from './schema-posts.js';

/** What is known of a page when its posts are asked for. */
export interface PostOptions {
  /** 1 for each block that is content; without it, running text counts. */
  readonly kept?: ArrayLike<number>;
  readonly reading?: DateReading;
}

/** A thread has at least that many posts. */
const LEAST_POSTS = 2;
/** Less of the content in posts: the page is something else, or the posts are a side matter. */
const LEAST_SCORE = 0.15;

/** The posts of a forum thread, a question with its answers or another discussion, in document order; empty for other pages. */
export function postsFromRecords(facts: PageFacts, options: PostOptions = {}): PostRecord[] {
  const weight = contentWeight(facts, options.kept);
  const whole = [{ start: 1, end: facts.blocks.tree.count }];
  const marks = marksIn(facts, whole, options.reading);
  const families = repeatedRecords(facts, weight);
  const best = bestAnatomy(families, weight, marks, { total: weight.total, lead: leadStart(facts) });
  const described = schemaPosts(facts.blocks.tree);
  const isShown = best !== undefined && best.score >= LEAST_SCORE;
  const posts = isShown ? recordPosts(facts, best.posts, marks, options.kept) : [];
  const lead = isShown ? leadPost(facts, best.posts.starts[0]!, weight, marks, options.kept) : undefined;
  const all = lead === undefined ? posts : [lead, ...posts.map(post => ({ ...post, depth: post.depth + 1 }))];
  if (all.length >= LEAST_POSTS)
    return withSchema(facts, withAnswerDepths(facts.blocks.tree, all), described);
  return described.length >= LEAST_POSTS ? described.map(fromSchema) : [];
}

/** What text that is not content weighs: enough for a post that was missed to stand beside those of its kind. */
const MISSED = 0.02;

/** Words of the kept blocks and a little of the other running text; when none are named, the running text outside of navigation. */
function contentWeight(facts: PageFacts, kept: ArrayLike<number> | undefined): RangeSums {
  const { blocks } = facts;
  return blockSums(blocks, b => {
    if (kept?.[b]) return Math.max(0.5, blocks.words[b]!);
    const isText = blocks.linkWords[b]! * 2 < blocks.words[b]!;
    if (!isText || isOutside(facts, blocks.first[b]!)) return 0;
    return blocks.words[b]! * (kept === undefined ? 1 : MISSED);
  });
}
