import { fetchPage } from '@webpith/fetch';
import { digestOf } from './digest.js';
import { DEFAULT_MAX_SIZE, type PageRecord, type ReadOptions, type RecordSource } from './record.js';

/** An address to fetch, and where it was written. */
export interface Listed {
  readonly url: string;
  readonly source: RecordSource;
}

/** Pages on their way at once; of one host, one at a time. */
const AT_ONCE = 8;

/** The pages at some addresses, in their order; one that cannot be fetched becomes a record with an error. */
export async function* recordsOfAddresses(
  listed: AsyncIterable<Listed>,
  options: ReadOptions = {},
): AsyncGenerator<PageRecord> {
  const lastOfHost = new Map<string, Promise<unknown>>();
  const waiting: Promise<PageRecord>[] = [];
  const begin = (entry: Listed) => {
    const host = URL.canParse(entry.url) ? new URL(entry.url).host : '';
    const page = (lastOfHost.get(host) ?? Promise.resolve()).then(() => fetchedRecord(entry, options));
    lastOfHost.set(host, page);
    waiting.push(page);
    page.finally(() => {
      if (lastOfHost.get(host) === page) lastOfHost.delete(host);
    });
  };
  for await (const entry of listed) {
    if (options.signal?.aborted) return;
    begin(entry);
    if (waiting.length >= AT_ONCE) yield (await waiting.shift())!;
  }
  for (const page of waiting) yield await page;
}

/** The page at an address, or a record that says why it could not be had; never fails. */
export async function fetchedRecord(
  { url, source }: Listed,
  { maxSize = DEFAULT_MAX_SIZE, allowPrivate = false, signal }: ReadOptions,
): Promise<PageRecord> {
  const date = new Date().toISOString();
  try {
    const page = await fetchPage(url, { maxSize, allowPrivate, signal });
    return { ...page, date, digest: digestOf(page.bytes), source };
  } catch (error) {
    const bytes = new Uint8Array();
    return { url, date, bytes, error: (error as Error).message, source };
  }
}
