import { looksLikeUrl } from '@webpith/fetch';
import type { OutputOptions } from 'webpith';
import type { Article, Decision, Library } from '../dependencies.js';
import { UsageError } from '../errors.js';
import type { Source } from '../input/sources.js';
import type { ExtractFlags } from './flags.js';

/**
 * Adds the source to the output of one of several pages: as the field `page` of its JSON lines, or as a heading like
 * that of `head`. Markdown with front matter gets no heading.
 */
export function withSource(source: string, text: string, flags: ExtractFlags, isLater: boolean): string {
  const { chunks, json, format, frontMatter, explain } = flags;
  if (chunks !== undefined) {
    const lines = text.split('\n').filter(line => line !== '');
    return lines.map(line => `${jsonLine(source, JSON.parse(line))}\n`).join('');
  }
  if (json || format === 'json') {
    const value = JSON.parse(text);
    return `${jsonLine(source, explain ? { decisions: value } : value)}\n`;
  }
  const above = frontMatter ? '' : `==> ${source} <==\n`;
  return `${isLater ? '\n' : ''}${above}${text === '' || text.endsWith('\n') ? text : `${text}\n`}`;
}

function jsonLine(page: string, value: object): string {
  return JSON.stringify({ page, ...value });
}

const columns: readonly (readonly [heading: string, width: number, cell: (decision: Decision) => string])[] =
  [
    ['', 7, decision => (decision.kept ? 'kept' : 'dropped')],
    ['score', 5, decision => decision.score?.toFixed(2) ?? ''],
    ['stage', 8, decision => decision.stage],
    ['reason', 28, decision => decision.reason],
    ['path', 36, decision => decision.path],
    ['text', 60, decision => decision.text ?? ''],
  ];

/** The table of `--explain`, one block per line. */
export function explainTable(decisions: readonly Decision[]): string {
  const heading = row(columns.map(([name]) => name));
  const kept = decisions.reduce((count, decision) => count + (decision.kept ? 1 : 0), 0);
  const lines = decisions.map(decision => row(columns.map(([, , cell]) => cell(decision))));
  return [heading, ...lines, '', `${kept} of ${decisions.length} blocks kept`].join('\n');
}

function row(cells: readonly string[]): string {
  return cells
    .map((cell, index) => fit(cell, columns[index]!))
    .join('  ')
    .trimEnd();
}

/** Pads or truncates a cell; paths are truncated at the start. */
function fit(cell: string, [heading, width]: (typeof columns)[number]): string {
  // Text of a hostile page may be megabytes long: truncate before any other work.
  const slice = heading === 'path' ? cell.slice(-4 * width) : cell.slice(0, 4 * width);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters
  const characters = [...slice.replace(/[\s\u0000-\u001F\u007F-\u009F]+/gu, ' ').trim()];
  if (characters.length <= width && slice.length === cell.length) return characters.join('').padEnd(width);
  if (heading === 'path') return `…${characters.slice(-(width - 1)).join('')}`.padEnd(width);
  return `${characters.slice(0, width - 1).join('')}…`.padEnd(width);
}

const LONGEST = 100;

/** Returns a function that maps each source to a unique output path below the output folder. */
export function fileNames(extension: string): (source: Source) => string {
  const taken = new Set<string>();
  return ({ name }) => {
    const stem = looksLikeUrl(name) ? stemOfAddress(name) : stemOfFile(name);
    for (let copy = 1; ; copy++) {
      const path = `${copy === 1 ? stem : `${stem}-${copy}`}.${extension}`;
      // Some file systems ignore case.
      if (taken.has(path.toLowerCase())) continue;
      taken.add(path.toLowerCase());
      return path;
    }
  };
}

/** Host and path segments as folders, as in site mirrors. */
function stemOfAddress(address: string): string {
  const { host, pathname, search } = new URL(address);
  const parts = pathname.split('/').filter(part => part !== '');
  const last = parts.pop()?.replace(/\.(?:[sx]?html?|php|aspx?)$/i, '') ?? 'index';
  return [host, ...parts, `${last}${search}`].map(safe).join('/');
}

/** A relative path without its extension; of an absolute path or one with `..`, only the file name. */
function stemOfFile(path: string): string {
  if (path === '-') return 'page';
  const parts = path.replaceAll('\\', '/').split('/');
  const isBelow = !path.startsWith('/') && !/^[a-z]:/i.test(path) && !parts.includes('..');
  const kept = isBelow ? parts.filter(part => part !== '' && part !== '.') : parts.slice(-1);
  const last = kept.pop() ?? 'page';
  return [...kept, last.replace(/\.gz$/i, '').replace(/\.[a-z]{2,6}$/i, '')].map(safe).join('/');
}

/** A safe path segment: letters, digits and `._-`. */
function safe(part: string): string {
  const decoded = part.replace(/%[0-9a-f]{2}/gi, '-');
  const kept = decoded.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+|[.-]+$/g, '');
  return kept.slice(0, LONGEST) || 'page';
}

export interface ChunkFlags {
  readonly chunks?: number;
  readonly overlap?: number;
  readonly format: string;
  readonly method: string;
  readonly explain?: boolean;
}

/** Checks options that conflict with `--chunks`. */
export function checkChunkFlags({ chunks, overlap, format, method, explain }: ChunkFlags): void {
  if (chunks === undefined) {
    if (overlap !== undefined) throw new UsageError('--overlap needs --chunks; add --chunks 500');
    return;
  }
  if (overlap !== undefined && overlap > chunks / 2) {
    throw new UsageError(
      `--overlap is ${overlap}, but may be at most half of --chunks, ${Math.floor(chunks / 2)}`,
    );
  }
  if (format !== 'text' && format !== 'markdown')
    throw new UsageError(`--chunks needs --format text or markdown, not ${format}`);
  if (method !== 'default') {
    throw new UsageError(`--chunks works only with --method default, not ${method}`);
  }
  if (explain) throw new UsageError('--chunks and --explain cannot be combined; choose one');
}

/** The chunks as JSON lines; Markdown chunks include metadata. */
export function chunkLines(
  library: Library,
  article: Article,
  { size, overlap, format }: { size: number; overlap: number | undefined; format: string },
  options: OutputOptions,
): string {
  const facts = format === 'markdown' ? ({ format, facts: true } as const) : {};
  const chunking = { ...options, size, ...facts, ...(overlap === undefined ? {} : { overlap }) };
  return library
    .chunks(article, chunking)
    .map(chunk => JSON.stringify(chunk))
    .join('\n');
}
