import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { showSize } from '@webpith/fetch';
import { recordsOfParquet } from './parquet.js';
import {
  DEFAULT_MAX_SIZE,
  digestOf,
  InputError,
  type PageRecord,
  type ReadOptions,
  type SkipReason,
} from './record.js';
import { fetchWhole, isRemote, MAX_LIST } from './remote.js';
import { isGzipped } from './warc/read.js';

const PAGE = /\.(?:html?|xhtml|mht|mhtml)(?:\.gz)?$/i;
const PARQUET = /\.parquet$/i;
const WARC = /\.warc(?:\.gz|\.zst)?$/i;

/** Replaces the reader of WARC files, for callers that split them and read the parts elsewhere. */
export type WarcReader<T> = (file: string, options: ReadOptions) => AsyncIterable<T>;

export async function* recordsOfFolder<T>(
  folder: string,
  options: ReadOptions,
  readWarc: WarcReader<T>,
): AsyncGenerator<PageRecord | T> {
  for await (const { file, options: own } of filesBelow(folder, options)) {
    if (WARC.test(file)) yield* readWarc(file, own);
    else if (PARQUET.test(file)) yield* recordsOfParquet(file, own);
    else if (PAGE.test(file)) yield* recordsOfPage(file, own);
    else options.onSkipped?.({ reason: 'other-file', file, offset: 0, length: 0 });
  }
}

interface InputFile {
  readonly file: string;
  readonly options: ReadOptions;
}

async function* filesBelow(folder: string, options: ReadOptions): AsyncGenerator<InputFile> {
  const { after, ...rest } = options;
  let isPast = after === undefined;
  for await (const file of pathsBelow(folder)) {
    if (options.signal?.aborted) return;
    const isLast = !isPast && file === after?.file;
    if (!isPast && !isLast) continue;
    isPast = true;
    if (!isLast) yield { file, options: rest };
    else if (WARC.test(file) || PARQUET.test(file)) yield { file, options };
  }
}

export async function* recordsOfPage(file: string, options: ReadOptions = {}): AsyncGenerator<PageRecord> {
  if (options.after !== undefined) return;
  const { maxSize = DEFAULT_MAX_SIZE, onSkipped } = options;
  const { size, mtime } = await stat(file);
  const skip = (reason: SkipReason) => onSkipped?.({ reason, file, offset: 0, length: size });
  if (size > maxSize) return skip('too-large');
  const bytes = decompressed(await readFile(file), maxSize);
  if (typeof bytes === 'string') return skip(bytes);
  if (bytes.length === 0) return skip('empty');
  yield {
    date: mtime.toISOString(),
    digest: digestOf(bytes),
    bytes,
    source: { file, offset: 0, length: size },
  };
}

function decompressed(bytes: Buffer, maxSize: number): Uint8Array | SkipReason {
  if (!isGzipped(bytes)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: maxSize });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'lost';
  }
}

/** Files below a folder, in an order that does not depend on the file system; symbolic links are not followed. */
async function* pathsBelow(folder: string): AsyncGenerator<string> {
  const waiting = [folder];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const entries = await readdir(path, { withFileTypes: true });
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) if (entry.isFile()) yield join(path, entry.name);
    waiting.push(
      ...entries
        .filter(entry => entry.isDirectory())
        .map(entry => join(path, entry.name))
        .reverse(),
    );
  }
}

const COMMON_CRAWL = 'https://data.commoncrawl.org/';

export async function* recordsOfPaths<T>(
  list: string,
  options: ReadOptions,
  readWarc: WarcReader<T>,
): AsyncGenerator<T> {
  for await (const { file, options: own } of filesOfPaths(list, options)) yield* readWarc(file, own);
}

async function* filesOfPaths(list: string, options: ReadOptions): AsyncGenerator<InputFile> {
  const { after, ...rest } = options;
  let isPast = after === undefined;
  for (const line of (await textOf(list, options)).split('\n')) {
    if (options.signal?.aborted) return;
    const path = line.trim();
    if (path === '' || path.startsWith('#')) continue;
    const file = addressOf(path, list);
    const isLast = !isPast && file === after?.file;
    if (!isPast && !isLast) continue;
    isPast = true;
    yield { file, options: isLast ? options : rest };
  }
}

function unpackFault(cause: unknown, limit: number): string {
  return (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    ? `it unpacks to more than ${showSize(limit)}; split it`
    : 'the compressed data is damaged or truncated; check it';
}

async function textOf(list: string, options: ReadOptions): Promise<string> {
  const bytes = isRemote(list) ? await fetchWhole(list, options) : await readFile(list);
  if (!isGzipped(bytes)) return Buffer.from(bytes).toString();
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_LIST }).toString();
  } catch (cause) {
    throw new InputError(`cannot unpack ${list}: ${unpackFault(cause, MAX_LIST)}`, { cause });
  }
}

/** Resolves a path against the host or bucket of its list, or Common Crawl. */
function addressOf(path: string, list: string): string {
  if (isRemote(path)) return path;
  if (!WARC.test(path)) {
    throw new InputError(
      `${list} must list paths of WARC files, got ${path.slice(0, 200)}; Common Crawl's list of them is warc.paths.gz`,
    );
  }
  const root = /^(?:https?|s3):\/\/[^/]+\//i.exec(list)?.[0] ?? COMMON_CRAWL;
  return root + path.replace(/^\/+/, '');
}
