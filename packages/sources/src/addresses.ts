import { readFile } from 'node:fs/promises';
import { constants, gunzipSync } from 'node:zlib';
import { type FetchedPage, fetchPage, looksLikeUrl, showSize } from '@webpith/fetch';
import { endOf, linesOf, openLines } from './lines.js';
import {
  DEFAULT_MAX_SIZE,
  digestOf,
  InputError,
  type PageRecord,
  type ReadOptions,
  type RecordSource,
} from './record.js';
import { isGzipped } from './warc/read.js';

export interface ListedAddress {
  readonly url: string;
  readonly source: RecordSource;
}

/** Maximum number of concurrent requests, of which only one per host. */
const MAX_CONCURRENT = 8;

export async function* recordsOfAddresses(
  listed: AsyncIterable<ListedAddress>,
  options: ReadOptions = {},
): AsyncGenerator<PageRecord> {
  const lastByHost = new Map<string, Promise<unknown>>();
  const pending: Promise<PageRecord>[] = [];
  const begin = (entry: ListedAddress) => {
    const host = URL.canParse(entry.url) ? new URL(entry.url).host : '';
    const page = (lastByHost.get(host) ?? Promise.resolve()).then(() => fetchedRecord(entry, options));
    lastByHost.set(host, page);
    pending.push(page);
    page.finally(() => {
      if (lastByHost.get(host) === page) lastByHost.delete(host);
    });
  };
  for await (const entry of listed) {
    if (options.signal?.aborted) return;
    begin(entry);
    if (pending.length >= MAX_CONCURRENT) yield (await pending.shift())!;
  }
  for (const page of pending) yield await page;
}

async function fetchedRecord(
  { url, source }: ListedAddress,
  { maxSize = DEFAULT_MAX_SIZE, allowPrivate = false, signal }: ReadOptions,
): Promise<PageRecord> {
  try {
    return { ...recordOfFetched(await fetchPage(url, { maxSize, allowPrivate, signal })), source };
  } catch (error) {
    return { ...recordOfFailed(url, (error as Error).message), source };
  }
}

export function recordOfFetched({ url, bytes, charset, mediaType }: FetchedPage): PageRecord {
  const source = { file: url, offset: 0, length: bytes.length };
  return { url, date: new Date().toISOString(), digest: digestOf(bytes), bytes, charset, mediaType, source };
}

export function recordOfFailed(url: string, error: string): PageRecord {
  const source = { file: url, offset: 0, length: 0 };
  return { url, date: new Date().toISOString(), bytes: new Uint8Array(), error, source };
}

const LONGEST_LINE = 1 << 16;

export async function* addressesOfList(
  file: string,
  options: ReadOptions = {},
): AsyncGenerator<ListedAddress> {
  const { chunks, start, close } = await openLines(file, options);
  try {
    for await (const line of linesOf(chunks, LONGEST_LINE)) {
      const url = line.bytes === undefined ? '' : Buffer.from(line.bytes).toString().trim();
      const offset = start + line.offset;
      if (url === '' || url.startsWith('#') || offset < endOf(options.after)) continue;
      if (line.isDoubtful && !URL.canParse(url)) continue;
      yield { url, source: { file, offset, length: line.length } };
    }
  } finally {
    await close();
  }
}

/** Largest uncompressed sitemap that the protocol allows, in bytes, and our limit on the number of sitemaps read. */
const LARGEST = 50 << 20;
const MOST_SITEMAPS = 50_000;

export interface Sitemap {
  readonly isIndex: boolean;
  readonly addresses: readonly string[];
}

export function parseSitemap(text: string): Sitemap {
  const addresses: string[] = [];
  // The search resumes after each address, so unclosed tags cost linear time.
  for (let at = text.indexOf('<loc'), end = 0; at >= 0; at = text.indexOf('<loc', end)) {
    const begin = text.indexOf('>', at) + 1;
    end = text.indexOf('<', text.startsWith('<![CDATA[', begin) ? begin + 9 : begin);
    if (begin === 0 || end < 0) break;
    const address = plain(text.slice(begin, end));
    if (/^https?:\/\//i.test(address) && URL.canParse(address)) addresses.push(address);
  }
  return { isIndex: /<sitemapindex[\s>]/i.test(text.slice(0, 4096)), addresses };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function plain(text: string): string {
  const inside = text.startsWith('<![CDATA[') ? text.slice(9).replace(/\]\]>?$/, '') : text;
  return inside.replace(/&([a-z]{2,4});/g, (all, name: string) => ENTITIES[name] ?? all).trim();
}

/** Yields the page URLs of a sitemap (a file path or a URL) and of the sitemaps it lists. */
export async function* addressesOfSitemap(
  start: string,
  options: ReadOptions = {},
): AsyncGenerator<ListedAddress> {
  const { after } = options;
  let isPast = after === undefined;
  const pending = [start];
  const seen = new Set(pending);
  for (let file = pending.shift(); file !== undefined; file = pending.shift()) {
    // Losses before the resume position were counted by an earlier run.
    const lost = (length: number) => {
      if (isPast) options.onSkipped?.({ reason: 'lost', file: file!, offset: 0, length });
    };
    const text = await textOf(file, options, lost).catch(error => {
      if (file === start || options.signal?.aborted) throw error;
      lost(0);
      return '';
    });
    const { isIndex, addresses } = parseSitemap(text);
    for (const [offset, url] of addresses.entries()) {
      if (isIndex) {
        if (!seen.has(url) && seen.size < MOST_SITEMAPS) pending.push(url);
        seen.add(url);
      } else if (isPast) yield { url, source: { file, offset, length: 1 } };
      else isPast = file === after?.file && offset === after.offset;
    }
  }
}

async function textOf(
  file: string,
  { allowPrivate = false, signal }: ReadOptions,
  onLost: (length: number) => void,
): Promise<string> {
  try {
    const bytes = looksLikeUrl(file)
      ? (await fetchPage(file, { maxSize: LARGEST, mediaTypes: 'any', allowPrivate, signal })).bytes
      : await readFile(file);
    return Buffer.from(isGzipped(bytes) ? gunzipPartial(bytes, onLost) : bytes).toString();
  } catch (cause) {
    const { code, message: reason } = cause as NodeJS.ErrnoException;
    const isTooLarge = code === 'ERR_BUFFER_TOO_LARGE';
    const message = isTooLarge
      ? `cannot read the sitemap ${file}: it unpacks to more than ${showSize(LARGEST)}; split it`
      : `cannot read the sitemap ${file} (${reason}); check it`;
    throw new InputError(message, { cause });
  }
}

function gunzipPartial(bytes: Uint8Array, onLost: (length: number) => void): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: LARGEST });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'Z_BUF_ERROR') throw error;
    onLost(0);
    return gunzipSync(bytes, { maxOutputLength: LARGEST, finishFlush: constants.Z_SYNC_FLUSH });
  }
}
