import { describe, expect, it } from 'vitest';
import { extractNextPages, MAX_PAGES } from './follow.js';

const page = (text: string, nextPage?: string) => ({
  text,
  article: nextPage === undefined ? {} : { nextPage },
});

/** A site of pages by URL that records what is fetched. */
function site(pages: Readonly<Record<string, ReturnType<typeof page>>>) {
  const fetched: string[] = [];
  return {
    fetched,
    next: async (address: string) => {
      fetched.push(address);
      return { url: address, extraction: pages[address]! };
    },
  };
}

describe('extractNextPages', () => {
  it('joins the pages of an article in order', async () => {
    const { next } = site({ 'http://x/2': page('two', 'http://x/3'), 'http://x/3': page('three') });
    const joined = await extractNextPages(page('one', 'http://x/2'), 'http://x/1', next);
    expect(joined).toMatchObject({
      text: 'one\ntwo\nthree',
      pages: ['http://x/1', 'http://x/2', 'http://x/3'],
    });
  });

  it('returns a single page unchanged', async () => {
    const first = page('one');
    expect(await extractNextPages(first, 'http://x/1', site({}).next)).toBe(first);
  });

  it('stops at a loop, ignoring fragments, and at another host', async () => {
    const loop = site({ 'http://x/2': page('two', 'http://x/1#top') });
    expect((await extractNextPages(page('one', 'http://x/2'), 'http://x/1', loop.next)).text).toBe(
      'one\ntwo',
    );
    expect(loop.fetched).toEqual(['http://x/2']);
    const away = site({});
    expect((await extractNextPages(page('one', 'http://y/2'), 'http://x/1', away.next)).text).toBe('one');
    expect(away.fetched).toEqual([]);
  });

  it('stops at a page without new text and at a redirect back or away', async () => {
    const same = site({ 'http://x/2': page('one', 'http://x/3') });
    expect((await extractNextPages(page('one', 'http://x/2'), 'http://x/1', same.next)).text).toBe('one');
    for (const url of ['http://x/1', 'http://y/2']) {
      const next = async () => ({ url, extraction: page('two', 'http://x/3') });
      expect((await extractNextPages(page('one', 'http://x/2'), 'http://x/1', next)).text).toBe('one');
    }
  });

  it('never fetches more than its limit', async () => {
    let count = 0;
    const next = async (url: string) => ({ url, extraction: page(`p${++count}`, `http://x/${count + 1}`) });
    const joined = await extractNextPages(page('first', 'http://x/0'), 'http://x/', next);
    expect(joined.pages).toHaveLength(MAX_PAGES);
    expect(count).toBe(MAX_PAGES - 1);
  });
});
