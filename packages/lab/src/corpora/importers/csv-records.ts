import { readLines } from '../lines.js';

export interface CsvRecord {
  readonly fields: string[];
  readonly line: number;
  readonly problem?: string;
}

/**
 * Reads the rows of a CSV file one at a time (RFC 4180). A line that is not UTF-8 becomes U+FFFD. Empty lines
 * are skipped.
 */
export async function* csvRecords(file: string, separator: string): AsyncGenerator<CsvRecord> {
  let open: OpenRecord | undefined;
  for await (const { number, text } of readLines(file)) {
    const line = (number === 1 ? text?.replace(/^\uFEFF/, '') : text) ?? '\uFFFD';
    if (!open && line === '') continue;
    const record: OpenRecord = open ?? { fields: [], line: number, quoted: undefined };
    readInto(record, line, separator);
    open = record.quoted ? record : undefined;
    if (!open) yield finished(record);
  }
  if (open) yield finished({ ...open, problem: 'a quote is opened and never closed' });
}

interface OpenRecord {
  readonly fields: string[];
  readonly line: number;
  /** Parts of an unfinished quoted field. */
  quoted: string[] | undefined;
  problem?: string;
}

function finished({ fields, line, problem }: OpenRecord): CsvRecord {
  return problem === undefined ? { fields, line } : { fields, line, problem };
}

/** Reads one line into a row; a quoted field may continue on the next line. */
function readInto(record: OpenRecord, line: string, separator: string): void {
  let at = 0;
  if (record.quoted) {
    record.quoted.push('\n');
    at = readQuoted(record, record.quoted, line, 0);
    if (record.quoted || at >= line.length) return;
    at = afterSeparator(record, line, at, separator);
  }
  for (;;) {
    if (line[at] === '"') {
      record.quoted = [];
      at = readQuoted(record, record.quoted, line, at + 1);
      if (record.quoted) return;
    } else {
      const end = line.indexOf(separator, at);
      record.fields.push(line.slice(at, end < 0 ? undefined : end));
      at = end < 0 ? line.length : end;
    }
    if (at >= line.length) return;
    at = afterSeparator(record, line, at, separator);
  }
}

function afterSeparator(record: OpenRecord, line: string, at: number, separator: string): number {
  if (line.startsWith(separator, at)) return at + separator.length;
  record.problem = `after a quoted field came “${line[at]}”, expected a separator or the line end`;
  return line.length;
}

/** Reads the rest of a quoted field; returns the position after its closing quote. */
function readQuoted(record: OpenRecord, parts: string[], line: string, start: number): number {
  let from = start;
  for (;;) {
    const quote = line.indexOf('"', from);
    if (quote < 0) {
      parts.push(line.slice(from));
      return line.length;
    }
    parts.push(line.slice(from, quote));
    if (line[quote + 1] !== '"') {
      record.fields.push(parts.join(''));
      record.quoted = undefined;
      return quote + 1;
    }
    parts.push('"');
    from = quote + 2;
  }
}
