import { STATUS_CODES } from 'node:http';
import { createRequire } from 'node:module';
import { Agent, type Dispatcher, request } from 'undici';
import { anyAddress, publicAddress } from './addresses.js';
import { collected, showSize } from './bytes.js';
import { guardedConnector, systemResolver } from './connector.js';
import { pageContentType, parseContentType } from './content-type.js';
import { acceptedEncodings, decompressed, parseContentEncoding } from './decompress.js';
import { explainFailure, FetchError } from './errors.js';
import { type ByteRange, type FetchedPage, type FetchOptions, fetchDefaults, timedSignal } from './page.js';
import { checkProxied, proxyAgent, proxyFor } from './proxy.js';
import { checkedUrl } from './url.js';

const { version } = createRequire(import.meta.url)('@webpith/fetch/package.json') as { version: string };

interface Hops {
  dispatcherFor(url: URL): Promise<Dispatcher>;
  readonly signal: AbortSignal;
  readonly maxSize: number;
  readonly maxRedirects: number;
  readonly mediaTypes: 'pages' | 'any';
  readonly userAgent: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly range: ByteRange | undefined;
  readonly visited: string[];
}

export async function requestPage(address: string, options: FetchOptions = {}): Promise<FetchedPage> {
  const start = checkedUrl(address);
  const { timeout, maxSize, maxRedirects } = { ...fetchDefaults, ...options };
  const { signal, release } = timedSignal(timeout, options.signal);
  const rule = options.rule ?? (options.allowPrivate ? anyAddress : publicAddress);
  const resolve = options.resolve ?? systemResolver;
  const direct = new Agent({
    connect: guardedConnector({ rule, resolve, timeout, signal }),
    // The signal is the only time limit.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const dispatchers: Dispatcher[] = [direct];
  const dispatcherFor = async (url: URL) => {
    const proxy = proxyFor(url, options.proxies ?? {});
    if (proxy === undefined) return direct;
    await checkProxied(url, rule, resolve);
    const agent = proxyAgent(proxy, timeout);
    dispatchers.push(agent);
    return agent;
  };
  const mediaTypes = options.mediaTypes ?? 'pages';
  const { userAgent = `pith/${version}`, headers = {} } = options;
  const limits = { signal, maxSize, maxRedirects, mediaTypes };
  const { range } = options;
  const hops: Hops = { dispatcherFor, ...limits, userAgent, headers, range, visited: [] };
  try {
    return await follow(start, hops);
  } catch (error) {
    const reason = signal.aborted ? signal.reason : error;
    throw explainFailure(
      reason,
      hops.visited.at(-1) ?? start.href,
      timeout,
      options.signal?.aborted ?? false,
    );
  } finally {
    release();
    await Promise.all(dispatchers.map(dispatcher => dispatcher.destroy()));
  }
}

async function follow(start: URL, hops: Hops): Promise<FetchedPage> {
  let url = start;
  for (;;) {
    hops.visited.push(url.href);
    const response = await send(url, hops);
    const target = redirectTarget(response, url);
    if (target === undefined) return await pageOf(response, url, hops);
    discard(response);
    checkRedirect(target, hops);
    url = target;
  }
}

async function send(url: URL, hops: Hops): Promise<Dispatcher.ResponseData> {
  const { signal, userAgent, headers, range, visited } = hops;
  const isRequestedOrigin = new URL(visited[0]!).origin === url.origin;
  return await request(url, {
    dispatcher: await hops.dispatcherFor(url),
    signal,
    headers: {
      'user-agent': userAgent,
      accept: 'text/html, application/xhtml+xml, application/xml;q=0.9, text/plain;q=0.8',
      'accept-encoding': acceptedEncodings,
      ...(isRequestedOrigin ? headers : {}),
      // Ranges refer to the file as stored, so the response must not be compressed.
      ...(range === undefined
        ? {}
        : { range: `bytes=${range.from}-${range.to - 1}`, 'accept-encoding': 'identity' }),
    },
  });
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

function redirectTarget(response: Dispatcher.ResponseData, url: URL): URL | undefined {
  const location = header(response, 'location');
  if (!redirects.has(response.statusCode) || location === undefined) return undefined;
  return checkedUrl(latin1ToUtf8(location), url);
}

/** Headers are decoded as Latin-1, but non-ASCII URLs in them are UTF-8 in practice. */
function latin1ToUtf8(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  const decoded = bytes.toString('utf8');
  return decoded.includes('\uFFFD') ? text : decoded;
}

function checkRedirect(target: URL, { visited, maxRedirects }: Hops): void {
  if (visited.includes(target.href)) {
    const message = `redirect loop at ${target.href}; the site may require cookies: save the page in a browser and use the file`;
    throw new FetchError('redirect-loop', message, { url: target.href });
  }
  if (visited.length > maxRedirects) {
    const message = `more than ${maxRedirects} redirects from ${visited[0]}; use the final URL of the page`;
    throw new FetchError('too-many-redirects', message, { url: target.href });
  }
}

async function pageOf(response: Dispatcher.ResponseData, url: URL, hops: Hops): Promise<FetchedPage> {
  const { maxSize, mediaTypes } = hops;
  try {
    checkStatus(response.statusCode, url);
    const size = hops.range && sizeOfWhole(response, url, hops.range);
    const named = header(response, 'content-type');
    const type = mediaTypes === 'any' ? parseContentType(named ?? '') : pageContentType(named, url);
    const encoding = hops.range === undefined ? header(response, 'content-encoding') : undefined;
    const encodings = parseContentEncoding(encoding ?? '');
    const tooLarge = () => tooLargeError(maxSize, url);
    if (Number(header(response, 'content-length')) > maxSize) throw tooLarge();
    const bytes = await collected(decompressed(response.body, encodings, maxSize, tooLarge));
    return { url: url.href, bytes, ...type, size };
  } finally {
    discard(response);
  }
}

function sizeOfWhole(response: Dispatcher.ResponseData, url: URL, { from }: ByteRange): number {
  const [, start, size] =
    /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15})$/.exec(header(response, 'content-range') ?? '') ?? [];
  if (response.statusCode === 206 && Number(start) === from && size !== undefined) return Number(size);
  const message = `the server of ${url.href} does not support range requests; download the file and use its path`;
  throw new FetchError('http-status', message, { url: url.href, status: response.statusCode });
}

function tooLargeError(maxSize: number, url: URL): FetchError {
  const message = `${url.href} is larger than ${showSize(maxSize)}; raise maxSize`;
  return new FetchError('too-large', message, { url: url.href, option: 'maxSize' });
}

const statusRemedies: readonly (readonly [matches: (status: number) => boolean, remedy: string])[] = [
  [status => [401, 402, 403, 407, 451].includes(status), 'save the page in a browser and use the file'],
  [status => status === 429 || status >= 500, 'try again later'],
  [() => true, 'check the URL'],
];

function checkStatus(status: number, url: URL): void {
  if (status >= 200 && status < 300) return;
  const name = STATUS_CODES[status] === undefined ? '' : ` (${STATUS_CODES[status]})`;
  const remedy = statusRemedies.find(([matches]) => matches(status))![1];
  const message = `${url.href} returned status ${status}${name}; ${remedy}`;
  throw new FetchError('http-status', message, { url: url.href, status });
}

function discard(response: Dispatcher.ResponseData): void {
  response.body.on('error', () => {});
  response.body.destroy();
}

function header(response: Dispatcher.ResponseData, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
