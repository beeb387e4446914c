import { readFile } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { corpusProblem, type Gold, type OnProblem, type Page, type ProblemPlace } from '../corpus.js';
import { MAX_PAGE_BYTES } from '../read.js';

/** Names of columns or fields that hold a page, for tables; a field that is not named is looked for under its own name. */
export type Columns = Partial<Record<keyof Gold | 'html' | 'file', string>>;

/** Options of an importer. */
export interface ImportOptions {
  /** Stop after so many pages. */
  readonly limit?: number;
  /** Told of every page that cannot be imported; without it the first one is thrown. */
  readonly onProblem?: OnProblem;
  /** For CSV and JSONL: which column is which field. */
  readonly columns?: Columns;
  /** For CSV: what stands between fields; a comma when absent. */
  readonly separator?: string;
}

/** Reads another layout of pages and gold, page by page. */
export type Importer = (source: string, options?: ImportOptions) => AsyncGenerator<Page>;

/** The bytes of a file, decompressed where its name ends in `.gz`. */
export async function readBytes(file: string): Promise<Uint8Array> {
  const bytes = await readFile(file);
  return file.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: MAX_PAGE_BYTES }) : bytes;
}

/** The bytes of a file, or nothing and a problem: of `missing` kind where it is not there, else broken. */
export async function readOrReport(
  file: string,
  place: ProblemPlace,
  missing: 'missing-html' | 'missing-gold',
  report: OnProblem,
): Promise<Uint8Array | undefined> {
  try {
    return await readBytes(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const kind = code === 'ENOENT' ? missing : 'broken-html';
    report(corpusProblem(kind, { ...place, file }, `page “${place.id}” cannot be read (${message})`));
    return undefined;
  }
}

/** Text of a gold file. Old collections mix encodings: what is not UTF-8 is taken for windows-1252. */
export function goldText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Text as page bytes. The byte order mark says that they are UTF-8, whatever encoding the page declares for itself. */
export function htmlBytes(html: string): Uint8Array {
  return new TextEncoder().encode(html.startsWith('\uFEFF') ? html : `\uFEFF${html}`);
}
