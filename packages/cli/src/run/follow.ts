import type { Post } from 'webpith';
import type { Article, Extraction } from '../dependencies.js';

/** Most pages of one thread or article that are read unless something else is said, the first included. */
export const FOLLOWED_PAGES = 20;

/** A page that was read: where it was found in the end, and what it holds. */
export interface FollowedPage {
  readonly url: string;
  readonly article: Article;
}

/**
 * The pages of a thread or an article, from one on: each leads to the next. Ends after `most` pages, at an address that
 * was there before, at another host, and at a page that says what the one before said.
 */
export async function followPages(
  first: FollowedPage,
  most: number,
  read: (address: string) => Promise<FollowedPage>,
): Promise<FollowedPage[]> {
  const pages = [first];
  const seen = new Set([withoutFragment(first.url)]);
  while (pages.length < most) {
    const last = pages.at(-1)!;
    const address = last.article.nextPage;
    if (address === undefined || !isSameHost(address, first.url) || seen.has(withoutFragment(address))) break;
    seen.add(withoutFragment(address));
    const page = await read(address);
    // A redirection may lead back to a page that is there already, or away.
    const isBack =
      withoutFragment(page.url) !== withoutFragment(address) && seen.has(withoutFragment(page.url));
    if (isBack || !isSameHost(page.url, first.url) || saysTheSame(page.article, last.article)) break;
    seen.add(withoutFragment(page.url));
    pages.push(page);
  }
  return pages;
}

/** One article of several pages: the fields of the first, the contents, posts and comments of all. */
export function joinedArticle(pages: readonly FollowedPage[]): Article {
  const articles = pages.map(({ article }) => article);
  if (articles.length === 1) return articles[0]!;
  const joined = {
    ...articles[0]!,
    content: articles.flatMap(article => article.content),
    posts: joinedPosts(articles.map(article => article.posts)),
    comments: joinedPosts(articles.map(article => article.comments)),
    readingTime: articles.reduce((sum, article) => sum + article.readingTime, 0),
    explain: () => articles.flatMap(article => article.explain()),
  };
  return joined as Omit<Article, 'explain'> as Article;
}

/** Posts of all pages; a parent is a place in the list, and moves with those before it. */
function joinedPosts(lists: readonly (readonly Post[])[]): Post[] {
  const all: Post[] = [];
  for (const list of lists) {
    const before = all.length;
    for (const post of list)
      all.push(post.parent === undefined ? post : { ...post, parent: post.parent + before });
  }
  return all;
}

function saysTheSame(a: Article, b: Article): boolean {
  const texts = ({ posts }: Article) => JSON.stringify(posts.map(({ text }) => text));
  return a.posts.length > 0 ? texts(a) === texts(b) : a.text === b.text;
}

/** Most pages of one article that are fetched, the first included. */
export const MOST_PAGES = 20;

/** What a method that knows about articles of several pages gives. */
interface PagedExtraction extends Extraction {
  readonly article?: { readonly nextPage?: string };
}

/** An extraction of several pages: the first with the texts of all, and where those came from. */
export interface JoinedExtraction extends Extraction {
  readonly pages?: readonly string[];
}

/** Fetches a page and extracts it; `url` is where it was found in the end. */
export type NextExtraction = (
  address: string,
) => Promise<{ readonly url: string; readonly extraction: Extraction }>;

/**
 * Follows the link to the next page of an article and joins the texts. It stops after `MOST_PAGES`, at an address that
 * was there before, at another host, and at a page that says nothing new.
 */
export async function withNextPages(
  first: Extraction,
  url: string,
  next: NextExtraction,
): Promise<JoinedExtraction> {
  const seen = new Set([withoutFragment(url)]);
  const texts = [first.text];
  const pages = [url];
  let page: PagedExtraction = first;
  while (pages.length < MOST_PAGES) {
    const address = page.article?.nextPage;
    if (address === undefined || !isSameHost(address, url) || seen.has(withoutFragment(address))) break;
    seen.add(withoutFragment(address));
    const found = await next(address);
    // A redirection may lead back to a page that is there already, or away.
    const isBack = found.url !== address && seen.has(withoutFragment(found.url));
    if (isBack || !isSameHost(found.url, url) || texts.includes(found.extraction.text)) break;
    seen.add(withoutFragment(found.url));
    texts.push(found.extraction.text);
    pages.push(found.url);
    page = found.extraction;
  }
  return pages.length === 1 ? first : { ...first, text: texts.join('\n'), pages };
}

/** An address without the place in its page. */
export function withoutFragment(address: string): string {
  return address.split('#', 1)[0]!;
}

/** Whether two addresses are of one host; what is no address is of none. */
export function isSameHost(address: string, other: string): boolean {
  return URL.canParse(address) && URL.canParse(other) && new URL(address).host === new URL(other).host;
}
