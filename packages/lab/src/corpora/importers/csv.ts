import { dirname } from 'node:path';
import { LabError } from '../../errors.js';
import type { Gold, Page } from '../corpus.js';
import { GOLD_FIELDS } from '../gold.js';
import { csvRecords } from './csv-records.js';
import type { ImportOptions } from './importer.js';
import { importRows, type Row } from './rows.js';

/** Fields that are lists: a JSON array in the cell, or one item per line. */
const LISTS = (Object.keys(GOLD_FIELDS) as (keyof Gold)[]).filter(name => GOLD_FIELDS[name] === 'strings');

/**
 * Comma-separated values with a header (RFC 4180), one page per row; `columns` maps fields to columns. Rows
 * are streamed, so the table need not fit into memory.
 */
export function importCsv(source: string, options: ImportOptions = {}): AsyncGenerator<Page> {
  return importRows({ file: source, folder: dirname(source), rows: csvRows(source, options) }, options);
}

async function* csvRows(file: string, options: ImportOptions): AsyncGenerator<Row> {
  const lists = new Set(LISTS.map(field => options.columns?.[field] ?? field));
  let header: readonly string[] | undefined;
  for await (const { fields, line, problem } of csvRecords(file, options.separator ?? ',')) {
    if (!header) {
      header = fields.map(name => name.trim());
      checkHeader(header, file, options);
    } else if (problem !== undefined) {
      yield { line, values: problem };
    } else if (fields.length !== header.length) {
      yield { line, values: `expected ${header.length} fields, one a column, got ${fields.length}` };
    } else {
      const cells = header.map((name, i) => [name, lists.has(name) ? listOf(fields[i]!) : fields[i]!]);
      yield { line, values: Object.fromEntries(cells) as Record<string, unknown> };
    }
  }
}

function checkHeader(header: readonly string[], file: string, options: ImportOptions): void {
  for (const column of Object.values(options.columns ?? {})) {
    if (header.includes(column)) continue;
    const message = `${file}:1: there is no column “${column}”. The header names: ${header.join(', ')}.`;
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
      // A line of text that happens to start with a bracket.
    }
  }
  return text.split(/\r?\n/).filter(item => item.trim() !== '');
}
