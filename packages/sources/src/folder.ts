import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { digestOf } from './digest.js';
import { DEFAULT_MAX_SIZE, type PageRecord, type ReadOptions, type SkipReason } from './record.js';
import { isGzipped, recordsOfWarc } from './warc/read.js';

const PAGE = /\.(?:html?|xhtml|mht|mhtml)(?:\.gz)?$/i;
const WARC = /\.warc(?:\.gz|\.zst)?$/i;

/** Whether a file is a WARC by its name. */
export const isWarc = (file: string) => WARC.test(file);

/** The pages of a folder and of those below: HTML files, and WARC files with all that they hold, in order of names. */
export async function* recordsOfFolder(
  folder: string,
  options: ReadOptions = {},
): AsyncGenerator<PageRecord> {
  for await (const { file, options: own } of filesBelow(folder, options)) {
    if (isWarc(file)) yield* recordsOfWarc(file, {}, own);
    else yield* recordsOfFile(file, own);
  }
}

/** The page of a file that is one by its name. */
export async function* recordsOfFile(file: string, options: ReadOptions): AsyncGenerator<PageRecord> {
  if (PAGE.test(file)) yield* recordsOfPage(file, options);
  else options.onSkipped?.({ reason: 'other-file', file, offset: 0, length: 0 });
}

/** A file of a folder, and how it is read: behind the place that was asked for if that is in it. */
export interface FolderFile {
  readonly file: string;
  readonly options: ReadOptions;
}

/** The files of a folder and of those below that are left behind a place, in order of names. */
export async function* filesBelow(folder: string, options: ReadOptions): AsyncGenerator<FolderFile> {
  const { after, ...rest } = options;
  let isPast = after === undefined;
  for await (const file of pathsBelow(folder)) {
    if (options.signal?.aborted) return;
    const isLast = !isPast && file === after?.file;
    if (!isPast && !isLast) continue;
    isPast = true;
    if (!isLast) yield { file, options: rest };
    else if (isWarc(file)) yield { file, options };
  }
}

export async function* recordsOfPage(file: string, options: ReadOptions = {}): AsyncGenerator<PageRecord> {
  if (options.after !== undefined) return;
  const { maxSize = DEFAULT_MAX_SIZE, onSkipped } = options;
  const { size, mtime } = await stat(file);
  const skip = (reason: SkipReason) => onSkipped?.({ reason, file, offset: 0, length: size });
  if (size > maxSize) return skip('too-large');
  const bytes = unpacked(await readFile(file), maxSize);
  if (typeof bytes === 'string') return skip(bytes);
  if (bytes.length === 0) return skip('empty');
  yield {
    date: mtime.toISOString(),
    digest: digestOf(bytes),
    bytes,
    source: { file, offset: 0, length: size },
  };
}

function unpacked(bytes: Buffer, maxSize: number): Uint8Array | SkipReason {
  if (!isGzipped(bytes)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: maxSize });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'lost';
  }
}

/** Files of a folder and below, in an order that does not depend on the file system; links are not followed. */
async function* pathsBelow(folder: string): AsyncGenerator<string> {
  const waiting = [folder];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const entries = await readdir(path, { withFileTypes: true });
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) if (entry.isFile()) yield join(path, entry.name);
    waiting.push(
      ...entries
        .filter(entry => entry.isDirectory())
        .map(entry => join(path, entry.name))
        .reverse(),
    );
  }
}
