import type { Article, ExtractOptions } from 'pith';
import { errorRow, lineOf, type RecordHead, rowOf } from '../output/row.js';
import type { WorkerSettings } from './protocol.js';

/** What turns a page into an article. */
export type Extract = (bytes: Uint8Array, options: ExtractOptions) => Article;

/** The line of a page: its row, or its row with an error. Reading the fields is part of extraction: many are made then. */
export function extractLine(
  head: RecordHead,
  bytes: Uint8Array,
  { columns, extract: options }: Pick<WorkerSettings, 'columns' | 'extract'>,
  extract: Extract,
): { line: string; failed: boolean } {
  if (head.error !== undefined) return { line: lineOf(errorRow(head, head.error)), failed: true };
  try {
    const { url, charset } = head;
    const article = extract(bytes, {
      ...options,
      ...(url === undefined ? {} : { url }),
      ...(charset === undefined ? {} : { charset }),
    });
    return { line: lineOf(rowOf(head, article, columns)), failed: false };
  } catch (error) {
    return { line: lineOf(errorRow(head, messageOf(error))), failed: true };
  }
}

/** What an error says, on one line and short. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return message.replace(/\s+/g, ' ').slice(0, 600);
}
