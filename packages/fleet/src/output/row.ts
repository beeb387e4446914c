import type { PageRecord } from '@webpith/sources';
import type { Article } from 'webpith';
import { FIELDS, type FieldKind, type FieldName, namesIn } from 'webpith/stages';

/** How a column is stored where columns have types; `json` is text that holds JSON, `time` a moment. */
export type ColumnType = 'string' | 'strings' | 'double' | 'integer' | 'boolean' | 'json' | 'time';

/** The columns of a record itself; they are always there. */
const RECORD_COLUMNS = {
  id: 'string',
  recordId: 'string',
  url: 'string',
  date: 'time',
  digest: 'string',
  file: 'string',
  offset: 'integer',
  length: 'integer',
  part: 'integer',
  error: 'string',
} as const satisfies Record<string, ColumnType>;

/** How the page is built (`track/structure.ts`): no field of an article, and only there where it is asked for. */
const STRUCTURE = 'structure';

export type ColumnName = keyof typeof RECORD_COLUMNS | FieldName | typeof STRUCTURE;

/** Addresses and languages are text to who stores them. */
const typeOf = (kind: FieldKind): ColumnType =>
  kind === 'link' || kind === 'media' || kind === 'language' ? 'string' : kind;

/** Every column of a row, in order: first the record's, then one for each field of an article, then what is asked for by name. */
export const COLUMNS: Readonly<Record<ColumnName, ColumnType>> = {
  ...RECORD_COLUMNS,
  ...(Object.fromEntries(namesIn(FIELDS).map(name => [name, typeOf(FIELDS[name].kind)])) as Record<
    FieldName,
    ColumnType
  >),
  [STRUCTURE]: 'string',
};

/** Names of all columns, in order. */
export const COLUMN_NAMES = namesIn(COLUMNS);

/** Names of the columns that a caller may want or not. */
export type ArticleColumn = Exclude<ColumnName, keyof typeof RECORD_COLUMNS>;
/** Those of them that are there when nothing is said: one for each field of an article. */
export const ARTICLE_COLUMNS = COLUMN_NAMES.filter(
  (name): name is ArticleColumn => name !== STRUCTURE && !(name in RECORD_COLUMNS),
);
/** All of them. */
export const ALL_COLUMNS: readonly ArticleColumn[] = [...ARTICLE_COLUMNS, STRUCTURE];

/** The columns of rows that hold these of the article, in order. */
export function columnsWith(wanted: readonly ArticleColumn[]): ColumnName[] {
  const names: ReadonlySet<string> = new Set([...namesIn(RECORD_COLUMNS), ...wanted]);
  return COLUMN_NAMES.filter(name => names.has(name));
}

/** A page and what came out of it, or why nothing did. Columns without a value are absent. */
export type Row = RecordColumns & Partial<Pick<Article, ArticleColumn & keyof Article>>;

/** What is known of a page before extraction, and why that failed. */
export interface RecordColumns {
  readonly id?: string;
  /** `WARC-Record-ID`. */
  readonly recordId?: string;
  readonly url?: string;
  readonly date?: string;
  /** SHA-256 of the page's bytes; absent where there are none. */
  readonly digest?: string;
  readonly file: string;
  readonly offset: number;
  readonly length: number;
  readonly part?: number;
  readonly error?: string;
  readonly structure?: string;
}

/** A record without its bytes: what a row needs of it, small enough to be sent around. */
export type RecordHead = Omit<PageRecord, 'bytes'>;

/** The columns of a record itself. */
function recordColumns(head: RecordHead): RecordColumns {
  const { id, recordId, url, date, digest, source, error } = head;
  const { file, offset, length, part } = source;
  return {
    ...(id === undefined ? {} : { id }),
    ...(recordId === undefined ? {} : { recordId }),
    ...(url === undefined ? {} : { url }),
    ...(date === undefined ? {} : { date }),
    ...(digest === undefined ? {} : { digest }),
    file,
    offset,
    length,
    ...(part === undefined ? {} : { part }),
    ...(error === undefined ? {} : { error }),
  };
}

export function rowOf(head: RecordHead, article: Article, columns: readonly ArticleColumn[]): Row {
  const row: Record<string, unknown> = { ...recordColumns(head) };
  for (const column of columns) {
    const value = column === STRUCTURE ? undefined : article[column];
    if (value !== undefined) row[column] = value;
  }
  return row as unknown as Row;
}

/** The row of a page that could not be extracted. */
export function errorRow(head: RecordHead, error: string): Row {
  return { ...recordColumns(head), error };
}

/** A row that could not be written, with what it says of the record and why. */
export function withoutArticle(row: Row, error: string): Row {
  const kept = Object.entries(row).filter(([name]) => name in RECORD_COLUMNS);
  return { ...(Object.fromEntries(kept) as unknown as Row), error };
}

/** A row as a line of NDJSON. */
export function lineOf(row: Row): string {
  const bytes = Buffer.from(jsonOf(row));
  return bytes.toString('utf8', 0, withoutNodeIds(bytes, 0, bytes.length));
}

/** A row as JSON and a line feed, the ids of nodes still in it. */
export function jsonOf(row: Row): string {
  return `${JSON.stringify(row)}\n`;
}

const KEY = Buffer.from('"node":');
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;
const COMMA = 0x2c;

/**
 * Takes the ids of nodes, which mean nothing without the page tree, out of JSON in place, and gives its new end. A copy
 * of the content, a replacer, or parts of text would take longer. Inside a string quotation marks have a backslash
 * before them, so what is found is always the name of a property.
 */
export function withoutNodeIds(buffer: Buffer, start: number, end: number): number {
  const json = buffer.subarray(0, end);
  let to = start;
  let from = start;
  for (let at = json.indexOf(KEY, start); at >= 0; at = json.indexOf(KEY, at)) {
    let behind = at + KEY.length;
    if (isDigit(json[behind])) {
      while (isDigit(json[behind])) behind++;
      const followsOther = json[at - 1] === COMMA;
      const kept = followsOther ? at - 1 : at;
      json.copyWithin(to, from, kept);
      to += kept - from;
      from = !followsOther && json[behind] === COMMA ? behind + 1 : behind;
    }
    at = behind;
  }
  if (from === start) return end;
  json.copyWithin(to, from, end);
  return to + end - from;
}

/** The row that a line holds. */
export function parseRow(line: Uint8Array | string): Row {
  return JSON.parse(typeof line === 'string' ? line : Buffer.from(line).toString()) as Row;
}
