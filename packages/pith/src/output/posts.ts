import type { ContentNode, Heading } from '../content/content.js';
import {
  type ArticleLike,
  frontContent,
  mainContent,
  type OutputOptions,
  type PostLike,
} from './article-like.js';
import { blocksText, textFromArticle } from './text.js';

/** Author, date and recipient of a post: `Ben · 2021-05-04 · accepted · 5 votes · to Ann`. */
function postHead(post: PostLike, all: readonly PostLike[]): string {
  const { author, published, accepted, votes, parent } = post;
  const answered = parent === undefined ? undefined : all[parent];
  const parts = [
    author ?? 'unknown',
    published,
    accepted ? 'accepted' : undefined,
    votes === undefined ? undefined : `${votes} ${votes === 1 ? 'vote' : 'votes'}`,
    answered === undefined ? undefined : `to ${answered.author ?? `[${answered.number ?? parent! + 1}]`}`,
  ];
  return oneLine(parts.filter(Boolean).join(' · '));
}

/** Names come from the page: a line break in one must not imitate the start of a post. */
function oneLine(text: string): string {
  return text.replace(/\s{1,200}/g, ' ');
}

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

const INDENT = 4;
const MAX_LEVELS = 8;

/**
 * A discussion for a terminal: every post under a line with author, date and recipient, replies indented. For an
 * article, its text followed by the comments.
 */
export function threadFromArticle(article: ArticleLike, options: OutputOptions = {}): string {
  const { posts = [], comments = [] } = article;
  const title = article.title && options.title !== false ? [`${article.title}\n${'='.repeat(8)}`] : [];
  if (posts.length > 0) return [...title, ...posts.map((post, i) => postText(post, i, posts))].join('\n\n');
  const text = textFromArticle(article, { ...options, title: false, comments: false });
  const shown = options.comments === false ? [] : comments.map((post, i) => postText(post, i, comments));
  return [...title, ...(text === '' ? [] : [text]), ...shown].join('\n\n');
}

function postText(post: PostLike, place: number, all: readonly PostLike[]): string {
  const margin = ' '.repeat(Math.min(post.depth ?? 0, MAX_LEVELS) * INDENT);
  const body = bodyText(post);
  return `${headLine(post, place, all)}\n${body}`
    .split('\n')
    .map(line => (line === '' ? '' : margin + line))
    .join('\n');
}

function bodyText(post: PostLike): string {
  const text = blocksText(post.content);
  return text === '' ? (post.text ?? '') : text;
}

function headLine(post: PostLike, place: number, all: readonly PostLike[]): string {
  return `[${post.number ?? place + 1}] ${postHead(post, all)}`;
}
