import { type Attribute, type Dataset, valueEncoder } from '../data/dataset.js';
import { LearnError } from '../errors.js';
import { type NumberedValue, readNumber, type TableRow, tableToDataset } from './table.js';

/** Options of `readArff`. */
export interface ArffOptions {
  /** Name of the class attribute; the last one when absent. */
  readonly classAttribute?: string;
}

/** The header of an ARFF file. */
export interface ArffFile {
  readonly relation: string;
  readonly data: Dataset;
}

interface ArffHeader {
  relation: string;
  readonly attributes: Attribute[];
  /** Index of the first line after `@data`; -1 until it is seen. */
  dataLine: number;
}

/** One data row and its weight. */
interface ArffRow {
  readonly cells: TableRow;
  readonly weight: number;
}

const NUMERIC_KINDS = new Set(['numeric', 'real', 'integer']);

/** Reads ARFF as Weka writes it: dense and sparse rows, nominal values, quoting, missing values, weights. */
export function readArff(text: string, options: ArffOptions = {}): ArffFile {
  const lines = text.split(/\r\n|\n|\r/);
  const header = readHeader(lines);
  const encoders = header.attributes.map(valueEncoder);
  const rows: ArffRow[] = [];
  for (let i = header.dataLine; i < lines.length; i++) {
    const tokens = arffTokens(lines[i]!, i + 1);
    if (tokens.length > 0) rows.push(readRow(tokens, header, encoders, rows.length, i + 1));
  }
  const weights = rows.some(row => row.weight !== 1) ? Float64Array.from(rows, row => row.weight) : undefined;
  const data = tableToDataset({
    attributes: header.attributes,
    rows: rows.map(row => row.cells),
    classColumn: classColumn(header.attributes, options.classAttribute),
    ...(weights && { weights }),
  });
  return { relation: header.relation, data };
}

function classColumn(attributes: readonly Attribute[], name: string | undefined): number {
  const column = name === undefined ? attributes.length - 1 : attributes.findIndex(a => a.name === name);
  if (column >= 0) return column;
  throw new LearnError('bad-shape', `The file has no attribute “${name}” to be the class.`);
}

function readHeader(lines: readonly string[]): ArffHeader {
  const header: ArffHeader = { relation: '', attributes: [], dataLine: -1 };
  for (let i = 0; i < lines.length && header.dataLine < 0; i++) {
    const tokens = arffTokens(lines[i]!, i + 1);
    if (tokens.length === 0) continue;
    const keyword = tokens[0]!.quoted ? '' : tokens[0]!.text.toLowerCase();
    if (keyword === '@relation') header.relation = tokens[1]?.text ?? '';
    else if (keyword === '@attribute') header.attributes.push(readAttribute(tokens, i + 1));
    else if (keyword === '@data') header.dataLine = i + 1;
    else {
      const message = `Line ${i + 1}: expected @relation, @attribute or @data, got “${tokens[0]!.text}”.`;
      throw new LearnError('bad-shape', message);
    }
  }
  if (header.dataLine < 0) throw new LearnError('bad-shape', 'The file has no @data line.');
  if (header.attributes.length === 0) {
    throw new LearnError('bad-shape', 'The file has no @attribute line before @data.');
  }
  return header;
}

function readAttribute(tokens: readonly ArffToken[], lineNumber: number): Attribute {
  const [, name, kind, ...rest] = tokens;
  if (!name || !kind) {
    throw new LearnError('bad-shape', `Line ${lineNumber}: @attribute needs a name and a kind.`);
  }
  if (kind.text === '{' && !kind.quoted) {
    const close = rest.findIndex(token => token.text === '}' && !token.quoted);
    if (close < 0) throw new LearnError('bad-shape', `Line ${lineNumber}: the list of values lacks its “}”.`);
    return { name: name.text, kind: 'nominal', values: rest.slice(0, close).map(token => token.text) };
  }
  if (NUMERIC_KINDS.has(kind.text.toLowerCase())) return { name: name.text, kind: 'numeric' };
  const message = `Line ${lineNumber}: attribute “${name.text}” is of kind “${kind.text}”; numeric and nominal attributes can be read, others must be removed first.`;
  throw new LearnError('bad-shape', message);
}

type Encoder = ReturnType<typeof valueEncoder>;

