import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { linesOf, openBytes, parquetBuffer } from '@webpith/sources';
import { Decompress } from 'fzstd';
import { COLUMNS, type ColumnName, type ColumnType, isoOf, parseRow, type Row } from './row.js';

/** Limit on the bytes of a row, far above the longest possible one. */
const LONGEST_LINE = 1 << 30;

export async function* rowsOfShard(file: string): AsyncGenerator<Row> {
  if (file.endsWith('.parquet')) yield* rowsOfParquet(file);
  else {
    for await (const { bytes } of linesOf(unpackedChunks(file), LONGEST_LINE)) {
      if (bytes !== undefined && bytes.length > 0) yield parseRow(bytes);
    }
  }
}

async function* unpackedChunks(file: string): AsyncGenerator<Uint8Array> {
  const raw = createReadStream(file, { highWaterMark: 1 << 18 });
  if (file.endsWith('.zst')) yield* unzstd(raw as AsyncIterable<Uint8Array>);
  else if (file.endsWith('.gz')) yield* raw.pipe(createGunzip()) as AsyncIterable<Uint8Array>;
  else yield* raw as AsyncIterable<Uint8Array>;
}

async function* unzstd(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  // fzstd reuses the buffer of its chunks.
  const stream = new Decompress(chunk => ready.push(chunk.slice()));
  for await (const chunk of chunks) {
    stream.push(chunk);
    yield* ready.splice(0);
  }
}

export async function columnsOfParquet(path: string): Promise<string[]> {
  const { parquetMetadataAsync } = await import('hyparquet');
  const bytes = await openBytes(path);
  try {
    const { schema } = await parquetMetadataAsync(parquetBuffer(bytes));
    return schema.map(({ name }) => name);
  } finally {
    await bytes.close();
  }
}

async function* rowsOfParquet(path: string): AsyncGenerator<Row> {
  const { parquetMetadataAsync, parquetReadObjects } = await import('hyparquet');
  const { compressors } = await import('hyparquet-compressors');
  const bytes = await openBytes(path);
  try {
    const file = parquetBuffer(bytes);
    const metadata = await parquetMetadataAsync(file);
    let rowStart = 0;
    for (const group of metadata.row_groups) {
      const rowEnd = rowStart + Number(group.num_rows);
      for (const row of await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd }))
        yield plainRow(row);
      rowStart = rowEnd;
    }
  } finally {
    await bytes.close();
  }
}

const VALUES: Partial<Record<ColumnType, (value: unknown) => unknown>> = {
  integer: Number,
  time: value => isoOf(value as Date),
};

function plainRow(row: Record<string, unknown>): Row {
  const fields = Object.entries(row).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    const convert = VALUES[COLUMNS[name as ColumnName]];
    return [[name, convert === undefined ? value : convert(value)]];
  });
  return Object.fromEntries(fields) as Row;
}
