import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import { looksLikeUrl } from '@webpith/fetch';
import { InputError } from './errors.js';
import { beginsRecord } from './warc/frames.js';
import { isGzipped } from './warc/read.js';
import { isZstd } from './warc/zstd.js';

/** What an input can be. */
export type InputKind =
  | 'warc'
  | 'paths'
  | 'folder'
  | 'ndjson'
  | 'corpus'
  | 'sitemap'
  | 'urls'
  | 'page'
  | 'address';

/** Something to read pages from. */
export interface Input {
  readonly kind: InputKind;
  readonly path: string;
}

/** Names that settle what a file is; others are looked into. */
const NAMES: readonly (readonly [RegExp, InputKind])[] = [
  [/\.warc(?:\.gz|\.zst)?$/i, 'warc'],
  [/\.paths(?:\.gz)?$/i, 'paths'],
  [/\.(?:ndjson|jsonl)(?:\.gz)?$/i, 'ndjson'],
  [/\.xml(?:\.gz)?$/i, 'sitemap'],
  [/\.(?:html?|xhtml|mht|mhtml)(?:\.gz)?$/i, 'page'],
];

/** Those that are read where they lie on another machine; others are pages. */
const REMOTE_KINDS: ReadonlySet<InputKind> = new Set(['warc', 'paths', 'sitemap']);

/** First characters that settle what a file is. */
const BEGINNINGS: readonly (readonly [RegExp, InputKind])[] = [
  [/^\s*\{/, 'ndjson'],
  [/^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,500}-->\s*)?<(?:urlset|sitemapindex)/i, 'sitemap'],
  [/^\s*(?:https?|s3):\/\/[^\s?#]{1,2000}\.warc(?:\.gz|\.zst)?\s/i, 'paths'],
  [/^\s*(?:#[^\n]{0,500}\n\s*)*https?:\/\//i, 'urls'],
  [/^\s*</, 'page'],
];

/** Says what an input is by its name and its first bytes. */
export async function inputOf(path: string): Promise<Input> {
  if (looksLikeUrl(path)) {
    const file = path.replace(/[?#].*$/s, '');
    const kind = NAMES.find(([name]) => name.test(file))?.[1];
    if (kind !== undefined && REMOTE_KINDS.has(kind)) return { kind, path };
    if (/^s3:/i.test(path)) throw new InputError(unknownObject(path));
    return { kind: 'address', path };
  }
  const stats = await stat(path).catch(cause => {
    const message = `expected a file, a folder or an address, but ${path} cannot be read (${cause.code}); check the path`;
    throw new InputError(message, { cause });
  });
  if (stats.isDirectory()) return { kind: (await isCorpus(path)) ? 'corpus' : 'folder', path };
  const kind = NAMES.find(([name]) => name.test(path))?.[1] ?? (await kindByContent(path));
  if (kind !== undefined) return { kind, path };
  throw new InputError(
    `expected a WARC file, NDJSON, a sitemap, a list of addresses, an HTML page or a folder, but ${path} is none of them; see the help`,
  );
}

function unknownObject(path: string): string {
  return `expected a WARC file or a list of them in a store (.warc, .warc.gz, .warc.zst, .paths, .paths.gz), got ${path}; download it and give its path`;
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
