import { closeSync, openSync, writeSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { readLines } from '../corpora/lines.js';
import { writeAtomically } from '../corpora/write.js';
import type { EvaluationRow } from './scoring.js';

/** Takes rows as they come. */
export interface RowWriter {
  write(row: EvaluationRow): void;
  close(): void;
}

/**
 * Appends rows to a file, each in one call to the system before the next page is taken: whatever ends the process, what
 * was finished is on disk.
 */
export function openRows(file: string): RowWriter {
  const descriptor = openSync(file, 'a');
  return {
    write: row => writeSync(descriptor, `${JSON.stringify(row)}\n`),
    close: () => closeSync(descriptor),
  };
}

/** The rows of a file in order, one for a method and page (the first), without lines that are none. */
export async function readRows(file: string): Promise<{ rows: EvaluationRow[]; broken: number }> {
  const rows = new Map<string, EvaluationRow>();
  let broken = 0;
  if (!(await exists(file))) return { rows: [], broken };
  for await (const { text } of readLines(file)) {
    const row = parseRow(text);
    if (!row) broken++;
    else if (!rows.has(rowKey(row.method, row.page))) rows.set(rowKey(row.method, row.page), row);
  }
  return { rows: [...rows.values()], broken };
}

/**
 * As `readRows`, and leaves nothing but whole rows in the file: a process that was killed may have left half a line, to
 * which the next row would be glued.
 */
export async function mendRows(file: string): Promise<EvaluationRow[]> {
  const { rows, broken } = await readRows(file);
  if (broken > 0) await writeAtomically(file, rows.map(row => `${JSON.stringify(row)}\n`).join(''));
  return rows;
}

/** One key for a method and a page; ids of pages hold no control characters. */
export function rowKey(method: string, page: string): string {
  return `${page}\n${method}`;
}

function parseRow(text: string | undefined): EvaluationRow | undefined {
  try {
    const row = JSON.parse(text ?? '') as Partial<EvaluationRow> | null;
    const whole =
      typeof row?.method === 'string' && typeof row.page === 'string' && typeof row.scores === 'object';
    return whole ? (row as EvaluationRow) : undefined;
  } catch {
    return undefined;
  }
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
