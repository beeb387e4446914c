import { extract } from 'pith';
import { type ArticleColumn, parseRow } from '../output/row.js';
import { extractLine } from '../workers/extract-batch.js';
import type { ExtractPage } from './options.js';

/** Extracts in this thread: without threads to start, and without anyone to end a page that takes too long. */
export function inlineExtraction(columns: readonly ArticleColumn[]): ExtractPage {
  return async ({ bytes, ...head }) =>
    parseRow(extractLine(head, bytes, { columns, extract: {} }, extract).line);
}
