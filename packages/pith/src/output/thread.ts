import type { ArticleLike, OutputOptions, PostLike } from './article-like.js';
import { postHead } from './post-head.js';
import { blocksText, textFromArticle } from './text.js';

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
