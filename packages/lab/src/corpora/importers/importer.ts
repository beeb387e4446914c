import { readFile } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { corpusProblem, type Gold, type OnProblem, type Page, type ProblemPlace } from '../corpus.js';
import { MAX_PAGE_BYTES } from '../read.js';

/** Field → column, for tables; a field without an entry uses the column of its own name. */
type Columns = Partial<Record<keyof Gold | 'html' | 'file', string>>;

export interface ImportOptions {
  readonly limit?: number;
  /** Called for each page that cannot be imported; without it the first one throws. */
  readonly onProblem?: OnProblem;
  readonly columns?: Columns;
  /** For CSV; a comma by default. */
  readonly separator?: string;
}

export type Importer = (source: string, options?: ImportOptions) => AsyncGenerator<Page>;

export async function readBytes(file: string): Promise<Uint8Array> {
  const bytes = await readFile(file);
  return file.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: MAX_PAGE_BYTES }) : bytes;
}

/** Reads a file; reports a problem of kind `missing` if it does not exist, otherwise `broken-html`. */
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

/** Decodes a gold file. Old collections mix encodings: text that is not UTF-8 is decoded as windows-1252. */
export function goldText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Encodes HTML as UTF-8 with a byte order mark, which overrides the encoding the page declares. */
export function htmlBytes(html: string): Uint8Array {
  return new TextEncoder().encode(html.startsWith('\uFEFF') ? html : `\uFEFF${html}`);
}
