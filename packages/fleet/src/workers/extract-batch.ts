import type { Article, ExtractOptions } from 'webpith';
import { type PageTree, pageText, treeFromHtml } from 'webpith/internals';
import { errorRow, type RecordHead, type Row, rowOf } from '../output/row.js';
import { structureOf } from '../track/structure.js';
import type { WorkerSettings } from './protocol.js';

/** What turns a page into an article. */
export type Extract = (page: Uint8Array | PageTree, options: ExtractOptions) => Article;

/** The row of a page, or its row with an error. Reading the fields is part of extraction: many are made then. */
export function extractRow(
  head: RecordHead,
  bytes: Uint8Array,
  { columns, extract: options }: Pick<WorkerSettings, 'columns' | 'extract'>,
  extract: Extract,
): Row {
  if (head.error !== undefined) return errorRow(head, head.error);
  try {
    const { url, charset } = head;
    const known = charset === undefined ? {} : { charset };
    const all = { ...options, ...(url === undefined ? {} : { url }), ...known };
    if (!columns.includes('structure')) return rowOf(head, extract(bytes, all), columns);
    const page = pageText(bytes, known);
    const tree = treeFromHtml(page.text);
    const saved = page.url === undefined ? {} : { url: page.url };
    return { ...rowOf(head, extract(tree, { ...saved, ...all }), columns), structure: structureOf(tree) };
  } catch (error) {
    return errorRow(head, messageOf(error));
  }
}

/** What an error says, on one line and short. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return message.replace(/\s+/g, ' ').slice(0, 600);
}
