import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import { looksLikeUrl } from '@webpith/fetch';
import { addressesOfList, addressesOfSitemap, recordsOfAddresses } from './addresses.js';
import { recordsOfCorpus } from './corpus.js';
import { recordsOfFolder, recordsOfPage, recordsOfPaths, type WarcReader } from './files.js';
import { recordsOfNdjson } from './ndjson.js';
import { recordsOfParquet } from './parquet.js';
import { InputError, type PageRecord, type ReadOptions } from './record.js';
import { beginsRecord } from './warc/frames.js';
import { isGzipped, recordsOfWarc } from './warc/read.js';
import { isZstd } from './warc/zstd.js';

export type InputKind =
  | 'warc'
  | 'paths'
  | 'folder'
  | 'ndjson'
  | 'parquet'
  | 'corpus'
  | 'sitemap'
  | 'urls'
  | 'page'
  | 'address';

export interface Input {
  readonly kind: InputKind;
  readonly path: string;
}

const NAMES: readonly (readonly [RegExp, InputKind])[] = [
  [/\.warc(?:\.gz|\.zst)?$/i, 'warc'],
  [/\.paths(?:\.gz)?$/i, 'paths'],
  [/\.(?:ndjson|jsonl)(?:\.gz)?$/i, 'ndjson'],
  [/\.parquet$/i, 'parquet'],
  [/\.xml(?:\.gz)?$/i, 'sitemap'],
  [/\.(?:html?|xhtml|mht|mhtml)(?:\.gz)?$/i, 'page'],
];

/** Kinds recognised in URLs by file name; all other URLs are pages. */
const REMOTE_KINDS: ReadonlySet<InputKind> = new Set(['warc', 'paths', 'sitemap', 'parquet']);

const BEGINNINGS: readonly (readonly [RegExp, InputKind])[] = [
  [/^PAR1/, 'parquet'],
  [/^\s*\{/, 'ndjson'],
  [/^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,500}-->\s*)?<(?:urlset|sitemapindex)/i, 'sitemap'],
  [/^\s*(?:https?|s3):\/\/[^\s?#]{1,2000}\.warc(?:\.gz|\.zst)?\s/i, 'paths'],
  [/^\s*(?:#[^\n]{0,500}\n\s*)*https?:\/\//i, 'urls'],
  [/^\s*</, 'page'],
];

export async function inputOf(path: string): Promise<Input> {
  if (looksLikeUrl(path)) {
    const file = path.replace(/[?#].*$/s, '');
    const kind = NAMES.find(([name]) => name.test(file))?.[1];
    if (kind !== undefined && REMOTE_KINDS.has(kind)) return { kind, path };
    if (/^s3:/i.test(path)) throw new InputError(unknownObject(path));
    return { kind: 'address', path };
  }
  const stats = await stat(path).catch(cause => {
    const why = cause.code === 'ENOENT' ? 'it does not exist' : cause.code;
    const message = `cannot read ${path} (${why}); check the path`;
    throw new InputError(message, { cause });
  });
  if (stats.isDirectory()) return { kind: (await isCorpus(path)) ? 'corpus' : 'folder', path };
  const kind = NAMES.find(([name]) => name.test(path))?.[1] ?? (await kindByContent(path));
  if (kind !== undefined) return { kind, path };
  throw new InputError(
    `${path} is not a WARC file, NDJSON, Parquet, a sitemap, a list of addresses, an HTML page or a folder; convert it first`,
  );
}

function unknownObject(path: string): string {
  return `only Parquet, WARC files and lists of them (.parquet, .warc, .warc.gz, .warc.zst, .paths, .paths.gz) can be read from a store, got ${path}; download it and pass its path`;
}

async function isCorpus(folder: string): Promise<boolean> {
  return await stat(join(folder, 'pages.jsonl')).then(
    found => found.isFile(),
    () => false,
  );
}

async function kindByContent(path: string): Promise<InputKind | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(8192) });
    const bytes = unpackedStart(buffer.subarray(0, bytesRead));
    if (beginsRecord(bytes) || isZstd(bytes)) return 'warc';
    const text = bytes.toString('latin1').replace(/^\xef\xbb\xbf/, '');
    return BEGINNINGS.find(([beginning]) => beginning.test(text))?.[1];
  } finally {
    await file.close();
  }
}

function unpackedStart(bytes: Buffer): Buffer {
  if (!isGzipped(bytes)) return bytes;
  try {
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 1 << 24 }).subarray(
      0,
      8192,
    );
  } catch {
    return bytes;
  }
}

type Reader = <T>(
  path: string,
  options: ReadOptions,
  readWarc: WarcReader<T>,
) => AsyncIterable<PageRecord | T>;

const READERS: Readonly<Record<InputKind, Reader>> = {
  warc: (path, options, readWarc) => readWarc(path, options),
  paths: recordsOfPaths,
  folder: recordsOfFolder,
  ndjson: recordsOfNdjson,
  parquet: recordsOfParquet,
  corpus: recordsOfCorpus,
  sitemap: (path, options) => recordsOfAddresses(addressesOfSitemap(path, options), options),
  urls: (path, options) => recordsOfAddresses(addressesOfList(path, options), options),
  page: recordsOfPage,
  address: (path, options) => recordsOfAddresses(onlyAddress(path, options), options),
};

async function* onlyAddress(url: string, { after }: ReadOptions) {
  if (after === undefined) yield { url, source: { file: url, offset: 0, length: 0 } };
}

/** Yields the pages in a stable order, after `options.after` if given; `readWarc` replaces the reader of WARC files. */
export async function* recordsOf<T = PageRecord>(
  input: string | Input,
  options: ReadOptions = {},
  readWarc: WarcReader<T | PageRecord> = (file, own) => recordsOfWarc(file, {}, own),
): AsyncGenerator<PageRecord | T> {
  const { kind, path } = typeof input === 'string' ? await inputOf(input) : input;
  yield* READERS[kind](path, options, readWarc);
}
