import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { digestOf } from './digest.js';
import { DEFAULT_MAX_SIZE, type PageRecord, type ReadOptions, type SkipReason } from './record.js';
import { isGzipped, recordsOfWarc } from './warc/read.js';

const PAGE = /\.(?:html?|xhtml)(?:\.gz)?$/i;
const WARC = /\.warc(?:\.gz)?$/i;

/** The pages of a folder and of those below: HTML files, and WARC files with all that they hold, in order of names. */
export async function* recordsOfFolder(
  folder: string,
  options: ReadOptions = {},
): AsyncGenerator<PageRecord> {
  const { after, ...rest } = options;
  let isPast = after === undefined;
  for await (const file of filesBelow(folder)) {
    if (options.signal?.aborted) return;
    const isLast = !isPast && file === after?.file;
    if (!isPast && !isLast) continue;
    isPast = true;
    if (WARC.test(file)) yield* recordsOfWarc(file, {}, isLast ? options : rest);
    else if (isLast) continue;
    else if (PAGE.test(file)) yield* recordsOfPage(file, rest);
    else options.onSkipped?.({ reason: 'other-file', file, offset: 0, length: 0 });
  }
}

/** The page in a file. */
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
async function* filesBelow(folder: string): AsyncGenerator<string> {
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
