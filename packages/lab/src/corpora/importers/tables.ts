import { dirname, isAbsolute, join, normalize, sep } from 'node:path';
import { LabError } from '../../errors.js';
import {
  type CorpusProblem,
  type CorpusProblemKind,
  checkGold,
  corpusProblem,
  GOLD_FIELDS,
  type Gold,
  idFault,
  type OnProblem,
  type Page,
} from '../corpus.js';
import { asObject, readLines } from '../files.js';
import { problemCounter } from '../read.js';
import { htmlBytes, type ImportOptions, readBytes } from './datasets.js';

export interface Row {
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>> | string;
}

interface Table {
  readonly file: string;
  readonly folder: string;
  readonly rows: AsyncIterable<Row>;
}

const FIELDS = [...Object.keys(GOLD_FIELDS).filter(name => name !== 'posts'), 'html', 'file'];

/** The page is in a column `html` or in the file that `file` names, inside the table's folder. */
async function* importRows(table: Table, options: ImportOptions): AsyncGenerator<Page> {
  const { report } = problemCounter(options.onProblem);
  const lines = new Map<string, number>();
  for await (const row of table.rows) {
    const page = await pageOf(row, table, options, lines, report);
    if (page) yield page;
  }
}

async function pageOf(
  row: Row,
  table: Table,
  options: ImportOptions,
  lines: Map<string, number>,
  report: OnProblem,
): Promise<Page | undefined> {
  const refuse = (kind: CorpusProblemKind, what: string, id?: string) => {
    report(corpusProblem(kind, { file: table.file, line: row.line, id }, what));
    return undefined;
  };
  if (typeof row.values === 'string') return refuse('broken-line', row.values);
  const { html, file, ...fields } = pick(row.values, options);
  const gold = checkGold({ id: `line-${row.line}`, ...fields });
  if (typeof gold === 'string') return refuse('broken-line', gold);
  const fault = idFault(gold.id, lines);
  if (fault) return refuse(...fault);
  const bytes = await bytesOf(html, file, gold, row.line, table);
  if (!(bytes instanceof Uint8Array)) {
    report(bytes);
    return undefined;
  }
  lines.set(gold.id, row.line);
  return { ...gold, html: bytes };
}

function pick(values: Readonly<Record<string, unknown>>, options: ImportOptions): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const field of FIELDS) {
    const column = options.columns?.[field as keyof Gold] ?? field;
    const value = Object.hasOwn(values, column) ? values[column] : undefined;
    if (value !== undefined && value !== null && value !== '') picked[field] = value;
  }
  if (typeof picked.id === 'number') picked.id = String(picked.id);
  return picked;
}

async function bytesOf(
  html: unknown,
  file: unknown,
  { id }: Gold,
  line: number,
  table: Table,
): Promise<Uint8Array | CorpusProblem> {
  const problem = (what: string) => corpusProblem('missing-html', { file: table.file, line, id }, what);
  if (typeof html === 'string') return htmlBytes(html);
  if (typeof file !== 'string') return problem(`page “${id}” has neither html nor file`);
  const inside = normalize(file);
  if (isAbsolute(inside) || inside === '..' || inside.startsWith(`..${sep}`)) {
    return problem(`the file “${file}” of page “${id}” lies outside the table's folder`);
  }
  try {
    return await readBytes(join(table.folder, inside));
  } catch (error) {
    return problem(`the file “${file}” of page “${id}” cannot be read (${(error as Error).message})`);
  }
}

const LISTS = (Object.keys(GOLD_FIELDS) as (keyof Gold)[]).filter(name => GOLD_FIELDS[name] === 'strings');

/** Comma-separated values with a header (RFC 4180), one page per row; `columns` maps fields to columns. */
export function importCsv(source: string, options: ImportOptions = {}): AsyncGenerator<Page> {
  return importRows({ file: source, folder: dirname(source), rows: csvTableRows(source, options) }, options);
}

async function* csvTableRows(file: string, options: ImportOptions): AsyncGenerator<Row> {
  const lists = new Set(LISTS.map(field => options.columns?.[field] ?? field));
  let header: readonly string[] | undefined;
  for await (const { fields, line, problem } of readCsv(file, options.separator ?? ',')) {
    if (!header) {
      header = fields.map(name => name.trim());
      checkHeader(header, file, options);
    } else if (problem !== undefined) {
      yield { line, values: problem };
    } else if (fields.length !== header.length) {
      yield { line, values: `expected ${header.length} fields, one per column, got ${fields.length}` };
    } else {
      const cells = header.map((name, i) => [name, lists.has(name) ? listOf(fields[i]!) : fields[i]!]);
      yield { line, values: Object.fromEntries(cells) as Record<string, unknown> };
    }
  }
}