function readRow(
  tokens: ArffToken[],
  header: ArffHeader,
  encoders: readonly Encoder[],
  row: number,
  line: number,
): ArffRow {
  const { values, weight } = splitWeight(tokens, row, line);
  const encode = (token: ArffToken, column: number): number => {
    if (token.text === '?' && !token.quoted) return Number.NaN;
    const attribute = header.attributes[column]!;
    if (attribute.kind === 'numeric') return readNumber(token.text, attribute.name, row, column);
    return encoders[column]!(token.text, row, column);
  };
  if (isBracket(values[0], '{')) {
    return { cells: sparseCells(values, header.attributes.length, encode, row, line), weight };
  }
  if (values.length !== header.attributes.length) {
    const message = `Line ${line} (row ${row}) has ${values.length} values; expected ${header.attributes.length}. A missing value is written “?”.`;
    throw new LearnError('bad-shape', message, { row });
  }
  return { cells: Float64Array.from(values, encode), weight };
}

const isBracket = (token: ArffToken | undefined, text: string) => token?.text === text && !token.quoted;

/** A trailing `{w}` is the row's weight: one number in braces that is not the row itself. */
function splitWeight(
  tokens: ArffToken[],
  row: number,
  line: number,
): { values: ArffToken[]; weight: number } {
  const open = tokens.length - 3;
  if (open <= 0 || !isBracket(tokens[open], '{') || !isBracket(tokens.at(-1), '}')) {
    return { values: tokens, weight: 1 };
  }
  const weight = Number(tokens[open + 1]!.text);
  if (!(weight >= 0 && weight < Number.POSITIVE_INFINITY)) {
    const message = `Line ${line} (row ${row}): expected a weight that is not negative, got “${tokens[open + 1]!.text}”.`;
    throw new LearnError('bad-weight', message, { row });
  }
  return { values: tokens.slice(0, open), weight };
}

function sparseCells(
  tokens: readonly ArffToken[],
  columns: number,
  encode: (token: ArffToken, column: number) => number,
  row: number,
  line: number,
): NumberedValue[] {
  const inner = tokens.slice(1, -1);
  if (!isBracket(tokens.at(-1), '}') || inner.length % 2 !== 0) {
    const message = `Line ${line} (row ${row}): a sparse row is written {index value, index value, …}.`;
    throw new LearnError('bad-shape', message, { row });
  }
  const cells: NumberedValue[] = [];
  for (let k = 0; k < inner.length; k += 2) {
    const column = Number(inner[k]!.text);
    const before = cells.at(-1)?.[0] ?? -1;
    if (!Number.isInteger(column) || column <= before || column >= columns) {
      const message = `Line ${line} (row ${row}): the index “${inner[k]!.text}” must be a whole number above ${before} and below ${columns}.`;
      throw new LearnError('bad-shape', message, { row });
    }
    cells.push([column, encode(inner[k + 1]!, column)]);
  }
  return cells;
}

/** One token of an ARFF line. A quoted word is never a bracket, a missing value or a keyword. */
interface ArffToken {
  readonly text: string;
  readonly quoted: boolean;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/**
 * Splits a line as Weka does: white space and commas separate, `{` and `}` are tokens, `'` and `"` quote with
 * backslash escapes, and `%` outside quotes starts a comment.
 */
function arffTokens(line: string, lineNumber: number): ArffToken[] {
  const tokens: ArffToken[] = [];
  let at = 0;
  while (at < line.length) {
    const char = line[at]!;
    if (char === '%') break;
    if (char === ',' || char <= ' ') at++;
    else if (char === '{' || char === '}') {
      tokens.push({ text: char, quoted: false });
      at++;
    } else if (char === "'" || char === '"') {
      const end = quoteEnd(line, at, lineNumber);
      tokens.push({ text: unescaped(line.slice(at + 1, end)), quoted: true });
      at = end + 1;
    } else {
      const end = wordEnd(line, at);
      tokens.push({ text: line.slice(at, end), quoted: false });
      at = end;
    }
  }
  return tokens;
}

function quoteEnd(line: string, start: number, lineNumber: number): number {
  for (let at = start + 1; at < line.length; at++) {
    if (line[at] === '\\') at++;
    else if (line[at] === line[start]) return at;
  }
  const message = `Line ${lineNumber}: the quote opened at character ${start + 1} is never closed; write a quote inside a value as \\'.`;
  throw new LearnError('bad-shape', message);
}

function wordEnd(line: string, start: number): number {
  let at = start;
  while (at < line.length && line[at]! > ' ' && !',{}\'"%'.includes(line[at]!)) at++;
  return at;
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  let out = '';
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== '\\') out += text[at];
    else {
      at++;
      out += ESCAPES[text[at]!] ?? text[at] ?? '';
    }
  }
  return out;
}
