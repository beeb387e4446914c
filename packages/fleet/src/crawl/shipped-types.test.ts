import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeServers, serve } from '@webpith/fetch/testing';
import { afterAll, expect, it } from 'vitest';
import { crawl } from './crawl.js';
import { rowsIn } from './testing/rows.js';
import { testSite } from './testing/site.js';

const out = mkdtempSync(join(tmpdir(), 'pith-crawl-types-'));
afterAll(() => {
  closeServers();
  rmSync(out, { recursive: true, force: true });
});

it('finds the articles of a site through its lists by the types that the library gives', async () => {
  const site = testSite(44, false);
  const base = await serve(site.listener);
  // Neither sitemaps nor feeds: only what its type says leads on from a page.
  await crawl([`${base}/section/town`], out, { allowPrivate: true, delay: 0, sources: false });
  const rows = await rowsIn(out);
  const pathOf = (url: string | undefined) => new URL(url!).pathname;
  const stories = rows.filter(row => pathOf(row.url).startsWith('/news/'));
  expect(stories.map(row => pathOf(row.url)).sort()).toEqual(site.articles.toSorted());
  expect(new Set(stories.map(row => row.type))).toEqual(new Set(['article']));
  // Eleven stories a section are two pages of its list.
  const lists = rows.filter(row => pathOf(row.url).startsWith('/section/'));
  expect(lists.filter(row => row.url!.includes('page=2'))).toHaveLength(4);
});
