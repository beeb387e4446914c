import { createReadStream } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';

/** The value if it is an object and not an array. */
export function asObject(value: unknown): Record<string, unknown> | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : undefined;
}

/** Lines, ended by LF or CRLF; `text` is undefined if not UTF-8. Node's readline also splits at U+2028. */
export async function* readLines(file: string): AsyncGenerator<{ number: number; text: string | undefined }> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let number = 0;
  let pending: Uint8Array[] = [];
  for await (const chunk of byteChunks(file)) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      pending.push(chunk.subarray(start, end));
      yield { number: ++number, text: decodeLine(decoder, pending) };
      pending = [];
      start = end + 1;
    }
    if (start < chunk.length) pending.push(chunk.subarray(start));
  }
  if (pending.length > 0) yield { number: ++number, text: decodeLine(decoder, pending) };
}

async function* byteChunks(file: string): AsyncGenerator<Uint8Array> {
  const raw = createReadStream(file, { highWaterMark: 1 << 16 });
  if (!file.endsWith('.gz')) {
    yield* raw as AsyncIterable<Uint8Array>;
    return;
  }
  const gunzip = createGunzip();
  raw.on('error', error => gunzip.destroy(error));
  try {
    yield* raw.pipe(gunzip) as AsyncIterable<Uint8Array>;
  } finally {
    raw.destroy();
  }
}

function decodeLine(decoder: TextDecoder, parts: readonly Uint8Array[]): string | undefined {
  const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  const end = bytes.length > 0 && bytes[bytes.length - 1] === 13 ? bytes.length - 1 : bytes.length;
  try {
    return decoder.decode(bytes.subarray(0, end));
  } catch {
    return undefined;
  }
}

export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a temporary file and renames it, so readers never see a partial file. */
export async function writeAtomically(file: string, content: string | Uint8Array): Promise<void> {
  const draft = `${file}.${process.pid}.draft`;
  try {
    const handle = await open(draft, 'w');
    try {
      await handle.writeFile(content);
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
