import type { ContentNode, Inline, Quote } from '../content/content.js';
import {
  type ArticleLike,
  frontContent,
  mainContent,
  type OutputOptions,
  type PostLike,
  postContent,
} from './article-like.js';
import { blocksText, textFromArticle } from './text.js';

/** Date, votes and recipient of a post: `accepted · 5 votes · to Ann`. */
function postMarks({ accepted, votes }: PostLike, recipient: string | undefined): string[] {
  const marks = [
    accepted ? 'accepted' : undefined,
    votes === undefined ? undefined : `${votes} ${votes === 1 ? 'vote' : 'votes'}`,
    recipient === undefined ? undefined : `to ${recipient}`,
  ];
  return marks.filter(mark => mark !== undefined);
}

function recipientOf({ parent }: PostLike, all: readonly PostLike[]): string | undefined {
  const answered = parent === undefined ? undefined : all[parent];
  return answered && (answered.author ?? `[${answered.number ?? parent! + 1}]`);
}

/** Names come from the page: a line break in one must not imitate the start of a post. */
function oneLine(text: string): string {
  return text.replace(/\s{1,200}/g, ' ');
}

/** Minimum share of the content that is in posts; below it, the content is used. Set by hand. */
const LEAST_SHARE = 0.8;

/** The opening post, then the others as quotes under a heading; comments likewise. */
export function contentByPosts(article: ArticleLike, options: OutputOptions): ContentNode[] {
  const { posts = [], comments = [] } = article;
  const main = isInPosts(article) ? discussion(article, posts) : mainContent(article, options);
  const after = options.comments ? quotedPosts(comments, comments) : [];
  return [...frontContent(article, options), ...main, ...after];
}

function isInPosts({ posts = [], content }: ArticleLike): boolean {
  if (posts.length === 0) return false;
  const inPosts = posts.reduce((sum, post) => sum + blocksText(post.content).length, 0);
  return inPosts >= blocksText(content).length * LEAST_SHARE;
}

function discussion({ previousPage }: ArticleLike, posts: readonly PostLike[]): ContentNode[] {
  const [first, ...others] = posts;
  const isOpening = previousPage === undefined && opensThread(posts);
  if (first === undefined || !isOpening) return quotedPosts(posts, posts);
  return [...postContent(first), ...quotedPosts(others, posts, first)];
}

/** True if all other posts are replies to the first one or, in a thread without levels, follow it. */
function opensThread(posts: readonly PostLike[]): boolean {
  const others = posts.slice(1).map(post => post.depth ?? 0);
  return others.every(depth => depth > 0) || others.every(depth => depth === 0);
}

/** Maximum depth of nested quotes. Deeper replies are placed in the deepest quote. */
const MAX_LEVELS = 8;

function quotedPosts(
  posts: readonly PostLike[],
  all: readonly PostLike[],
  opening?: PostLike,
): ContentNode[] {
  if (posts.length === 0) return [];
  const heading: ContentNode = { type: 'heading', level: 2, children: [{ type: 'text', text: 'Comments' }] };
  const blocks: ContentNode[] = [heading];
  const top = Math.min(...posts.map(post => post.depth ?? 0));
  const open: { readonly post: PostLike; readonly children: ContentNode[] }[] = [];
  for (const post of posts) {
    open.length = Math.min(open.length, Math.max(0, (post.depth ?? 0) - top), MAX_LEVELS - 1);
    const around = open.at(-1);
    const answered = post.parent === undefined ? undefined : all[post.parent];
    const recipient = answered === (around?.post ?? opening) ? undefined : recipientOf(post, all);
    const quote: Quote = { type: 'quote', children: [...quoteHead(post, recipient), ...post.content] };
    (around?.children ?? blocks).push(quote);
    open.push({ post, children: quote.children });
  }
  return blocks;
}

/** **Author** · date, with a link to the post · marks. */
function quoteHead(post: PostLike, recipient: string | undefined): ContentNode[] {
  const author = oneLine(post.author ?? '').trim();
  const date = oneLine(post.published ?? '').replace(/^(\d{4}-\d\d-\d\d)T.*/, '$1');
  const text: Inline = { type: 'text', text: date };
  const parts: Inline[] = [];
  if (author !== '') parts.push({ type: 'strong', children: [{ type: 'text', text: author }] });
  if (date !== '') parts.push(post.url ? { type: 'link', href: post.url, children: [text] } : text);
  for (const mark of postMarks(post, recipient)) parts.push({ type: 'text', text: oneLine(mark) });
  const children = parts.flatMap((part, i): Inline[] =>
    i === 0 ? [part] : [{ type: 'text', text: ' · ' }, part],
  );
  return children.length === 0 ? [] : [{ type: 'paragraph', children }];
}

const INDENT = 4;

/** For a terminal: replies are indented. The text of an article is followed by its comments. */
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
  const { author = 'unknown', published } = post;
  const parts = [author, published, ...postMarks(post, recipientOf(post, all))].filter(Boolean);
  return `[${post.number ?? place + 1}] ${oneLine(parts.join(' · '))}`;
}
