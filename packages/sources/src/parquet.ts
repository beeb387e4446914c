import type { AsyncBuffer, FileMetaData, RowGroup } from 'hyparquet';
import { openBytes, type RandomAccess } from './byte-source.js';
import {
  DEFAULT_MAX_SIZE,
  digestOf,
  InputError,
  type PageColumns,
  type PageRecord,
  type ReadOptions,
} from './record.js';

/** Limit on the decoded bytes of HTML in memory at a time, unless a single page is larger. */
const SLICE_BYTES = 32 << 20;
const NO_BYTES = new Uint8Array();

/**
 * Yields the rows of a Parquet file as pages. The offset of a record is its row. Rows are read in slices, since a row
 * group can be larger than the memory.
 */
export async function* recordsOfParquet(file: string, options: ReadOptions = {}): AsyncGenerator<PageRecord> {
  const bytes = await openBytes(file, options);
  try {
    const buffer = parquetBuffer(bytes);
    const reading = await import('hyparquet');
    const { compressors } = await import('hyparquet-compressors');
    const metadata = await understood(file, reading.parquetMetadataAsync(buffer));
    const names = namesOf(file, metadata, options.columns ?? {});
    const columns = Object.values(names).filter(name => name !== undefined);
    const parsers = { stringFromBytes: (text: Uint8Array) => text };
    // Parsers may return any type; the declared one is that of the default parser.
    const how = { file: buffer, metadata, compressors, columns, parsers: parsers as never };
    const from = options.after === undefined ? 0 : options.after.offset + 1;
    for (const [rowStart, rowEnd] of slicesOf(metadata, names.html, from)) {
      const range = { rowStart, rowEnd, useOffsetIndex: true };
      const rows = await understood(file, reading.parquetReadObjects({ ...how, ...range }));
      for (const [index, row] of rows.entries()) {
        if (options.signal?.aborted) return;
        yield recordOf(row, names, { file, offset: rowStart + index, length: 1 }, options);
      }
    }
  } finally {
    await bytes.close();
  }
}

/** The file as a source of byte ranges for the Parquet reader. */
export function parquetBuffer(bytes: RandomAccess): AsyncBuffer {
  return {
    byteLength: bytes.size,
    async slice(start, end = bytes.size) {
      const slice = new Uint8Array(Math.max(end - start, 0));
      // Remote files return parts of a large range.
      for (let at = 0; at < slice.length; ) {
        const count = await bytes.read(slice, at, slice.length - at, start + at);
        if (count === 0) throw new Error('the file ends too early');
        at += count;
      }
      return slice.buffer;
    },
  };
}

async function understood<T>(file: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    if ((cause as Error).name === 'FetchError') throw cause;
    const message = `${file} cannot be read as Parquet (${(cause as Error).message}); check the file`;
    throw new InputError(message, { cause });
  }
}

type Names = { readonly html: string } & PageColumns;

function namesOf(file: string, { schema }: FileMetaData, given: PageColumns): Names {
  const known = new Set(schema.slice(1).map(({ name }) => name));
  const refuse = (role: keyof PageColumns, name: string) =>
    new InputError(
      `${file} has no column ${name}; its columns are ${[...known].join(', ')}; name the one with the ${role} of the pages`,
      { option: 'pageColumns' },
    );
  const optional = (role: 'url' | 'id') => {
    const name = given[role] ?? role;
    if (known.has(name)) return name;
    if (given[role] === undefined) return undefined;
    throw refuse(role, name);
  };
  const { html = 'html' } = given;
  if (!known.has(html)) throw refuse('html', html);
  return { html, url: optional('url'), id: optional('id') };
}

/** Ranges of rows whose HTML fits into a slice, by the mean size in each row group. */
function* slicesOf({ row_groups }: FileMetaData, html: string, from: number): Generator<[number, number]> {
  let start = 0;
  for (const group of row_groups) {
    const end = start + Number(group.num_rows);
    const step = Math.max(Math.floor(SLICE_BYTES / Math.max(bytesPerRow(group, html), 1)), 1);
    for (let at = Math.max(start, from); at < end; at += step) yield [at, Math.min(at + step, end)];
    start = end;
  }
}

function bytesPerRow({ columns, num_rows }: RowGroup, html: string): number {
  const column = columns.find(({ meta_data }) => meta_data?.path_in_schema[0] === html);
  return Number(column?.meta_data?.total_uncompressed_size ?? 0) / Math.max(Number(num_rows), 1);
}

function recordOf(
  row: Readonly<Record<string, unknown>>,
  names: Names,
  source: PageRecord['source'],
  { maxSize = DEFAULT_MAX_SIZE }: ReadOptions,
): PageRecord {
  const url = textOf(row[names.url ?? '']);
  const id = textOf(row[names.id ?? '']);
  const known = { url: url || undefined, id: id || undefined, source };
  const html = row[names.html];
  // A copy: the value is a part of a decompressed page of the file.
  const bytes = html instanceof Uint8Array ? new Uint8Array(html) : undefined;
  if (bytes === undefined)
    return { ...known, bytes: NO_BYTES, error: `the column ${names.html} has no page here` };
  if (bytes.length > maxSize)
    return { ...known, bytes: NO_BYTES, error: 'the page is larger than allowed; raise maxSize' };
  return { ...known, digest: digestOf(bytes), bytes };
}

/** Numbers are converted to text: ids are often numbers. */
function textOf(value: unknown): string | undefined {
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
}
