import type { AddressRule } from './addresses.js';
import type { ResolveHost } from './connector.js';
import type { ProxyVariables } from './proxy.js';

export interface FetchOptions {
  /** Allows private, loopback and other special addresses. Default: false. */
  readonly allowPrivate?: boolean;
  /** Milliseconds for the whole fetch: lookups, redirects and body. Default: 20,000. */
  readonly timeout?: number;
  /** Limit on the bytes of the body, on the wire and after each layer of decompression. Default: 50 MB. */
  readonly maxSize?: number;
  readonly maxRedirects?: number;
  readonly signal?: AbortSignal | undefined;
  /** `any` accepts every media type, such as feeds and sitemaps. Default: `pages`. */
  readonly mediaTypes?: 'pages' | 'any';
  /** Decides which addresses may be connected to; overrides `allowPrivate`. */
  readonly rule?: AddressRule;
  readonly userAgent?: string | undefined;
  /** Extra headers, sent only to the requested origin, not to redirect targets. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly proxies?: ProxyVariables | undefined;
  readonly range?: ByteRange;
  readonly resolve?: ResolveHost;
}

export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

export interface FetchedPage {
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly mediaType?: string | undefined;
  readonly charset?: string | undefined;
  readonly size?: number | undefined;
}

export const fetchDefaults = { timeout: 20_000, maxSize: 50_000_000, maxRedirects: 10 } as const;

/** Fetches a page within limits; every failure is a FetchError. Loads the HTTP client on first use. */
export async function fetchPage(address: string, options: FetchOptions = {}): Promise<FetchedPage> {
  const { requestPage } = await import('./request.js');
  return await requestPage(address, options);
}

export interface TimedSignal {
  readonly signal: AbortSignal;
  /** Clears the timer and removes the listeners; must be called when the work is over. */
  release(): void;
}

const MAX_DELAY = 2 ** 31 - 1;

/**
 * A signal that aborts after `timeout` milliseconds or with the first of `others`. `AbortSignal.any` would reference
 * its sources weakly in Node 20, so that a timeout may be garbage-collected before it fires.
 */
export function timedSignal(
  timeout: number | undefined,
  ...others: readonly (AbortSignal | undefined)[]
): TimedSignal {
  const controller = new AbortController();
  const sources = others.filter(other => other !== undefined);
  const late = () => controller.abort(new DOMException(`timed out after ${timeout} ms`, 'TimeoutError'));
  const timer = timeout === undefined ? undefined : setTimeout(late, Math.min(timeout, MAX_DELAY));
  const undo = sources.map(source => {
    const follow = () => controller.abort(source.reason);
    if (source.aborted) follow();
    else source.addEventListener('abort', follow, { once: true });
    return () => source.removeEventListener('abort', follow);
  });
  return {
    signal: controller.signal,
    release() {
      clearTimeout(timer);
      for (const leave of undo) leave();
    },
  };
}
