import { dirname } from 'node:path';
import type { Page } from '../corpus.js';
import { readLines } from '../lines.js';
import type { ImportOptions } from './importer.js';
import { importRows, type Row } from './rows.js';

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
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : 'expected an object';
  } catch (error) {
    return `not JSON (${(error as Error).message})`;
  }
}
