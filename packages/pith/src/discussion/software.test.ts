import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { analyse, extract } from '../extract.js';
import { Groups } from '../groups/from-page.js';
import { neighbourPages } from '../listing/neighbour-pages.js';
import { Comments } from './comments.js';
import { Discussion } from './from-groups.js';
import type { FoundPost } from './post.js';

/**
 * Discussions in the markup of common software, written for the project. `must.json` lists the expected values by hand;
 * others are not checked. Posts are read without regard to the type of the page.
 */
const THREADS = fileURLToPath(new URL('../../../../test/threads/', import.meta.url));

interface MustPost {
  readonly author: string | null;
  /** The beginning of the date, or null if the page shows none. */
  readonly published: string | null;
  readonly text: string;
  readonly depth?: number;
  readonly parent?: number;
  readonly number?: number;
  readonly votes?: number;
  readonly accepted?: boolean;
  readonly signature?: string;
  /** Author of the first quote. */
  readonly quoted?: string;
}

interface Must {
  readonly kind: 'posts' | 'comments';
  readonly url?: string;
  readonly next?: string;
  readonly posts: readonly MustPost[];
}

const flat = (text: string) => text.replace(/\s+/g, ' ').trim();

describe.each(existsSync(THREADS) ? readdirSync(THREADS).sort() : [])('a thread of %s', name => {
  const must = JSON.parse(readFileSync(`${THREADS}${name}/must.json`, 'utf8')) as Must;
  const html = readFileSync(`${THREADS}${name}/source.html`, 'utf8');
  const facts = analyse(html, must.url === undefined ? {} : { url: must.url });
  const groups = new Groups(facts);
  const found = must.kind === 'posts' ? new Discussion(groups).posts() : new Comments(groups).posts;
  const textOf = ({ text, blocks }: FoundPost) => text ?? blocks.map(b => facts.blocks.texts[b]).join(' ');

  it('has these posts, with author and text', () => {
    expect(found.map(post => [post.author ?? null, flat(textOf(post))])).toEqual(
      must.posts.map(post => [post.author, flat(post.text)]),
    );
  });

  it('has the dates of the posts', () => {
    const dates = found.map(({ published }, i) =>
      published?.slice(0, must.posts[i]?.published?.length ?? 10),
    );
    expect(dates).toEqual(must.posts.map(({ published }) => published ?? undefined));
  });

  it('has the parent of each reply and the author of each quote', () => {
    expect(found.map(({ parent }) => parent)).toEqual(must.posts.map(({ parent }) => parent));
    expect(found.map(({ quotes }) => quotes?.[0]?.author)).toEqual(must.posts.map(({ quoted }) => quoted));
  });

  it('has depth, number, votes, acceptance and signature if shown', () => {
    for (const field of ['depth', 'number', 'votes', 'accepted', 'signature'] as const) {
      if (!must.posts.some(post => post[field] !== undefined)) continue;
      expect(
        found.map((post, i) =>
          field === 'depth' && must.posts[i]?.depth === undefined ? undefined : post[field],
        ),
        field,
      ).toEqual(must.posts.map(post => post[field]));
    }
  });

  if (must.next !== undefined)
    it('has a next page', () => expect(neighbourPages(facts).next).toBe(must.next));

  it('is part of the result of extract() for any page type', () => {
    const article = extract(html, must.url === undefined ? {} : { url: must.url });
    const others = must.kind === 'posts' ? article.comments : article.posts;
    expect(article[must.kind].map(({ author }) => author ?? null)).toEqual(
      must.posts.map(({ author }) => author),
    );
    expect(others).toEqual([]);
  });
});
