import type { PageRecord } from '@webpith/sources';
import type { Article, SiteMemoryFile } from 'webpith';
import { FIELDS, type FieldKind, type FieldName, namesIn } from 'webpith/stages';

export type ColumnType = 'string' | 'strings' | 'double' | 'integer' | 'boolean' | 'json' | 'time';

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

/** The page structure (`track/structure.ts`) and the hashes for a site memory, written on request. */
const STRUCTURE = 'structure';
const FINGERPRINT = 'fingerprint';

export type ColumnName = keyof typeof RECORD_COLUMNS | FieldName | typeof STRUCTURE | typeof FINGERPRINT;

const typeOf = (kind: FieldKind): ColumnType =>
  kind === 'link' || kind === 'media' || kind === 'language' ? 'string' : kind;

export const COLUMNS: Readonly<Record<ColumnName, ColumnType>> = {
  ...RECORD_COLUMNS,
  ...(Object.fromEntries(namesIn(FIELDS).map(name => [name, typeOf(FIELDS[name].kind)])) as Record<
    FieldName,
    ColumnType
  >),
  [STRUCTURE]: 'string',
  [FINGERPRINT]: 'string',
};

export const COLUMN_NAMES = namesIn(COLUMNS);

export type ArticleColumn = Exclude<ColumnName, keyof typeof RECORD_COLUMNS>;
export const ARTICLE_COLUMNS = COLUMN_NAMES.filter(
  (name): name is ArticleColumn => name !== STRUCTURE && name !== FINGERPRINT && !(name in RECORD_COLUMNS),
);
export const ALL_COLUMNS: readonly ArticleColumn[] = [...ARTICLE_COLUMNS, STRUCTURE, FINGERPRINT];

export function columnsWith(wanted: readonly ArticleColumn[]): ColumnName[] {
  const names: ReadonlySet<string> = new Set([...namesIn(RECORD_COLUMNS), ...wanted]);
  return COLUMN_NAMES.filter(name => names.has(name));
}

/** A page and its article, or an error. Columns without a value are undefined, and absent in the shard. */
export type Row = RecordColumns &
  Partial<Pick<Article, Exclude<ArticleColumn, typeof FINGERPRINT> & keyof Article>>;

export interface RecordColumns {
  readonly id?: string | undefined;
  readonly recordId?: string | undefined;
  readonly url?: string | undefined;
  readonly date?: string | undefined;
  readonly digest?: string | undefined;
  readonly file: string;
  readonly offset: number;
  readonly length: number;
  readonly part?: number | undefined;
  readonly error?: string | undefined;
  readonly structure?: string | undefined;
  readonly fingerprint?: string | undefined;
}

export type RecordHead = Omit<PageRecord, 'bytes'> & { readonly site?: SiteMemoryFile };

function recordColumns(head: RecordHead): RecordColumns {
  const { id, recordId, url, date, digest, source, error } = head;
  const { file, offset, length, part } = source;
  return { id, recordId, url, date, digest, file, offset, length, part, error };
}

export function rowOf(head: RecordHead, article: Article, columns: readonly ArticleColumn[]): Row {
  const row: Record<string, unknown> = { ...recordColumns(head) };
  for (const column of columns) {
    if (column === STRUCTURE) continue;
    const value = column === FINGERPRINT ? article.fingerprint() : article[column];
    if (value !== undefined) row[column] = value;
  }
  return row as unknown as Row;
}

export function errorRow(head: RecordHead, error: string): Row {
  return { ...recordColumns(head), error };
}

export function fingerprintRow(head: RecordHead, fingerprint: string): Row {
  return { ...recordColumns(head), fingerprint };
}

export function withoutArticle(row: Row, error: string): Row {
  const kept = Object.entries(row).filter(([name]) => name in RECORD_COLUMNS);
  return { ...(Object.fromEntries(kept) as unknown as Row), error };
}

/** The text that readers see, including posts and entries. */
export function fullText({ text = '', posts = [], items = [] }: Row): string {
  return [text, ...posts.map(post => post.text), ...items.map(item => item.title)].join('\n');
}

export function lineOf(row: Row): string {
  const bytes = Buffer.from(jsonOf(row));
  return bytes.toString('utf8', 0, withoutNodeIds(bytes, 0, bytes.length));
}

/** One NDJSON line, with its line feed and with node ids. */
export function jsonOf(row: Row): string {
  return `${JSON.stringify(row)}\n`;
}

const KEY = Buffer.from('"node":');
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;
const COMMA = 0x2c;

/**
 * Removes node ids, which are useless without the page tree, from JSON in place; returns the new end. Copying the
 * content or a JSON replacer would be slower. Quotation marks inside strings are escaped, so every match is a property
 * name.
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

export function parseRow(line: Uint8Array | string): Row {
  return JSON.parse(typeof line === 'string' ? line : Buffer.from(line).toString()) as Row;
}

const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/i;
const WITH_ZONE = /(?:GMT|UTC|[+-]\d{4})$/;

/**
 * Parses a date or a time; undefined if invalid. A date without a time means midnight, and a time without a zone is in
 * UTC, so that the result does not depend on the local time zone.
 */
export function momentOf(text: string): Date | undefined {
  const iso = ISO.exec(text);
  if (iso === null && !WITH_ZONE.test(text)) return undefined;
  const isBare = iso !== null && iso[1] === undefined && text.length > DAY.length;
  const date = new Date(isBare ? `${text.replace(' ', 'T')}Z` : text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

const DAY = 'YYYY-MM-DD';

const MILLISECONDS_PER_DAY = 86_400_000;

/** Days since 1970, the unit of `SiteMemory.add`; undefined for a missing or invalid date. */
export function dayOf(date: string | undefined): number | undefined {
  const moment = date === undefined ? undefined : momentOf(date);
  return moment && Math.floor(moment.getTime() / MILLISECONDS_PER_DAY);
}

export function isoOf(moment: Date): string {
  return moment.toISOString().replace('.000Z', 'Z');
}
