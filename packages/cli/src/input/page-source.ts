import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import type { fetchPage, ProxyVariables } from '@webpith/fetch';
import { collected, limited, looksLikeUrl, showSize, unpackedPage } from '@webpith/fetch';
import { CommandError, fileError, Interrupted } from '../errors.js';
import type { Input } from '../io.js';

export interface PageInput {
  readonly bytes: Uint8Array;
  readonly url?: string | undefined;
  readonly charset?: string | undefined;
}

export interface PageSourceOptions {
  readonly stdin: Input;
  readonly fetchPage: typeof fetchPage;
  readonly allowPrivate: boolean;
  readonly timeout: number;
  readonly maxSize: number;
  readonly userAgent?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly proxies?: ProxyVariables | undefined;
  readonly signal: AbortSignal;
}

/** Reads a page from FILE|URL|-, unpacking gzip, zstd and MHTML. */
export async function readPage(source: string, options: PageSourceOptions): Promise<PageInput> {
  const name = source === '-' ? 'standard input' : source;
  const page = await readSource(source, options);
  const file = await unpacked(page.bytes, name, options.maxSize);
  const { kindOfFile, pageOfFile } = await import('webpith/stages');
  const kind = kindOfFile(file);
  if (kind !== undefined) throw new CommandError(`${name} is ${kind.name}, not a web page; ${kind.remedy}`);
  const { bytes, ...declared } = pageOfFile(file);
  return { ...page, ...declared, url: page.url ?? declared.url, bytes };
}

async function unpacked(bytes: Uint8Array, name: string, maxSize: number): Promise<Uint8Array> {
  try {
    return await unpackedPage(bytes, maxSize, () => tooLarge(name, maxSize));
  } catch (cause) {
    if ((cause as Error).name !== 'FetchError') throw cause;
    const message = `cannot unpack ${name}: the compressed data is damaged or truncated; check the file`;
    throw new CommandError(message, { cause });
  }
}

async function readSource(source: string, options: PageSourceOptions): Promise<PageInput> {
  if (source === '-') return { bytes: await readInput(options) };
  if (!looksLikeUrl(source)) return { bytes: await readFile(source, options) };
  const { bytes, url, charset } = await options.fetchPage(source, options);
  return { bytes, url, charset };
}

async function readInput({ stdin, maxSize, signal }: PageSourceOptions): Promise<Uint8Array> {
  const stop = () => stdin.destroy?.(new Interrupted());
  signal.addEventListener('abort', stop);
  try {
    signal.throwIfAborted();
    return await collected(limited(stdin, maxSize, () => tooLarge('standard input', maxSize)));
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function readFile(path: string, { maxSize, signal }: PageSourceOptions): Promise<Uint8Array> {
  await access(path).catch(error => {
    throw missingScheme(path, error) ?? fileError(error, path, 'read');
  });
  try {
    return await collected(
      limited(createReadStream(path, { signal }), maxSize, () => tooLarge(path, maxSize)),
    );
  } catch (error) {
    signal.throwIfAborted();
    throw (error as NodeJS.ErrnoException).syscall === undefined ? error : fileError(error, path, 'read');
  }
}

/** An error for a path such as "example.org/page", which is probably a URL without its scheme. */
function missingScheme(path: string, cause: unknown): CommandError | undefined {
  if (!/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?(\/|$)/u.test(path.slice(0, 300))) return undefined;
  if (/^[^/]+\.(html?|xhtml|xml|txt|gz)$/i.test(path)) return undefined;
  return new CommandError(`there is no file ${path}; if it is a URL, write https://${path}`, { cause });
}

function tooLarge(name: string, maxSize: number): CommandError {
  return new CommandError(`${name} is larger than ${showSize(maxSize)}; raise the limit with --max-size`);
}
