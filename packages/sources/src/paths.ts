import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { InputError } from './errors.js';
import type { FolderFile } from './folder.js';
import type { PageRecord, ReadOptions } from './record.js';
import { fetchWhole, isRemote } from './remote/remote-file.js';
import { isGzipped, recordsOfWarc } from './warc/read.js';

/** Where Common Crawl gives its files out: what paths of a list on this machine are below. */
const COMMON_CRAWL = 'https://data.commoncrawl.org/';
/** A list of a month's files is a few megabytes. */
const LONGEST_LIST = 100_000_000;

/** The pages of all WARC files that a list names. */
export async function* recordsOfPaths(list: string, options: ReadOptions = {}): AsyncGenerator<PageRecord> {
  for await (const { file, options: own } of filesOfPaths(list, options)) yield* recordsOfWarc(file, {}, own);
}

/** The files that a list names, a line each, that are left behind a place. */
export async function* filesOfPaths(list: string, options: ReadOptions): AsyncGenerator<FolderFile> {
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

async function textOf(list: string, options: ReadOptions): Promise<string> {
  const bytes = isRemote(list) ? await fetchWhole(list, options) : await readFile(list);
  const text = isGzipped(bytes) ? gunzipSync(bytes, { maxOutputLength: LONGEST_LIST }) : bytes;
  return Buffer.from(text).toString();
}

/** Paths are below the root of what gave the list out: a host, a bucket, or Common Crawl. */
function addressOf(path: string, list: string): string {
  if (isRemote(path)) return path;
  if (!/\.warc(?:\.gz|\.zst)?$/i.test(path)) {
    throw new InputError(
      `expected paths of WARC files in ${list}, got ${path.slice(0, 200)}; Common Crawl's list of them is warc.paths.gz`,
    );
  }
  const root = /^(?:https?|s3):\/\/[^/]+\//i.exec(list)?.[0] ?? COMMON_CRAWL;
  return root + path.replace(/^\/+/, '');
}
