import type { PageType } from 'webpith';
import { ARTICLE_COLUMNS } from '../../output/row.js';
import { inlineExtraction } from '../extraction.js';
import type { ExtractPage } from '../options.js';

/** What the pages of the made-up site are, by the beginning of their path. */
const TYPES: readonly (readonly [start: string, type: PageType])[] = [
  ['/section', 'listing'],
  ['/news', 'article'],
  ['/print', 'article'],
  ['/long', 'article'],
  ['/', 'other'],
];

const ENTRY = /<h2><a href="([^"]+)">([^<]+)<\/a><\/h2>/g;

/**
 * Extraction whose page types and entries are certain: the tests are about what the crawl does with them, not about how
 * well the model of the day knows them on made-up pages.
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
