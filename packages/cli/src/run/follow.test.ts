import { describe, expect, it } from 'vitest';
import type { Article } from '../dependencies.js';
import { followPages, joinedArticle } from './follow.js';

const SITE = 'https://forum.example/t';

/** A page of a discussion with one post and a reply to it. */
function page(n: number, next?: string): { url: string; article: Article } {
  const article = {
    type: 'forum',
    confidence: 1,
    authors: [],
    title: `Page ${n}`,
    readingTime: n,
    content: [`content ${n}`],
    comments: [],
    posts: [{ text: `post ${n}a` }, { text: `post ${n}b`, parent: 0 }],
    nextPage: next,
    explain: () => [],
  };
  return { url: `${SITE}/${n}`, article: { ...article, toJSON: () => article } as unknown as Article };
}

/** Reads pages of a discussion with `last` pages. */
const reader = (last: number) => async (address: string) => {
  const n = Number(address.split('/').at(-1));
  return page(n, n < last ? `${SITE}/${n + 1}` : undefined);
};

describe('the pages of a discussion', () => {
  it('are followed to the end, or to the limit', async () => {
    const all = await followPages(page(1, `${SITE}/2`), 20, reader(4));
    expect(all.map(({ url }) => url)).toEqual([1, 2, 3, 4].map(n => `${SITE}/${n}`));
    expect(await followPages(page(1, `${SITE}/2`), 2, reader(4))).toHaveLength(2);
  });

  it('end at another host, at a visited page, and at a page with the same content', async () => {
    expect(await followPages(page(1, 'https://elsewhere.example/2'), 20, reader(4))).toHaveLength(1);
    expect(await followPages(page(1, `${SITE}/1#bottom`), 20, reader(4))).toHaveLength(1);
    const same = async () => ({ ...page(1), url: `${SITE}/2` });
    expect(await followPages(page(1, `${SITE}/2`), 20, same)).toHaveLength(1);
  });

  it('are joined: posts in order, each with the post it replies to', async () => {
    const joined = joinedArticle(await followPages(page(1, `${SITE}/2`), 20, reader(2)));
    expect(joined.readingTime).toBe(1 + 2);
    expect(joined.title).toBe('Page 1');
    expect(joined.posts).toEqual([
      { text: 'post 1a' },
      { text: 'post 1b', parent: 0 },
      { text: 'post 2a' },
      { text: 'post 2b', parent: 2 },
    ]);
  });
});
