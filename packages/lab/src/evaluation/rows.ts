import { closeSync, openSync, writeSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { readLines } from '../corpora/lines.js';
import { writeAtomically } from '../corpora/write.js';
import type { EvaluationRow } from './scoring.js';

export interface RowWriter {
  write(row: EvaluationRow): void;
  close(): void;
}

/** Appends each row in one system call, so finished rows survive a crash. */
export function openRows(file: string): RowWriter {
  const descriptor = openSync(file, 'a');
  return {
    write: row => writeSync(descriptor, `${JSON.stringify(row)}\n`),
    close: () => closeSync(descriptor),
  };
}

/** Reads valid rows in order; the first row of a method and page wins. */
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
 * Reads rows and removes broken lines: a killed process may leave half a line, to which the next row would be
 * appended.
 */
export async function mendRows(file: string): Promise<EvaluationRow[]> {
  const { rows, broken } = await readRows(file);
  if (broken > 0) await writeAtomically(file, rows.map(row => `${JSON.stringify(row)}\n`).join(''));
  return rows;
}

/** Page ids contain no control characters. */
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
