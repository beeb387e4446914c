import type { AddressRule } from './addresses.js';
import type { ResolveHost } from './connector.js';
import type { ProxyVariables } from './proxy.js';

/** Limits of a fetch; what is left out takes the default. */
export interface FetchOptions {
  /** Whether private, loopback and other special addresses may be asked. Default: no. */
  readonly allowPrivate?: boolean;
  /** Milliseconds for the whole: look-ups, redirects and body. Default: 20,000. */
  readonly timeout?: number;
  /** Most bytes of the body, on the wire and after each step of decompression. Default: 50 MB. */
  readonly maxSize?: number;
  /** Most redirects followed. Default: 10. */
  readonly maxRedirects?: number;
  /** Ends the fetch with a FetchError `stopped`. */
  readonly signal?: AbortSignal | undefined;
  /** Whether only media types of pages are taken, or any: feeds and sitemaps have their own. Default: pages. */
  readonly mediaTypes?: 'pages' | 'any';
  /** Which addresses may be connected to; takes the place of `allowPrivate`. */
  readonly rule?: AddressRule;
  /** How we name ourselves. Default: pith and its version. */
  readonly userAgent?: string;
  /** More headers; only the site that was asked for gets them, none to which it redirects. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The environment, whose variables name proxies (`https_proxy`, `no_proxy`, …). Default: no proxies. */
  readonly proxies?: ProxyVariables | undefined;
  /** Only the bytes from one place to another, the last one left out; a server that gives all of them is refused. */
  readonly range?: ByteRange;
  /** Resolves names. Default: the system. */
  readonly resolve?: ResolveHost;
}

/** Some of the bytes at an address. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** A page as it came: decompressed bytes, and what the transport said of them. */
export interface FetchedPage {
  /** Where it was found in the end, after redirects. */
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly mediaType?: string;
  readonly charset?: string;
  /** Where a range was asked for: bytes of the whole. */
  readonly size?: number;
}

/** The limits of a fetch when nothing else is said. */
export const fetchDefaults = { timeout: 20_000, maxSize: 50_000_000, maxRedirects: 10 } as const;

/** Fetches one page under limits; every failure is a FetchError. The HTTP client is loaded when the first page is asked for. */
export async function fetchPage(address: string, options: FetchOptions = {}): Promise<FetchedPage> {
  const { requestPage } = await import('./request.js');
  return await requestPage(address, options);
}
