import { LearnError } from '../errors.js';
import { type Attribute, type Dataset, valueEncoder } from './dataset.js';
import { toDense } from './matrix.js';
import { isNumber, readNumber, tableToDataset } from './table.js';

/** Options of `readCsv`. */
export interface CsvOptions {
  readonly separator?: string;
  /** Name of the column that holds the class; the last one when absent. */
  readonly classColumn?: string;
  /** What the columns are; absent ones are told from their values: numeric where every value is a number. */
  readonly attributes?: readonly Attribute[];
}

/** Values that stand for a missing one; an empty quoted field counts as missing too. */
const MISSING = new Set(['', '?']);

/**
 * Reads comma-separated values with a header line (RFC 4180: quotes doubled inside quotes). A column of numbers is
 * numeric, any other is nominal with its values in order of first appearance; the class is always nominal.
 */
export function readCsv(text: string, options: CsvOptions = {}): Dataset {
  const [names, ...records] = csvRecords(text, options.separator ?? ',');
  if (!names) throw new LearnError('bad-file', 'The file is empty; its first line must name the columns.');
  const classColumn =
    options.classColumn === undefined ? names.length - 1 : names.indexOf(options.classColumn);
  if (classColumn < 0) {
    throw new LearnError('bad-file', `The file has no column “${options.classColumn}” to be the class.`);
  }
  records.forEach((record, row) => {
    if (record.length === names.length) return;
    const message = `Row ${row} has ${record.length} fields; expected ${names.length}, one a column.`;
    throw new LearnError('bad-shape', message, { row });
  });
  const given = new Map(options.attributes?.map(attribute => [attribute.name, attribute]));
  const attributes = names.map(
    (name, column) =>
      given.get(name) ??
      inferredAttribute(
        name,
        records.map(record => record[column]!),
        column === classColumn,
      ),
  );
  const encoders = attributes.map(fieldEncoder);
  const rows = records.map((record, row) =>
    Float64Array.from(record, (field, column) => encoders[column]!(field, row, column)),
  );
  return tableToDataset({ attributes, rows, classColumn });
}

function inferredAttribute(name: string, fields: readonly string[], isClass: boolean): Attribute {
  const present = fields.filter(field => !MISSING.has(field));
  if (!isClass && present.every(isNumber)) return { name, kind: 'numeric' };
  return { name, kind: 'nominal', values: [...new Set(present)] };
}

function fieldEncoder(attribute: Attribute): (field: string, row: number, column: number) => number {
  const encode = valueEncoder(attribute);
  return (field, row, column) => {
    if (MISSING.has(field)) return Number.NaN;
    if (attribute.kind === 'numeric') return readNumber(field, attribute.name, row, column);
    return encode(field, row, column);
  };
}

/** The fields of each record; lines that are wholly empty are skipped. */
function csvRecords(text: string, separator: string): string[][] {
  const records: string[][] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    const record: string[] = [];
    let ended = false;
    while (!ended) {
      const field = csvField(text, at, separator);
      record.push(field.text);
      at = field.end;
      ended = text[at] !== separator;
      if (!ended) at++;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++;
    at++;
    if (record.length > 1 || record[0] !== '') records.push(record);
  }
  return records;
}

/** One field from `start` on; `end` is where the separator, the line end or the end of the text stands. */
function csvField(text: string, start: number, separator: string): { text: string; end: number } {
  let at = start;
  if (text[start] !== '"') {
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++;
    return { text: text.slice(start, at).trim(), end: at };
  }
  let value = '';
  for (;;) {
    const close = text.indexOf('"', at + 1);
    if (close < 0) {
      throw new LearnError(
        'bad-file',
        `The quote opened at character ${start + 1} of the file is never closed.`,
      );
    }
    value += text.slice(at + 1, close);
    at = close + 1;
    if (text[at] !== '"') break;
    value += '"';
  }
  if (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') {
    const message = `After the quoted field at character ${start + 1} of the file came “${text[at]}”; expected a separator or a line end.`;
    throw new LearnError('bad-file', message);
  }
  return { text: value, end: at };
}

/** Writes the data with a header line; the class is the last column. Weights and groups are not written. */
export function writeCsv(data: Dataset, names: { classColumn?: string; separator?: string } = {}): string {
  const { classColumn = 'class', separator = ',' } = names;
  const x = toDense(data.x);
  const quoted = (text: string) =>
    [...text].some(char => char === separator || char === '"' || char === '\n' || char === '\r') ||
    text !== text.trim()
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  const lines = [[...data.attributes.map(attribute => attribute.name), classColumn]];
  for (let row = 0; row < x.rows; row++) {
    const cells = data.attributes.map((attribute, column) => {
      const value = x.data[row * x.columns + column]!;
      if (Number.isNaN(value)) return '?';
      return attribute.kind === 'numeric' ? String(value) : attribute.values[value]!;
    });
    lines.push([...cells, data.classes[data.y[row]!]!]);
  }
  return `${lines.map(line => line.map(quoted).join(separator)).join('\n')}\n`;
}
