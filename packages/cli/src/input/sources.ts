import { createReadStream, existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { collected, limited, looksLikeUrl } from '@webpith/fetch';
import { CommandError, fileError } from '../errors.js';
import type { Input } from '../io.js';

export interface Source {
  readonly source: string;
  /** Path below the given folder, or the source itself; names the output file. */
  readonly name: string;
}

const PAGE_FILE = /\.(?:html?|xhtml|mht|mhtml)(?:\.gz)?$/i;
const MAX_LIST_BYTES = 100_000_000;

/** Expands arguments: files, URLs, `-`, folders and glob patterns. */
export async function sourcesOf(given: readonly string[]): Promise<Source[]> {
  const found: Source[] = [];
  for (const source of given) {
    if (source === '-' || looksLikeUrl(source)) found.push({ source, name: source });
    else found.push(...(await sourcesOfPath(source)));
  }
  return found;
}

async function sourcesOfPath(path: string): Promise<Source[]> {
  if (!existsSync(path) && isGlob(path)) {
    const files = await filesOfGlob(path);
    if (files.length > 0) return files.map(file => ({ source: file, name: file }));
    throw new CommandError(`no files match ${path}; check the pattern`);
  }
  const isFolder = await stat(path).then(
    found => found.isDirectory(),
    () => false, // reading it will report the error
  );
  return isFolder ? await pagesBelow(path) : [{ source: path, name: path }];
}

async function pagesBelow(folder: string): Promise<Source[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(error => {
    throw fileError(error, folder, 'read');
  });
  const files = entries
    .filter(entry => entry.isFile() && PAGE_FILE.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name));
  if (files.length === 0) throw new CommandError(`no .html files in the folder ${folder}; check the path`);
  return files.sort().map(file => ({ source: file, name: relative(folder, file).replaceAll(sep, '/') }));
}

/** Reads URLs and paths from a file or `-`, one per line; ignores blank lines and lines that start with `#`. */
export async function listedSources(list: string, stdin: Input): Promise<string[]> {
  const tooLong = () => new CommandError(`the list ${list} is larger than 100 MB; split it`);
  const bytes = await collected(
    limited(list === '-' ? stdin : createReadStream(list), MAX_LIST_BYTES, tooLong),
  ).catch(error => {
    throw error instanceof CommandError ? error : fileError(error, list, 'read');
  });
  return Buffer.from(bytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'));
}

export function isGlob(path: string): boolean {
  return /[*?[{]/.test(path);
}

/** Files that match a glob, sorted; `**` matches any number of folders. For shells that do not expand globs. */
export async function filesOfGlob(pattern: string): Promise<string[]> {
  const parts = pattern.split('/').filter((part, place) => part !== '' || place === 0);
  const [first = ''] = parts;
  const found: string[] = [];
  const waiting: [folder: string, rest: readonly string[]][] =
    first === '' ? [['/', parts.slice(1)]] : [['', parts]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [folder, [part, ...rest]] = next;
    if (part === undefined) continue;
    if (part === '**') waiting.push([folder, rest]);
    const fits = part === '**' ? undefined : segmentPattern(part);
    for (const entry of await entriesOf(folder)) {
      const path = join(folder, entry.name);
      const isHidden = entry.name.startsWith('.') && !part.startsWith('.');
      if (isHidden || (fits !== undefined && !fits.test(entry.name))) continue;
      if (entry.isDirectory()) waiting.push([path, fits === undefined ? [part, ...rest] : rest]);
      else if (fits !== undefined && rest.length === 0) found.push(path);
    }
  }
  return [...new Set(found)].sort();
}

async function entriesOf(folder: string) {
  return await readdir(folder || '.', { withFileTypes: true }).catch(() => []);
}

function segmentPattern(part: string): RegExp {
  const source = part.replace(
    /\[([^\]]{1,100})\]|\{([^}]{1,500})\}|[*?]|[\\^$.|+()[\]{}/]/g,
    (all, set?: string, choices?: string) => {
      if (set !== undefined) return `[${set.replace(/^!/, '^').replace(/[\\\]]/g, '\\$&')}]`;
      if (choices !== undefined) return `(?:${choices.split(',').map(literal).join('|')})`;
      if (all === '*') return '.*';
      return all === '?' ? '.' : literal(all);
    },
  );
  return new RegExp(`^${source.replace(/(?:\.\*){2,}/g, '.*')}$`, 'us');
}

const literal = (text: string) => text.replace(/[\\^$.|?*+()[\]{}/-]/g, '\\$&');
