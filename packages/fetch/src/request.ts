import { STATUS_CODES } from 'node:http';
import { Agent, type Dispatcher, request } from 'undici';
import { anyAddress, publicAddress } from './addresses.js';
import { collected, showSize } from './bytes.js';
import { guardedConnector, systemResolver } from './connector.js';
import { pageContentType, parseContentType } from './content-type.js';
import { acceptedEncodings, decompressed, parseContentEncoding } from './decompress.js';
import { FetchError } from './errors.js';
import { explainFailure } from './explain-failure.js';
import { heldSignal } from './held-signal.js';
import { type ByteRange, type FetchedPage, type FetchOptions, fetchDefaults } from './page.js';
import { checkProxied, proxyAgent, proxyFor } from './proxy.js';
import { checkedUrl } from './url.js';
import { version } from './version.js';

/** What the hops of one fetch share. */
interface Hops {
  /** Who asks for an address; proxies differ by it. */
  dispatcherFor(url: URL): Promise<Dispatcher>;
  readonly signal: AbortSignal;
  readonly maxSize: number;
  readonly maxRedirects: number;
  readonly mediaTypes: 'pages' | 'any';
  readonly userAgent: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly range: ByteRange | undefined;
  /** The addresses asked so far, in order; the last is where a failure happened. */
  readonly visited: string[];
}

/** Fetches one page under limits; every failure is a FetchError. */
export async function requestPage(address: string, options: FetchOptions = {}): Promise<FetchedPage> {
  const start = checkedUrl(address);
  const { timeout, maxSize, maxRedirects } = { ...fetchDefaults, ...options };
  const { signal, release } = heldSignal(timeout, options.signal);
  const rule = options.rule ?? (options.allowPrivate ? anyAddress : publicAddress);
  const resolve = options.resolve ?? systemResolver;
  const direct = new Agent({
    connect: guardedConnector({ rule, resolve, timeout, signal }),
    // One limit rules them all: the signal. The agent's own would end slow but allowed pages early.
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
    const response = await ask(url, hops);
    const target = redirectTarget(response, url);
    if (target === undefined) return await pageOf(response, url, hops);
    discard(response);
    checkRedirect(target, hops);
    url = target;
  }
}

async function ask(url: URL, hops: Hops): Promise<Dispatcher.ResponseData> {
  const { signal, userAgent, headers, range, visited } = hops;
  const isAskedFor = new URL(visited[0]!).origin === url.origin;
  return await request(url, {
    dispatcher: await hops.dispatcherFor(url),
    signal,
    headers: {
      'user-agent': userAgent,
      accept: 'text/html, application/xhtml+xml, application/xml;q=0.9, text/plain;q=0.8',
      'accept-encoding': acceptedEncodings,
      ...(isAskedFor ? headers : {}),
      // Ranges are of the bytes as they lie there.
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

/** Header bytes arrive as Latin-1; addresses in them that are not ASCII are UTF-8 in practice. */
function latin1ToUtf8(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  const decoded = bytes.toString('utf8');
  return decoded.includes('\uFFFD') ? text : decoded;
}

function checkRedirect(target: URL, { visited, maxRedirects }: Hops): void {
  if (visited.includes(target.href)) {
    const message = `expected redirects to end, but they lead back to ${target.href}; the site may want cookies: save the page in a browser and give its file`;
    throw new FetchError('redirect-loop', message, { url: target.href });
  }
  if (visited.length > maxRedirects) {
    const message = `expected at most ${maxRedirects} redirects, got more from ${visited[0]}; give the address of the page itself`;
    throw new FetchError('too-many-redirects', message, { url: target.href });
  }
}

async function pageOf(response: Dispatcher.ResponseData, url: URL, hops: Hops): Promise<FetchedPage> {
  const { maxSize, mediaTypes } = hops;
  try {
    checkStatus(response.statusCode, url);
    const size = hops.range === undefined ? {} : { size: sizeOfWhole(response, url, hops.range) };
    const named = header(response, 'content-type');
    const type = mediaTypes === 'any' ? parseContentType(named ?? '') : pageContentType(named, url);
    const encoding = hops.range === undefined ? header(response, 'content-encoding') : undefined;
    const encodings = parseContentEncoding(encoding ?? '');
    const tooLarge = () => largerThan(maxSize, url);
    if (Number(header(response, 'content-length')) > maxSize) throw tooLarge();
    const bytes = await collected(decompressed(response.body, encodings, maxSize, tooLarge));
    return { url: url.href, bytes, ...type, ...size };
  } finally {
    discard(response);
  }
}

/** What an answer to a request for a range says of the whole; one that is no such answer is refused. */
function sizeOfWhole(response: Dispatcher.ResponseData, url: URL, { from }: ByteRange): number {
  const [, start, size] =
    /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15})$/.exec(header(response, 'content-range') ?? '') ?? [];
  if (response.statusCode === 206 && Number(start) === from && size !== undefined) return Number(size);
  const message = `expected a part of ${url.href}, but its server does not answer requests for ranges; download the file and give its path`;
  throw new FetchError('http-status', message, { url: url.href, status: response.statusCode });
}

function largerThan(maxSize: number, url: URL): FetchError {
  const message = `expected a page of at most ${showSize(maxSize)}, got more from ${url.href}; raise it with --max-size`;
  return new FetchError('too-large', message, { url: url.href });
}

/** What to do about a status; the first that fits. */
const statusRemedies: readonly (readonly [fits: (status: number) => boolean, remedy: string])[] = [
  [status => [401, 402, 403, 407, 451].includes(status), 'save the page in a browser and give its file'],
  [status => status === 429 || status >= 500, 'try again later'],
  [() => true, 'check the address'],
];

function checkStatus(status: number, url: URL): void {
  if (status >= 200 && status < 300) return;
  const name = STATUS_CODES[status] === undefined ? '' : ` (${STATUS_CODES[status]})`;
  const remedy = statusRemedies.find(([fits]) => fits(status))![1];
  const message = `expected status 200 from ${url.href}, got ${status}${name}; ${remedy}`;
  throw new FetchError('http-status', message, { url: url.href, status });
}

/** Lets go of a body that is not (or no longer) wanted; its abort error has no reader. */
function discard(response: Dispatcher.ResponseData): void {
  response.body.on('error', () => {});
  response.body.destroy();
}

function header(response: Dispatcher.ResponseData, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
