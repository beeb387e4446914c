import { asBuffer } from './byte-source.js';
import { type ByteLine, type Chunks, endOf, linesOf, openLines } from './lines.js';
import { DEFAULT_MAX_SIZE, digestOf, type PageRecord, type ReadOptions } from './record.js';

/** For the limit on the length of a line: a byte of the page takes at most six characters as a JSON escape. */
const LINE_PER_PAGE = 6;
const OTHER_FIELDS = 1 << 20;
const NO_BYTES = new Uint8Array();

export async function* recordsOfNdjson(file: string, options: ReadOptions = {}): AsyncGenerator<PageRecord> {
  const { chunks, start, close } = await openLines(file, options);
  try {
    for await (const record of recordsOfLines(chunks, file, options)) {
      if (options.signal?.aborted) return;
      const offset = record.source.offset + start;
      if (offset >= endOf(options.after)) yield { ...record, source: { ...record.source, offset } };
    }
  } finally {
    await close();
  }
}

/** Yields the pages of a stream of lines; invalid lines become records with an error. */
export async function* recordsOfLines(
  chunks: Chunks | AsyncIterable<Uint8Array | string>,
  file: string,
  { maxSize = DEFAULT_MAX_SIZE }: ReadOptions = {},
): AsyncGenerator<PageRecord> {
  for await (const line of linesOf(chunks, maxSize * LINE_PER_PAGE + OTHER_FIELDS)) {
    // An invalid line from a damaged part is a fragment of a page, not a page.
    if (line.isDoubtful && (line.bytes === undefined || parsed(line.bytes) === undefined)) continue;
    if (line.bytes === undefined) yield invalidLine(line, file, 'too-large', {});
    else if (line.bytes.length > 0) yield recordOf(line, line.bytes, file, maxSize);
  }
}

const FAULTS = {
  'too-large': 'the page is larger than allowed; raise maxSize',
  'not-json': 'the line is not a JSON object',
  'no-page': 'expected "html" (text) or "base64" (bytes), got neither',
} as const;

function invalidLine(
  { offset, length }: ByteLine,
  file: string,
  fault: keyof typeof FAULTS,
  known: Pick<PageRecord, 'id' | 'url' | 'date'>,
): PageRecord {
  const source = { file, offset, length };
  return { ...known, bytes: NO_BYTES, error: FAULTS[fault], source };
}

function recordOf(line: ByteLine, text: Uint8Array, file: string, maxSize: number): PageRecord {
  const fields = parsed(text);
  if (fields === undefined) return invalidLine(line, file, 'not-json', {});
  const known = textFields(fields, ['id', 'url', 'date']);
  const bytes = bytesOf(fields);
  if (bytes === undefined) return invalidLine(line, file, 'no-page', known);
  if (bytes.length > maxSize) return invalidLine(line, file, 'too-large', known);
  // Decoded text is UTF-8, even if the page declares another charset.
  const charset = typeof fields.html === 'string' ? { charset: 'utf-8' } : textFields(fields, ['charset']);
  const { offset, length } = line;
  return { ...known, ...charset, digest: digestOf(bytes), bytes, source: { file, offset, length } };
}

type Fields = Readonly<Record<string, unknown>>;

function parsed(text: Uint8Array): Fields | undefined {
  try {
    const value: unknown = JSON.parse(asBuffer(text).toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : undefined;
  } catch {
    return undefined;
  }
}

function bytesOf({ html, base64 }: Fields): Uint8Array | undefined {
  if (typeof html === 'string') return Buffer.from(html);
  return typeof base64 === 'string' ? Buffer.from(base64, 'base64') : undefined;
}

function textFields<K extends string>(fields: Fields, names: readonly K[]): { [key in K]?: string } {
  const found = names.flatMap(name => {
    const value = fields[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
  });
  return Object.fromEntries(found) as { [key in K]?: string };
}
