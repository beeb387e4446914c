import type { ContentNode, Inline } from '../content/content.js';
import { PithError, shown } from '../errors.js';

/** What the outputs need of an article. */
export interface ArticleLike {
  readonly url?: string | undefined;
  readonly canonicalUrl?: string | undefined;
  readonly type?: string | undefined;
  readonly types?: Readonly<Record<string, number>> | undefined;
  readonly notContent?: string | undefined;
  readonly needsRendering?: boolean | undefined;
  readonly confidence?: number | undefined;
  readonly title?: string | undefined;
  readonly authors?: readonly string[] | undefined;
  readonly published?: string | undefined;
  readonly modified?: string | undefined;
  readonly siteName?: string | undefined;
  readonly description?: string | undefined;
  readonly image?: string | undefined;
  readonly language?: string | undefined;
  readonly direction?: 'ltr' | 'rtl' | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly section?: string | undefined;
  readonly license?: string | undefined;
  readonly paywalled?: boolean | undefined;
  readonly nextPage?: string | undefined;
  readonly previousPage?: string | undefined;
  readonly sources?: Readonly<Record<string, string>> | undefined;
  readonly product?: object | undefined;
  readonly content: readonly ContentNode[];
  readonly comments?: readonly PostLike[] | undefined;
  readonly posts?: readonly PostLike[] | undefined;
  readonly items?: readonly ItemLike[] | undefined;
}

/** A comment, or a post of a discussion. */
export interface PostLike {
  readonly author?: string | undefined;
  readonly published?: string | undefined;
  /** 0 for a first post, 1 for an answer to one, and so on. */
  readonly depth?: number | undefined;
  /** Place in the list of the post that it answers. */
  readonly parent?: number | undefined;
  readonly number?: number | undefined;
  readonly accepted?: boolean | undefined;
  readonly votes?: number | undefined;
  /** Its text, for who has no content tree. */
  readonly text?: string | undefined;
  readonly content: readonly ContentNode[];
}

/** An entry of a listing. */
export interface ItemLike {
  readonly title?: string | undefined;
  readonly url?: string | undefined;
  readonly summary?: string | undefined;
  readonly image?: string | undefined;
  readonly published?: string | undefined;
  readonly price?: string | undefined;
}

/** What an output holds besides the content; all off unless switched on. */
export interface OutputOptions {
  /** The article's title as a heading on top. */
  readonly title?: boolean | undefined;
  /** Authors and date beneath it. */
  readonly byline?: boolean | undefined;
  /** Readers' comments at the end. */
  readonly comments?: boolean | undefined;
}

/** The article, or an error where something else came: the page itself, say. */
export function checkedArticle<T extends ArticleLike>(article: T): T {
  if (Array.isArray((article as T | undefined)?.content)) return article;
  throw new PithError('bad-input', `expected an article, got ${shown(article)}`, 'give what extract() gave');
}

/** An article's main part as content: its content tree, or for pages that have none their posts or items. */
export function mainContent(article: ArticleLike): readonly ContentNode[] {
  if (article.content.length > 0) return article.content;
  const posts = (article.posts ?? []).flatMap(postContent);
  return posts.length > 0 ? posts : (article.items ?? []).flatMap(itemContent);
}

/** What stands on top when asked for: title and byline. */
export function frontContent(article: ArticleLike, options: OutputOptions): ContentNode[] {
  const front: ContentNode[] = [];
  if (options.title && article.title)
    front.push({ type: 'heading', level: 1, children: [{ type: 'text', text: article.title }] });
  const byline = options.byline ? bylineOf((article.authors ?? []).join(', '), article.published) : undefined;
  if (byline !== undefined) front.push(byline);
  return front;
}

/** What stands at the end when asked for: the comments. */
export function backContent(article: ArticleLike, options: OutputOptions): ContentNode[] {
  return options.comments ? (article.comments ?? []).flatMap(postContent) : [];
}

/** All of an article that an output prints, top to bottom. */
export function wholeContent(article: ArticleLike, options: OutputOptions): ContentNode[] {
  return [...frontContent(article, options), ...mainContent(article), ...backContent(article, options)];
}

function postContent(post: PostLike): ContentNode[] {
  const byline = bylineOf(post.author ?? '', post.published);
  return byline === undefined ? [...post.content] : [byline, ...post.content];
}

function itemContent(item: ItemLike): ContentNode[] {
  const lines: ContentNode[] = [];
  const title = item.title ?? item.url;
  if (title !== undefined) {
    const text: Inline = { type: 'text', text: title };
    const line: Inline = item.url === undefined ? text : { type: 'link', href: item.url, children: [text] };
    lines.push({ type: 'heading', level: 2, children: [line] });
  }
  for (const text of [item.price, item.published, item.summary])
    if (text) lines.push({ type: 'paragraph', children: [{ type: 'text', text }] });
  return lines;
}

function bylineOf(author: string, date: string | undefined): ContentNode | undefined {
  const text = [author, date].filter(Boolean).join(' · ');
  return text === '' ? undefined : { type: 'paragraph', children: [{ type: 'text', text }] };
}