function checkHeader(header: readonly string[], file: string, options: ImportOptions): void {
  for (const column of Object.values(options.columns ?? {})) {
    if (header.includes(column)) continue;
    const message = `${file}:1: no column “${column}”. Columns: ${header.join(', ')}.`;
    throw new LabError('bad-import', message);
  }
}

function listOf(cell: string): unknown {
  const text = cell.trim();
  if (text === '') return undefined;
  if (text.startsWith('[')) {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      // Text that starts with a bracket but is not JSON.
    }
  }
  return text.split(/\r?\n/).filter(item => item.trim() !== '');
}

interface CsvRow {
  readonly fields: string[];
  readonly line: number;
  readonly problem?: string;
}

/** Streams the rows of a CSV file (RFC 4180). A line that is not UTF-8 becomes U+FFFD. */
async function* readCsv(file: string, separator: string): AsyncGenerator<CsvRow> {
  let open: OpenRow | undefined;
  for await (const { number, text } of readLines(file)) {
    const line = (number === 1 ? text?.replace(/^\uFEFF/, '') : text) ?? '\uFFFD';
    if (!open && line === '') continue;
    const row: OpenRow = open ?? { fields: [], line: number, quoted: undefined };
    readInto(row, line, separator);
    open = row.quoted ? row : undefined;
    if (!open) yield finished(row);
  }
  if (open) yield finished({ ...open, problem: 'unclosed quote' });
}

interface OpenRow {
  readonly fields: string[];
  readonly line: number;
  quoted: string[] | undefined;
  problem?: string;
}

function finished({ fields, line, problem }: OpenRow): CsvRow {
  return problem === undefined ? { fields, line } : { fields, line, problem };
}

function readInto(row: OpenRow, line: string, separator: string): void {
  let at = 0;
  if (row.quoted) {
    row.quoted.push('\n');
    at = readQuoted(row, row.quoted, line, 0);
    if (row.quoted || at >= line.length) return;
    at = afterSeparator(row, line, at, separator);
  }
  for (;;) {
    if (line[at] === '"') {
      row.quoted = [];
      at = readQuoted(row, row.quoted, line, at + 1);
      if (row.quoted) return;
    } else {
      const end = line.indexOf(separator, at);
      row.fields.push(line.slice(at, end < 0 ? undefined : end));
      at = end < 0 ? line.length : end;
    }
    if (at >= line.length) return;
    at = afterSeparator(row, line, at, separator);
  }
}

function afterSeparator(row: OpenRow, line: string, at: number, separator: string): number {
  if (line.startsWith(separator, at)) return at + separator.length;
  row.problem = `expected a separator or a line end after a quoted field, got “${line[at]}”`;
  return line.length;
}

function readQuoted(row: OpenRow, parts: string[], line: string, start: number): number {
  let from = start;
  for (;;) {
    const quote = line.indexOf('"', from);
    if (quote < 0) {
      parts.push(line.slice(from));
      return line.length;
    }
    parts.push(line.slice(from, quote));
    if (line[quote + 1] !== '"') {
      row.fields.push(parts.join(''));
      row.quoted = undefined;
      return quote + 1;
    }
    parts.push('"');
    from = quote + 2;
  }
}

/** One JSON object per line (`.jsonl` or `.jsonl.gz`); `columns` maps fields to keys. */
export function importJsonl(source: string, options: ImportOptions = {}): AsyncGenerator<Page> {
  return importRows({ file: source, folder: dirname(source), rows: jsonRows(source) }, options);
}

async function* jsonRows(file: string): AsyncGenerator<Row> {
  for await (const { number, text } of readLines(file)) {
    if (text?.trim() === '') continue;
    yield { line: number, values: text === undefined ? 'not UTF-8' : parseObject(text) };
  }
}

function parseObject(text: string): Record<string, unknown> | string {
  try {
    return asObject(JSON.parse(text)) ?? 'expected an object';
  } catch (error) {
    return `not JSON (${(error as Error).message})`;
  }
}
