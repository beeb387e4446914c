import type { Article } from 'pith';
import type { PageRecord } from '../records/record.js';

/** How a column is stored where columns have types; `json` is text that holds JSON. */
export type ColumnType = 'string' | 'strings' | 'double' | 'integer' | 'boolean' | 'json';

/** Every column of a row, in order: first the record's, then one for each field of an article. */
export const COLUMNS = {
  id: 'string',
  url: 'string',
  date: 'string',
  digest: 'string',
  file: 'string',
  offset: 'integer',
  length: 'integer',
  part: 'integer',
  error: 'string',
  canonicalUrl: 'string',
  type: 'string',
  types: 'json',
  notContent: 'string',
  needsRendering: 'boolean',
  confidence: 'double',
  title: 'string',
  authors: 'strings',
  published: 'string',
  modified: 'string',
  siteName: 'string',
  description: 'string',
  image: 'string',
  language: 'string',
  direction: 'string',
  tags: 'strings',
  section: 'string',
  license: 'string',
  paywalled: 'boolean',
  sources: 'json',
  text: 'string',
  markdown: 'string',
  html: 'string',
  content: 'json',
  comments: 'json',
  posts: 'json',
  items: 'json',
  product: 'json',
} as const satisfies Record<string, ColumnType>;

/** Name of a column. */
export type ColumnName = keyof typeof COLUMNS;

/** Names of all columns, in order. */
export const COLUMN_NAMES = Object.keys(COLUMNS) as readonly ColumnName[];

/** What a record's own columns hold; they are always there. */
const RECORD_COLUMNS = ['id', 'url', 'date', 'digest', 'file', 'offset', 'length', 'part', 'error'] as const;

/** Names of the columns that an article fills; a caller may want only some. */
export type ArticleColumn = Exclude<ColumnName, (typeof RECORD_COLUMNS)[number]>;
export const ARTICLE_COLUMNS = COLUMN_NAMES.filter(
  (name): name is ArticleColumn => !(RECORD_COLUMNS as readonly string[]).includes(name),
);

/** A page and what came out of it, or why nothing did. Columns without a value are absent. */
export type Row = RecordColumns & Partial<Pick<Article, ArticleColumn & keyof Article>>;

/** What is known of a page before extraction, and why that failed. */
export interface RecordColumns {
  readonly id?: string;
  readonly url?: string;
  readonly date?: string;
  readonly digest: string;
  readonly file: string;
  readonly offset: number;
  readonly length: number;
  readonly part?: number;
  readonly error?: string;
}

/** A record without its bytes: what a row needs of it, small enough to be sent around. */
export type RecordHead = Omit<PageRecord, 'bytes'>;

/** The columns of a record itself. */
export function recordColumns({ id, url, date, digest, source, error }: RecordHead): RecordColumns {
  const { file, offset, length, part } = source;
  return {
    ...(id === undefined ? {} : { id }),
    ...(url === undefined ? {} : { url }),
    ...(date === undefined ? {} : { date }),
    digest,
    file,
    offset,
    length,
    ...(part === undefined ? {} : { part }),
    ...(error === undefined ? {} : { error }),
  };
}

/** The row of an article. */
export function rowOf(head: RecordHead, article: Article, columns: readonly ArticleColumn[]): Row {
  const row: Record<string, unknown> = { ...recordColumns(head) };
  for (const column of columns) {
    const value = article[column];
    if (value !== undefined) row[column] = value;
  }
  return row as unknown as Row;
}

/** The row of a page that could not be extracted. */
export function errorRow(head: RecordHead, error: string): Row {
  return { ...recordColumns(head), error };
}

/** A row as a line of NDJSON. */
export function lineOf(row: Row): string {
  return `${withoutNodeIds(JSON.stringify(row))}\n`;
}

const KEY = '"node":';
const isDigit = (code: number) => code >= 0x30 && code <= 0x39;
const COMMA = 0x2c;

/**
 * JSON without the ids of nodes, which mean nothing without the page tree. They are taken out of the finished text: a
 * copy of the content, or a replacer, takes longer. Inside a string quotation marks have a backslash before them, so
 * what is found is always the name of a property.
 */
function withoutNodeIds(json: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (let at = json.indexOf(KEY); at >= 0; at = json.indexOf(KEY, at)) {
    let end = at + KEY.length;
    if (isDigit(json.charCodeAt(end))) {
      while (isDigit(json.charCodeAt(end))) end++;
      const followsOther = json.charCodeAt(at - 1) === COMMA;
      pieces.push(json.slice(from, followsOther ? at - 1 : at));
      from = !followsOther && json.charCodeAt(end) === COMMA ? end + 1 : end;
    }
    at = end;
  }
  return from === 0 ? json : pieces.join('') + json.slice(from);
}

/** The row that a line holds. */
export function parseRow(line: Uint8Array | string): Row {
  return JSON.parse(typeof line === 'string' ? line : Buffer.from(line).toString()) as Row;
}
