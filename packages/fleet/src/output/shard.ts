import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Rows } from '../workers/pool.js';
import type { Packing } from './compression.js';
import { hiddenName } from './folder.js';
import { ARTICLE_COLUMNS, type ArticleColumn } from './row.js';

export const FORMATS = {
  ndjson: { packing: 'none', ending: 'ndjson', sink: plainSink },
  'ndjson.gz': { packing: 'gzip', ending: 'ndjson.gz', sink: plainSink },
  'ndjson.zst': { packing: 'zstd', ending: 'ndjson.zst', sink: plainSink },
  parquet: { packing: 'none', ending: 'parquet', sink: loadedParquetSink },
} as const satisfies Record<string, FormatDefinition>;
export type Format = keyof typeof FORMATS;

interface FormatDefinition {
  readonly packing: Packing;
  readonly ending: string;
  readonly sink: (append: Append, columns: readonly ArticleColumn[]) => Promise<RowSink>;
}

export type Append = (bytes: Uint8Array) => Promise<void>;

export interface RowSink {
  write(rows: Rows): Promise<void>;
  finish(): Promise<void>;
}

export interface ShardFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Shard {
  readonly rows: number;
  readonly unpacked: number;
  write(rows: Rows): Promise<void>;
  close(): Promise<ShardFile>;
  discard(): Promise<void>;
}

export function shardName(number: number, format: Format): string {
  return `shard-${String(number).padStart(5, '0')}.${FORMATS[format].ending}`;
}

export type OpenFile = (path: string) => Promise<Pick<FileHandle, 'write' | 'sync' | 'close'>>;
const openNew: OpenFile = path => open(path, 'w');

export interface ShardOptions {
  readonly columns?: readonly ArticleColumn[] | undefined;
  readonly openFile?: OpenFile | undefined;
}

export async function openShard(
  folder: string,
  name: string,
  format: Format,
  { columns = ARTICLE_COLUMNS, openFile = openNew }: ShardOptions = {},
): Promise<Shard> {
  const draft = join(folder, `${hiddenName(name)}.tmp`);
  const file = await openFile(draft);
  const hash = createHash('sha256');
  let bytes = 0;
  let rows = 0;
  let unpacked = 0;
  const append: Append = async chunk => {
    hash.update(chunk);
    await writeAll(file, chunk);
    bytes += chunk.length;
  };
  const sink = await FORMATS[format].sink(append, columns);
  return {
    get rows() {
      return rows;
    },
    get unpacked() {
      return unpacked;
    },
    async write(some) {
      await sink.write(some);
      rows += some.rows;
      unpacked += some.unpacked;
    },
    async close() {
      await sink.finish();
      await file.sync();
      await file.close();
      await rename(draft, join(folder, name));
      await syncFolder(folder);
      return { name, bytes, sha256: hash.digest('hex') };
    },
    async discard() {
      await file.close().catch(() => {});
      await rm(draft, { force: true });
    },
  };
}

/** A disk that fills up accepts part of a write and fails at the next. */
async function writeAll(file: Pick<FileHandle, 'write'>, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at, chunk.length - at)).bytesWritten;
}

/** A rename is durable only once the folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function plainSink(append: Append): Promise<RowSink> {
  return { write: ({ bytes }) => append(bytes), finish: async () => {} };
}

async function loadedParquetSink(append: Append, columns: readonly ArticleColumn[]): Promise<RowSink> {
  // Loaded on demand, since Parquet needs many modules.
  return await (await import('./parquet.js')).parquetSink(append, columns);
}
