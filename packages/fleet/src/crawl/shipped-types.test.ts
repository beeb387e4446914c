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

it('finds all articles of a site through its list pages, using the shipped page-type model', async () => {
  const site = testSite(44, false);
  const base = await serve(site.listener);
  // No sitemaps or feeds: links are found through page types only.
  await crawl([`${base}/section/town`], out, { allowPrivate: true, delay: 0, sources: false });
  const rows = await rowsIn(out);
  const pathOf = (url: string | undefined) => new URL(url!).pathname;
  const stories = rows.filter(row => pathOf(row.url).startsWith('/news/'));
  expect(stories.map(row => pathOf(row.url)).sort()).toEqual(site.articles.toSorted());
  expect(new Set(stories.map(row => row.type))).toEqual(new Set(['article']));
  // Eleven stories per section make two list pages.
  const lists = rows.filter(row => pathOf(row.url).startsWith('/section/'));
  expect(lists.filter(row => row.url!.includes('page=2'))).toHaveLength(4);
});
