import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { looksLikeUrl } from '@webpith/fetch';
import { type Article, extract, type MarkdownOptions, type Model } from 'webpith';
import type { PageTree } from 'webpith/stages';
import { CommandError, fileError } from '../errors.js';
import { type PageSourceOptions, readPage } from '../input/page-source.js';
import { pageOf, type ReadPage } from './reading.js';

const MAX_PAGES = 16;
const MAX_BYTES = 32_000_000;
const CACHE_TIME = 600_000;

export interface PagesOptions extends Omit<PageSourceOptions, 'stdin' | 'signal'> {
  readonly roots: readonly string[];
  readonly render?: RenderPage | undefined;
  readonly model?: Model | undefined;
  readonly markdown?: MarkdownOptions | undefined;
}

type RenderPage = (page: {
  bytes: Uint8Array;
  url: string;
  charset?: string | undefined;
}) => Promise<PageTree>;

/** Reads the page at a URL or path, or returns it from the cache. */
export type Pages = (source: string, signal: AbortSignal) => Promise<ReadPage>;

interface CacheEntry {
  readonly page: ReadPage;
  readonly bytes: number;
  /** Time of expiry by `performance.now()`, which is monotonic. */
  readonly until: number;
}

export function sessionPages(options: PagesOptions): Pages {
  // Least recently used first.
  const cache = new Map<string, CacheEntry>();
  return async (source, signal) => {
    const { key, read } = await located(source.trim(), options, signal);
    const cached = cache.get(key);
    cache.delete(key);
    const entry = cached !== undefined && cached.until > performance.now() ? cached : await read();
    cache.set(key, entry);
    evict(cache);
    return entry.page;
  };
}

function evict(cache: Map<string, CacheEntry>): void {
  let bytes = 0;
  for (const entry of cache.values()) bytes += entry.bytes;
  for (const [key, entry] of cache) {
    if (cache.size <= MAX_PAGES && bytes <= MAX_BYTES) return;
    cache.delete(key);
    bytes -= entry.bytes;
  }
}

async function located(source: string, options: PagesOptions, signal: AbortSignal) {
  if (looksLikeUrl(source) && !/^file:/i.test(source))
    return { key: source, read: () => readAndExtract(source, options, signal) };
  const { path, version } = await allowedFile(source, options.roots);
  return { key: `${path}\n${version}`, read: () => readAndExtract(path, options, signal) };
}

async function readAndExtract(
  source: string,
  options: PagesOptions,
  signal: AbortSignal,
): Promise<CacheEntry> {
  const { bytes, url, charset } = await readPage(source, { ...options, signal, stdin: noInput() });
  const { model, render, markdown } = options;
  let article = extract(bytes, { url, charset, model });
  if (render !== undefined && url !== undefined && needsScripts(article))
    article = extract(await render({ bytes, url, charset }), { url, model });
  return { page: pageOf(article, markdown), bytes: bytes.length, until: performance.now() + CACHE_TIME };
}

/** True if the page has little text without its scripts, or only a request to enable them. */
function needsScripts({ needsRendering, notContent }: Article): boolean {
  return needsRendering === true || notContent === 'script needed';
}

/** Standard input is reserved for the protocol. */
async function* noInput(): AsyncGenerator<Uint8Array> {}

export interface AllowedFile {
  /** With symbolic links resolved, so that the file checked is the file read. */
  readonly path: string;
  /** Size and modification time, part of the cache key. */
  readonly version: string;
}

export async function checkedRoots(roots: readonly string[]): Promise<string[]> {
  return await Promise.all(
    roots.map(async root => {
      const path = await realpath(root).catch(error => {
        throw fileError(error, root, 'read');
      });
      if (!(await stat(path)).isDirectory())
        throw new CommandError(`--root ${root} is not a folder; give a folder`);
      return path;
    }),
  );
}

/** Resolves a path or file URL to a file below one of the roots; relative paths are tried in each root. */
export async function allowedFile(source: string, roots: readonly string[]): Promise<AllowedFile> {
  if (roots.length === 0) {
    throw new CommandError(
      'only http and https URLs can be read; start pith mcp with --root FOLDER to allow files',
    );
  }
  const given = pathOf(source);
  const candidates = isAbsolute(given) ? [resolve(given)] : roots.map(root => join(root, given));
  for (const candidate of candidates) {
    // The error for a path outside the roots is the same whether or not the path exists.
    const path = await realpath(candidate).catch(() => undefined);
    if (path === undefined || !roots.some(root => isBelow(path, root))) continue;
    const found = await stat(path);
    if (!found.isFile()) throw new CommandError(`${source} is not a file; give a file below a root`);
    return { path, version: `${found.size}:${found.mtimeMs}` };
  }
  throw new CommandError(`there is no readable file ${source} below ${roots.join(' or ')}; check the path`);
}

function pathOf(source: string): string {
  if (!/^file:/i.test(source)) return source;
  try {
    return fileURLToPath(source);
  } catch (cause) {
    throw new CommandError(`invalid file URL ${source}; write file:///folder/page.html`, { cause });
  }
}

function isBelow(path: string, root: string): boolean {
  const inner = relative(root, path);
  return inner !== '' && inner !== '..' && !inner.startsWith(`..${sep}`) && !isAbsolute(inner);
}
