import { looksLikeUrl } from '@webpith/fetch';
import { defined } from '../commands/arguments.js';
import type { Article, Decision, Library, MethodExplanation } from '../dependencies.js';
import { UsageError } from '../errors.js';
import type { Source } from '../input/sources.js';
import { type ExtractFlags, outputOptions } from './flags.js';

/** Adds the source as the field `page` of JSON, or as a heading `==> source <==` unless the text has front matter. */
export function withSource(source: string, text: string, flags: ExtractFlags, isLater: boolean): string {
  const { chunks, json, format, frontMatter, explain } = flags;
  if (chunks !== undefined) {
    const lines = text.split('\n').filter(line => line !== '');
    return lines.map(line => `${jsonLine(source, JSON.parse(line))}\n`).join('');
  }
  if (json || format === 'json') {
    const value = JSON.parse(text);
    return `${jsonLine(source, explain && Array.isArray(value) ? { decisions: value } : value)}\n`;
  }
  const above = frontMatter ? '' : `==> ${source} <==\n`;
  return `${isLater ? '\n' : ''}${above}${text === '' || text.endsWith('\n') ? text : `${text}\n`}`;
}

function jsonLine(page: string, value: object): string {
  return JSON.stringify({ page, ...value });
}

type Columns = readonly (readonly [heading: string, width: number, cell: (decision: Explained) => string])[];
type Explained = Pick<Decision, 'kept' | 'stage' | 'reason' | 'path' | 'text'> & { readonly score?: number };

const columns = (reasonWidth: number): Columns => [
  ['', 7, decision => (decision.kept ? 'kept' : 'dropped')],
  ['score', 5, decision => decision.score?.toFixed(2) ?? ''],
  ['stage', 8, decision => decision.stage],
  ['reason', reasonWidth, decision => decision.reason],
  ['path', 36, decision => decision.path],
  ['text', 60, decision => decision.text ?? ''],
];

const BLOCKS = columns(28);
const PARTS = columns(56);

export function explainTable(decisions: readonly Decision[]): string {
  const lines = decisions.map(decision => row(BLOCKS, decision));
  return [heading(BLOCKS), ...lines, '', `${keptOf(decisions)} blocks kept`].join('\n');
}

/**
 * The table of `--explain` for another method: notes on the page, and one line per part, with evidence if it is kept.
 */
export function methodTable({ notes, parts }: MethodExplanation): string {
  const lines = parts.flatMap(part => [
    row(PARTS, part),
    ...(part.kept ? part.evidence.map(evidenceLine) : []),
  ]);
  const table = [heading(PARTS), ...lines, '', `${keptOf(parts)} parts kept`];
  return [...notes.map(note => `# ${fit(note, ['note', 200, () => '']).trimEnd()}`), ...table].join('\n');
}

function evidenceLine({ fact, weight }: MethodExplanation['parts'][number]['evidence'][number]): string {
  const sign = weight < 0 ? '−' : '+';
  return `         ${sign}${Math.abs(weight).toFixed(2)}  ${fit(fact, ['fact', 120, () => '']).trimEnd()}`;
}

function keptOf(parts: readonly { readonly kept: boolean }[]): string {
  return `${parts.reduce((count, { kept }) => count + (kept ? 1 : 0), 0)} of ${parts.length}`;
}

const heading = (table: Columns) => cells(table, ([name]) => name);
const row = (table: Columns, decision: Explained) => cells(table, ([, , cell]) => cell(decision));

function cells(table: Columns, textOf: (column: Columns[number]) => string): string {
  return table
    .map(column => fit(textOf(column), column))
    .join('  ')
    .trimEnd();
}

/** Pads or truncates a cell; paths are truncated at the start. */
function fit(cell: string, [heading, width]: Columns[number]): string {
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

function safe(part: string): string {
  const decoded = part.replace(/%[0-9a-f]{2}/gi, '-');
  const kept = decoded.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+|[.-]+$/g, '');
  return kept.slice(0, LONGEST) || 'page';
}

export function checkChunkFlags({ chunks, overlap, format, method, explain }: ExtractFlags): void {
  if (chunks === undefined) {
    if (overlap !== undefined) throw new UsageError('--overlap needs --chunks; add --chunks 500');
    return;
  }
  const most = Math.floor(chunks / 2);
  if (overlap !== undefined && overlap > most)
    throw new UsageError(`--overlap is ${overlap}, but may be at most half of --chunks, ${most}`);
  if (format !== 'text' && format !== 'markdown')
    throw new UsageError(`--chunks needs --format text or markdown, not ${format}`);
  if (method !== 'default') throw new UsageError(`--chunks works only with --method default, not ${method}`);
  if (explain) throw new UsageError('--chunks and --explain cannot be combined; choose one');
}

/** One line of JSON per chunk; Markdown chunks include metadata. */
export function chunkLines(library: Library, article: Article, size: number, flags: ExtractFlags): string {
  const { overlap, format } = flags;
  const facts = format === 'markdown' ? ({ format, facts: true } as const) : {};
  const chunks = library.chunks(article, {
    ...outputOptions(flags),
    ...facts,
    ...defined({ size, overlap }),
  });
  return chunks.map(chunk => JSON.stringify(chunk)).join('\n');
}
