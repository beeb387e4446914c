import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { looksLikeUrl } from '@webpith/fetch';
import { type Article, extract, type Model } from 'webpith';
import { CommandError, fileError } from '../errors.js';
import { type PageSourceOptions, readPage } from '../input/page-source.js';
import type { ReadPage } from './reading.js';
import { sectionsOf } from './sections.js';

/** Limits of the cache of a session. */
const MOST_PAGES = 16;
const MOST_BYTES = 32_000_000;
/** A page of the web is asked for again after ten minutes. */
const FRESH_FOR = 600_000;

/** Where pages come from: the limits of fetching, and the folders that files may be read from. */
export interface PagesOptions extends Omit<PageSourceOptions, 'stdin' | 'signal'> {
  readonly roots: readonly string[];
  /** Draws a page whose text its scripts make; gives its HTML. Without it such pages are read as they came. */
  readonly draw?: DrawPage;
  /** What decides instead of the default. */
  readonly model?: Model;
}

/** Draws a page of the web in a browser. */
type DrawPage = (page: { bytes: Uint8Array; url: string; charset?: string }) => Promise<string>;

/** Gives the page that an address or a path names, from the cache where it was read a while ago. */
export type Pages = (source: string, signal: AbortSignal) => Promise<ReadPage>;

interface CacheEntry {
  readonly page: ReadPage;
  readonly bytes: number;
  readonly until: number;
}

/** Reads pages for one session and caches the last ones. */
export function sessionPages(options: PagesOptions): Pages {
  // In the order of use: the first is the one longest unused.
  const cache = new Map<string, CacheEntry>();
  return async (source, signal) => {
    const { key, read } = await located(source.trim(), options, signal);
    const known = cache.get(key);
    cache.delete(key);
    const entry = known !== undefined && known.until > Date.now() ? known : await read();
    cache.set(key, entry);
    evict(cache);
    return entry.page;
  };
}

function evict(cache: Map<string, CacheEntry>): void {
  let bytes = 0;
  for (const entry of cache.values()) bytes += entry.bytes;
  for (const [key, entry] of cache) {
    if (cache.size <= MOST_PAGES && bytes <= MOST_BYTES) return;
    cache.delete(key);
    bytes -= entry.bytes;
  }
}

async function located(source: string, options: PagesOptions, signal: AbortSignal) {
  if (looksLikeUrl(source) && !/^file:/i.test(source)) {
    return { key: source, read: () => readAndExtract(source, options, signal) };
  }
  const { path, version } = await allowedFile(source, options.roots);
  return { key: `${path}\n${version}`, read: () => readAndExtract(path, options, signal) };
}

async function readAndExtract(
  source: string,
  options: PagesOptions,
  signal: AbortSignal,
): Promise<CacheEntry> {
  const { bytes, url, charset } = await readPage(source, { ...options, signal, stdin: noInput() });
  const model = options.model && { model: options.model };
  const known = { ...(url === undefined ? {} : { url }), ...(charset === undefined ? {} : { charset }) };
  const plain = extract(bytes, { ...known, ...model });
  const isDrawn = options.draw !== undefined && url !== undefined && needsScripts(plain);
  const article = isDrawn ? extract(await options.draw!({ bytes, ...known, url }), { url, ...model }) : plain;
  return {
    page: { article, sections: sectionsOf(article) },
    bytes: bytes.length,
    until: Date.now() + FRESH_FOR,
  };
}

/** Whether the page as it came is a shell that its scripts fill, or says that it wants them. */
function needsScripts({ needsRendering, notContent }: Article): boolean {
  return needsRendering === true || notContent === 'script needed';
}

/** Standard input is the protocol's: a page never comes from there. */
async function* noInput(): AsyncGenerator<Uint8Array> {}

/** A file that may be read. */
export interface AllowedFile {
  /** Without links: what is checked is what is read. */
  readonly path: string;
  /** Changes when the file does. */
  readonly version: string;
}

/** The folders that files may be read from, links followed. */
export async function checkedRoots(roots: readonly string[]): Promise<string[]> {
  return await Promise.all(
    roots.map(async root => {
      const path = await realpath(root).catch(error => {
        throw fileError(error, root, 'read');
      });
      if (!(await stat(path)).isDirectory()) {
        throw new CommandError(
          `expected --root to be a folder, but ${root} is none; give the folder it is in`,
        );
      }
      return path;
    }),
  );
}

/** The file that a path or a file address names, below one of the roots; relative paths are tried below each. */
export async function allowedFile(source: string, roots: readonly string[]): Promise<AllowedFile> {
  if (roots.length === 0) {
    throw new CommandError(
      'expected an http or https address: files may not be read; start pith mcp with --root FOLDER to allow a folder',
    );
  }
  const given = pathOf(source);
  const candidates = isAbsolute(given) ? [resolve(given)] : roots.map(root => join(root, given));
  for (const candidate of candidates) {
    // What lies outside is answered alike whether it exists or not.
    const path = await realpath(candidate).catch(() => undefined);
    if (path === undefined || !roots.some(root => isBelow(path, root))) continue;
    const found = await stat(path);
    if (!found.isFile())
      throw new CommandError(`expected a file, but ${source} is none; give a file below a root`);
    return { path, version: `${found.size}:${found.mtimeMs}` };
  }
  throw new CommandError(
    `expected a file below ${roots.join(' or ')}, but there is no ${source} that may be read; check the path`,
  );
}

function pathOf(source: string): string {
  if (!/^file:/i.test(source)) return source;
  try {
    return fileURLToPath(source);
  } catch (cause) {
    throw new CommandError(`expected a file address such as file:///folder/page.html, got ${source}`, {
      cause,
    });
  }
}

function isBelow(path: string, root: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
