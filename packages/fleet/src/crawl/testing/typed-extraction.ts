import type { PageType } from 'webpith';
import { ARTICLE_COLUMNS } from '../../output/row.js';
import { inlineExtraction } from '../../workers/extract-row.js';
import type { ExtractPage } from '../options.js';

/** Page types of the made-up site, by path prefix. */
const TYPES: readonly (readonly [start: string, type: PageType])[] = [
  ['/section', 'listing'],
  ['/news', 'article'],
  ['/print', 'article'],
  ['/long', 'article'],
  ['/', 'other'],
];

const ENTRY = /<h2><a href="([^"]+)">([^<]+)<\/a><\/h2>/g;

/**
 * An extraction with fixed page types and entries, since the tests check the crawl, not how well the model classifies
 * made-up pages.
 */
export const typedExtraction: ExtractPage = async record => {
  const row = await extract(record);
  if (row.error !== undefined) return row;
  const path = new URL(record.url!).pathname;
  const type = TYPES.find(([start]) => path.startsWith(start))![1];
  const html = new TextDecoder().decode(record.bytes);
  const items =
    type === 'listing'
      ? [...html.matchAll(ENTRY)].map(([, url, title]) => ({ url: url!, title: title! }))
      : [];
  return { ...row, type, types: { [type]: 1 }, items };
};

const extract = inlineExtraction(ARTICLE_COLUMNS);
