import type { ArticleFields } from '../article/fields.js';
import { spoken } from '../blocks/spoken.js';
import type { ContentNode, Inline } from '../content/content.js';
import { inlineText } from '../content/inline-text.js';
import { PithError, shown } from '../errors.js';
import type { Item, Post } from '../options.js';

/** What the outputs need of an article: its content, and of all other fields what is known. */
export interface ArticleLike extends Loose<Omit<ArticleFields, 'type' | 'types' | 'content' | Listed>> {
  readonly type?: string | undefined;
  readonly types?: Readonly<Record<string, number>> | undefined;
  readonly content: readonly ContentNode[];
  readonly comments?: readonly PostLike[] | undefined;
  readonly posts?: readonly PostLike[] | undefined;
  readonly items?: readonly ItemLike[] | undefined;
}
type Listed = 'comments' | 'posts' | 'items';

/** A comment, or a post of a discussion. */
export type PostLike = Loose<Omit<Post, 'content'>> & Pick<Post, 'content'>;
/** An entry of a listing. */
export type ItemLike = Loose<Item>;

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

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

/**
 * An article's main part as content: its content tree, or for pages that have none their posts or items. A heading that
 * says the title is left out where the title stands on top.
 */
export function mainContent(article: ArticleLike, { title }: OutputOptions): readonly ContentNode[] {
  const { content } = article;
  if (content.length > 0) return title && saysTitle(content[0]!, article.title) ? content.slice(1) : content;
  const posts = (article.posts ?? []).flatMap(postContent);
  return posts.length > 0 ? posts : (article.items ?? []).flatMap(itemContent);
}

function saysTitle(block: ContentNode, title: string | undefined): boolean {
  if (block.type !== 'heading' || title === undefined) return false;
  return spoken(inlineText(block.children)) === spoken(title);
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
  return [
    ...frontContent(article, options),
    ...mainContent(article, options),
    ...backContent(article, options),
  ];
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
