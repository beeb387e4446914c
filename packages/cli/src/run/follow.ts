import type { Post } from 'webpith';
import type { Article, Extraction } from '../dependencies.js';

/** Default limit on the pages of an article or a discussion, including the first. */
export const MAX_PAGES = 20;

export interface FollowedPage {
  readonly url: string;
  readonly article: Article;
}

export async function followPages(
  first: FollowedPage,
  most: number,
  read: (url: string) => Promise<FollowedPage>,
): Promise<FollowedPage[]> {
  const nextPage = ({ article }: FollowedPage) => article.nextPage;
  const isRepeat = (page: FollowedPage, pages: readonly FollowedPage[]) =>
    hasSameText(page.article, pages.at(-1)!.article);
  return await follow(first, { most, nextPage, isRepeat, read });
}

interface FollowOptions<P> {
  readonly most: number;
  nextPage(page: P): string | undefined;
  isRepeat(page: P, pages: readonly P[]): boolean;
  read(url: string): Promise<P>;
}

/** Stops at the limit, at a URL seen before, at another host, and at repeated text. */
async function follow<P extends { readonly url: string }>(first: P, options: FollowOptions<P>): Promise<P[]> {
  const { most, nextPage, isRepeat, read } = options;
  const pages = [first];
  const seen = new Set([withoutFragment(first.url)]);
  while (pages.length < most) {
    const url = nextPage(pages.at(-1)!);
    if (url === undefined || !isSameHost(url, first.url) || seen.has(withoutFragment(url))) break;
    seen.add(withoutFragment(url));
    const page = await read(url);
    // A redirect may lead to a page seen before or to another host.
    const isBack = withoutFragment(page.url) !== withoutFragment(url) && seen.has(withoutFragment(page.url));
    if (isBack || !isSameHost(page.url, first.url) || isRepeat(page, pages)) break;
    seen.add(withoutFragment(page.url));
    pages.push(page);
  }
  return pages;
}

/** Joins pages: content, posts, comments, decisions and reading time of all; other fields are those of the first. */
export function joinedArticle(pages: readonly FollowedPage[]): Article {
  const articles = pages.map(({ article }) => article);
  if (articles.length === 1) return articles[0]!;
  const joined = {
    ...articles[0]!.toJSON(),
    content: articles.flatMap(article => article.content),
    posts: joinedPosts(articles.map(article => article.posts)),
    comments: joinedPosts(articles.map(article => article.comments)),
    readingTime: articles.reduce((sum, article) => sum + article.readingTime, 0),
    explain: () => articles.flatMap(article => article.explain()),
  };
  return { ...joined, toJSON: () => joined } as Omit<Article, 'explain' | 'fingerprint'> as Article;
}

function joinedPosts(lists: readonly (readonly Post[])[]): Post[] {
  const all: Post[] = [];
  for (const list of lists) {
    const before = all.length;
    for (const post of list)
      all.push(post.parent === undefined ? post : { ...post, parent: post.parent + before });
  }
  return all;
}

function hasSameText(a: Article, b: Article): boolean {
  const texts = ({ posts }: Article) => JSON.stringify(posts.map(({ text }) => text));
  return a.posts.length > 0 ? texts(a) === texts(b) : a.text === b.text;
}

interface PagedExtraction extends Extraction {
  readonly article?: { readonly nextPage?: string };
}

/** The first page's extraction with the `text` of all pages; `pages` lists their URLs if there are several. */
export interface JoinedExtraction extends Extraction {
  readonly pages?: readonly string[];
}

interface ExtractedPage {
  readonly url: string;
  readonly extraction: PagedExtraction;
}

export async function extractNextPages(
  first: Extraction,
  url: string,
  read: (url: string) => Promise<ExtractedPage>,
): Promise<JoinedExtraction> {
  const pages = await follow<ExtractedPage>(
    { url, extraction: first },
    {
      most: MAX_PAGES,
      nextPage: ({ extraction }) => extraction.article?.nextPage,
      isRepeat: ({ extraction }, earlier) => earlier.some(page => page.extraction.text === extraction.text),
      read,
    },
  );
  if (pages.length === 1) return first;
  return {
    ...first,
    text: pages.map(({ extraction }) => extraction.text).join('\n'),
    pages: pages.map(page => page.url),
  };
}

function withoutFragment(url: string): string {
  return url.split('#', 1)[0]!;
}

function isSameHost(url: string, other: string): boolean {
  return URL.canParse(url) && URL.canParse(other) && new URL(url).host === new URL(other).host;
}
