import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import type { fetchPage } from '@webpith/fetch';
import { collected, decompressed, limited, looksLikeUrl, showSize } from '@webpith/fetch';
import { CommandError, fileError } from '../errors.js';
import { type Input, Interrupted } from '../io.js';
import { binaryKind } from './binary.js';

/** The bytes of a page, and what is known of it. */
export interface PageInput {
  readonly bytes: Uint8Array;
  readonly url?: string;
  readonly charset?: string;
}

/** Where pages come from and how much of one is read. */
export interface PageSourceOptions {
  readonly stdin: Input;
  readonly fetchPage: typeof fetchPage;
  readonly allowPrivate: boolean;
  readonly timeout: number;
  readonly maxSize: number;
  readonly signal: AbortSignal;
}

/** Reads the page that FILE|URL|- names; every failure says what to do. */
export async function readPage(source: string, options: PageSourceOptions): Promise<PageInput> {
  const page = await readSource(source, options);
  const kind = binaryKind(page.bytes);
  if (kind === undefined) return page;
  const name = source === '-' ? 'standard input' : source;
  throw new CommandError(
    `expected a web page, but ${name} is ${kind}; give an HTML file or the address of a page`,
  );
}

async function readSource(source: string, options: PageSourceOptions): Promise<PageInput> {
  if (source === '-') return { bytes: await readInput(options) };
  if (!looksLikeUrl(source)) return { bytes: await readFile(source, options) };
  const { bytes, url, charset } = await options.fetchPage(source, options);
  return { bytes, url, ...(charset === undefined ? {} : { charset }) };
}

async function readInput({ stdin, maxSize, signal }: PageSourceOptions): Promise<Uint8Array> {
  const stop = () => stdin.destroy?.(new Interrupted());
  signal.addEventListener('abort', stop);
  try {
    signal.throwIfAborted();
    return await collected(limited(stdin, maxSize, () => larger('standard input', maxSize)));
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Reads a file; one that ends in .gz is unpacked, as corpora and crawls keep their pages so. */
async function readFile(path: string, { maxSize, signal }: PageSourceOptions): Promise<Uint8Array> {
  await access(path).catch(error => {
    throw forgottenScheme(path, error) ?? fileError(error, path, 'read');
  });
  const encodings = path.endsWith('.gz') ? ['gzip'] : [];
  try {
    const file = createReadStream(path, { signal });
    return await collected(decompressed(file, encodings, maxSize, () => larger(path, maxSize)));
  } catch (error) {
    signal.throwIfAborted();
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw fileError(error, path, 'read');
    if ((error as Error).name !== 'FetchError') throw error;
    throw new CommandError(`expected a gzip file, but ${path} is broken or cut off; check the file`, {
      cause: error,
    });
  }
}

/** "example.org/page" is no file: its writer most likely left out the scheme. */
function forgottenScheme(path: string, cause: unknown): CommandError | undefined {
  if (!/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?(\/|$)/u.test(path.slice(0, 300))) return undefined;
  if (/^[^/]+\.(html?|xhtml|xml|txt|gz)$/i.test(path)) return undefined;
  return new CommandError(
    `expected a file, an address or -, but there is no file ${path}; for an address write https://${path}`,
    { cause },
  );
}

function larger(name: string, maxSize: number): CommandError {
  return new CommandError(
    `expected a page of at most ${showSize(maxSize)}, but ${name} is larger; raise it with --max-size`,
  );
}
