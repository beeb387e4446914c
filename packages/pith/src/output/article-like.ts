import type { ArticleFields } from '../article/article.js';
import { lettersAndDigits } from '../blocks/characters.js';
import { type ContentNode, type Footnote, type Inline, inlineText } from '../content/content.js';
import { PithError, shown } from '../errors.js';
import type { Item, MarkdownOptions, Post } from '../options.js';

/** The kind of a callout if it is a plain word, else `note`: content may come from other sources than `extract`. */
export function calloutName(kind: string): string {
  return /^[a-z]{1,20}$/.test(kind) ? kind : 'note';
}

export interface ArticleLike extends Loose<Omit<ArticleFields, 'type' | 'types' | 'content' | Listed>> {
  readonly type?: string | undefined;
  readonly types?: Readonly<Record<string, number>> | undefined;
  readonly content: readonly ContentNode[];
  readonly comments?: readonly PostLike[] | undefined;
  readonly posts?: readonly PostLike[] | undefined;
  readonly items?: readonly ItemLike[] | undefined;
}
type Listed = 'comments' | 'posts' | 'items';

export type PostLike = Loose<Omit<Post, 'content'>> & Pick<Post, 'content'>;
export type ItemLike = Loose<Item>;

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Optional parts of an output, all off by default, and the options of Markdown. */
export interface OutputOptions {
  readonly title?: boolean | undefined;
  readonly byline?: boolean | undefined;
  readonly comments?: boolean | undefined;
  readonly markdown?: MarkdownOptions | undefined;
}

export function checkedArticle<T extends ArticleLike>(article: T): T {
  if (Array.isArray((article as T | undefined)?.content)) return article;
  throw new PithError(
    'bad-input',
    `expected an article, got ${shown(article)}`,
    'use the result of extract()',
  );
}

/** The content tree, without its first heading if that repeats a title in the output; if empty, the posts or items. */
export function mainContent(article: ArticleLike, { title }: OutputOptions): readonly ContentNode[] {
  const { content } = article;
  if (content.length > 0) {
    const heading = content.find(block => block.type === 'heading');
    const isTwice = title && heading !== undefined && repeatsTitle(heading, article.title);
    return isTwice ? content.filter(block => block !== heading) : content;
  }
  const posts = (article.posts ?? []).flatMap(postContent);
  return posts.length > 0 ? posts : (article.items ?? []).flatMap(itemContent);
}

function repeatsTitle(block: ContentNode, title: string | undefined): boolean {
  if (block.type !== 'heading' || title === undefined) return false;
  return lettersAndDigits(inlineText(block.children)) === lettersAndDigits(title);
}

export function frontContent(article: ArticleLike, options: OutputOptions): ContentNode[] {
  const front: ContentNode[] = [];
  if (options.title && article.title)
    front.push({ type: 'heading', level: 1, children: [{ type: 'text', text: article.title }] });
  const byline = options.byline ? bylineOf((article.authors ?? []).join(', '), article.published) : undefined;
  if (byline !== undefined) front.push(byline);
  return front;
}

export function backContent(article: ArticleLike, options: OutputOptions): ContentNode[] {
  return options.comments ? (article.comments ?? []).flatMap(postContent) : [];
}

export function wholeContent(article: ArticleLike, options: OutputOptions): ContentNode[] {
  return [
    ...frontContent(article, options),
    ...mainContent(article, options),
    ...backContent(article, options),
  ];
}

export function postContent(post: PostLike): ContentNode[] {
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

export function footnoteNumbers(blocks: readonly ContentNode[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const note of footnotesIn(blocks)) if (!numbers.has(note.id)) numbers.set(note.id, numbers.size + 1);
  return numbers;
}

export function footnotesIn(blocks: readonly ContentNode[]): Footnote[] {
  return blocks.flatMap(block => {
    if (block.type === 'footnotes') return block.items;
    return block.type === 'paragraph' ? [] : blocksInside(block).flatMap(footnotesIn);
  });
}

function blocksInside(block: ContentNode): readonly (readonly ContentNode[])[] {
  switch (block.type) {
    case 'list':
      return block.items.map(item => item.children);
    case 'quote':
    case 'details':
      return [block.children];
    case 'table':
      return block.rows.flatMap(row => row.cells.map(cell => cell.children));
    case 'figure':
      return [block.media];
    case 'definitions':
      return block.items.flatMap(item => item.descriptions);
    default:
      return [];
  }
}

/** A function of a writer `W` for every type of block. */
export type BlockWriters<W> = {
  [T in ContentNode['type']]: (writer: W, block: Extract<ContentNode, { type: T }>) => string;
};
export type InlineWriters<W> = {
  [T in Inline['type']]: (writer: W, inline: Extract<Inline, { type: T }>) => string;
};
