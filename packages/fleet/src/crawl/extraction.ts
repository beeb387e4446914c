import { extract, type Model } from 'webpith';
import { type ArticleColumn, lineOf, parseRow } from '../output/row.js';
import { extractRow } from '../workers/extract-batch.js';
import type { ExtractPage } from './options.js';

/** Extracts in this thread; a page that takes too long is not interrupted. */
export function inlineExtraction(columns: readonly ArticleColumn[], model?: Model): ExtractPage {
  const options = model === undefined ? {} : { model };
  return async ({ bytes, ...head }) =>
    parseRow(lineOf(extractRow(head, bytes, { columns, extract: options }, extract)!));
}
