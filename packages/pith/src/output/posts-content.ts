import type { ContentNode, Heading } from '../content/content.js';
import {
  type ArticleLike,
  frontContent,
  mainContent,
  type OutputOptions,
  type PostLike,
} from './article-like.js';
import { postHead } from './post-head.js';
import { blocksText } from './text.js';

/** Heading level of a top-level post; the title has the one above. */
const FIRST_LEVEL = 2;
const LAST_LEVEL = 6;
/** Minimum share of the content that is in posts; below it, the content is used. Set by hand. */
const LEAST_SHARE = 0.8;

/**
 * The content of an article with posts as chapters: each under a heading with author and date, replies one level below
 * their parents. The same for comments.
 */
export function contentByPosts(article: ArticleLike, options: OutputOptions): ContentNode[] {
  const { posts = [], comments = [] } = article;
  const main = isInPosts(article) ? postChapters(posts) : mainContent(article, options);
  return [...frontContent(article, options), ...main, ...(options.comments ? postChapters(comments) : [])];
}

function isInPosts({ posts = [], content }: ArticleLike): boolean {
  if (posts.length === 0) return false;
  const inPosts = posts.reduce((sum, post) => sum + blocksText(post.content).length, 0);
  return inPosts >= blocksText(content).length * LEAST_SHARE;
}

function postChapters(posts: readonly PostLike[]): ContentNode[] {
  return posts.flatMap(post => {
    const level = levelAt(FIRST_LEVEL + Math.max(0, post.depth ?? 0));
    const head: ContentNode = {
      type: 'heading',
      level,
      children: [{ type: 'text', text: postHead(post, posts) }],
    };
    return [head, ...post.content.map(block => below(block, level))];
  });
}

function below(block: ContentNode, level: Heading['level']): ContentNode {
  if (block.type !== 'heading' || block.level > level) return block;
  return { ...block, level: levelAt(level + 1) };
}

function levelAt(level: number): Heading['level'] {
  return Math.min(LAST_LEVEL, level) as Heading['level'];
}
