import { readFile } from 'node:fs/promises';
import { constants, gunzipSync } from 'node:zlib';
import { fetchPage, looksLikeUrl } from '@webpith/fetch';
import { InputError } from './errors.js';
import type { Listed } from './fetched.js';
import type { ReadOptions } from './record.js';
import { isGzipped } from './warc/read.js';

/** What the protocol allows a sitemap to be, uncompressed; and how many one index may lead to. */
const LARGEST = 50 << 20;
const MOST_SITEMAPS = 50_000;

/** What a sitemap lists: pages, or other sitemaps. */
export interface Sitemap {
  readonly isIndex: boolean;
  readonly addresses: readonly string[];
}

/** Reads the text of a sitemap; anything that is no address of the web is left out. */
export function parseSitemap(text: string): Sitemap {
  const addresses: string[] = [];
  // Each goes on behind the one before: many tags with one end would be read again and again.
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

/** The addresses of a sitemap (a file or an address), and of the sitemaps that it leads to. */
export async function* addressesOfSitemap(start: string, options: ReadOptions = {}): AsyncGenerator<Listed> {
  const { after } = options;
  let isPast = after === undefined;
  const waiting = [start];
  const seen = new Set(waiting);
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    // Counted where it is new: behind the place at which reading begins.
    const lost = (length: number) => {
      if (isPast) options.onSkipped?.({ reason: 'lost', file: file!, offset: 0, length });
    };
    const text = await textOf(file, options, lost).catch(error => {
      // One of many that cannot be had must not keep us from the others.
      if (file === start || options.signal?.aborted) throw error;
      lost(0);
      return '';
    });
    const { isIndex, addresses } = parseSitemap(text);
    for (const [offset, url] of addresses.entries()) {
      if (isIndex) {
        if (!seen.has(url) && seen.size < MOST_SITEMAPS) waiting.push(url);
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
    return Buffer.from(isGzipped(bytes) ? unpackedAsFar(bytes, onLost) : bytes).toString();
  } catch (cause) {
    const message = `expected a sitemap at ${file}, but it cannot be read (${(cause as Error).message}); check it`;
    throw new InputError(message, { cause });
  }
}

/** What can be unpacked of a sitemap; of one that was cut off, as far as it goes. */
function unpackedAsFar(bytes: Uint8Array, onLost: (length: number) => void): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: LARGEST });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'Z_BUF_ERROR') throw error;
    onLost(0);
    return gunzipSync(bytes, { maxOutputLength: LARGEST, finishFlush: constants.Z_SYNC_FLUSH });
  }
}
