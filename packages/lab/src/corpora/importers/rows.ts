import { isAbsolute, join, normalize, sep } from 'node:path';
import {
  type CorpusProblem,
  type CorpusProblemKind,
  corpusProblem,
  type Gold,
  idFault,
  type OnProblem,
  type Page,
} from '../corpus.js';
import { checkGold, GOLD_FIELDS } from '../gold.js';
import { problemCounter } from '../read.js';
import { htmlBytes, type ImportOptions, readBytes } from './importer.js';

export interface Row {
  readonly line: number;
  /** Values by column, or the reason the row cannot be read. */
  readonly values: Readonly<Record<string, unknown>> | string;
}

/** A table of pages; `folder` is the base of the files it names. */
export interface Table {
  readonly file: string;
  readonly folder: string;
  readonly rows: AsyncIterable<Row>;
}

/** Columns of a table: the page's fields but its posts, and the page or its file. */
const FIELDS = [...Object.keys(GOLD_FIELDS).filter(name => name !== 'posts'), 'html', 'file'];

/**
 * Imports a table: gold fields from its columns, the page from a column `html` or from the file that `file`
 * names, inside the table's folder. A row without id is named by its line.
 */
export async function* importRows(table: Table, options: ImportOptions): AsyncGenerator<Page> {
  const { report } = problemCounter(options.onProblem);
  const lines = new Map<string, number>();
  let given = 0;
  for await (const row of table.rows) {
    if (given >= (options.limit ?? Number.POSITIVE_INFINITY)) return;
    const page = await pageOf(row, table, options, lines, report);
    if (!page) continue;
    given++;
    yield page;
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
