import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

export interface TarFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const BLOCK = 512;
const MAX_PATH = 100;
/** Bytes skipped at a time, to bound the memory. */
const MAX_SKIP = 2 ** 20;
const encoder = new TextEncoder();

/** A tar archive (POSIX ustar) with pax headers for long or non-ASCII paths. */
export async function* tarOf(files: AsyncIterable<TarFile>): AsyncGenerator<Uint8Array> {
  for await (const { path, bytes } of files) {
    const name = encoder.encode(path);
    // Long or non-ASCII paths go to a pax header; the plain header has a truncated copy.
    if (name.length > MAX_PATH || /[^\x20-\x7e]/.test(path)) yield* entry('pax', 'x', paxPath(path));
    yield* entry(path, '0', bytes);
  }
  yield new Uint8Array(2 * BLOCK);
}

function* entry(path: string, type: '0' | 'x', bytes: Uint8Array): Generator<Uint8Array> {
  yield header(path, type, bytes.length);
  yield bytes;
  const over = bytes.length % BLOCK;
  if (over > 0) yield new Uint8Array(BLOCK - over);
}

/** `<length> path=<path>\n`, where the length includes itself. */
function paxPath(path: string): Uint8Array {
  const rest = encoder.encode(` path=${path}\n`).length;
  let length = rest + 1;
  while (String(length).length + rest !== length) length = String(length).length + rest;
  return encoder.encode(`${length} path=${path}\n`);
}

/** Header without owner and time: the same files give the same archive. */
function header(path: string, type: '0' | 'x', size: number): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const put = (at: number, value: string | Uint8Array) =>
    block.set(typeof value === 'string' ? encoder.encode(value) : value, at);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  put(0, encoder.encode(path).subarray(0, MAX_PATH));
  put(100, octal(0o644, 7));
  put(108, octal(0, 7));
  put(116, octal(0, 7));
  put(124, octal(size, 11));
  put(136, octal(0, 11));
  put(148, ' '.repeat(8)); // the checksum is computed with spaces in its own field
  put(156, type);
  put(257, 'ustar\x0000');
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `);
  return block;
}

/** Limits in bytes, against archives that unpack to huge files. */
interface UntarLimits {
  readonly file: number;
  readonly all: number;
}

/** Reads the regular files of a .tar.gz (ustar, pax and GNU names) whose path is wanted. */
export async function* filesOfTar(
  archive: string,
  isWanted: (path: string) => boolean,
  limits: UntarLimits,
): AsyncGenerator<TarFile> {
  const raw = createReadStream(archive);
  const unpacked = raw.pipe(createGunzip());
  raw.on('error', error => unpacked.destroy(error));
  const bytes = byteReader(unpacked, limits.all);
  let longPath: string | undefined;
  try {
    for (;;) {
      const header = await bytes.take(BLOCK);
      if (header === undefined || header[0] === 0) return; // an archive ends with zero blocks
      const { path, size, type } = readHeader(header);
      const padded = Math.ceil(size / BLOCK) * BLOCK;
      const isName = type === 'x' || type === 'L';
      const isTaken = isName || (type === '0' && isWanted(longPath ?? path));
      if (isTaken && size > limits.file) throw new Error(`${longPath ?? path} is larger than the limit.`);
      const content = isTaken ? await bytes.take(padded) : await bytes.skip(padded);
      if (content === undefined) throw new Error('It is truncated.');
      if (isName)
        longPath = type === 'x' ? readPaxPath(content.subarray(0, size)) : textOf(content.subarray(0, size));
      else {
        if (isTaken) yield { path: longPath ?? path, bytes: content.subarray(0, size) };
        longPath = undefined;
      }
    }
  } finally {
    raw.destroy();
    unpacked.destroy();
  }
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString().replace(/\0.*$/s, '');

function readHeader(header: Buffer): { path: string; size: number; type: string } {
  const field = (at: number, length: number) => textOf(header.subarray(at, at + length));
  const size = /^ *[0-7]+ *$/.test(field(124, 12)) ? Number.parseInt(field(124, 12), 8) : Number.NaN;
  const sum = Number.parseInt(field(148, 8), 8);
  const actual = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  if (sum !== actual || Number.isNaN(size)) throw new Error('It contains an invalid tar header.');
  const prefix = header.subarray(257, 262).toString() === 'ustar' ? field(345, 155) : '';
  const type = header[156] === 0 ? '0' : String.fromCharCode(header[156]!);
  return { path: prefix === '' ? field(0, 100) : `${prefix}/${field(0, 100)}`, size, type };
}

function readPaxPath(bytes: Uint8Array): string | undefined {
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(Buffer.from(bytes).toString())?.[1];
}

function byteReader(stream: AsyncIterable<Buffer>, most: number) {
  const chunks = stream[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  let passed = 0;
  const more = async () => {
    const { done, value } = await chunks.next();
    if (done) return undefined;
    passed += value.length;
    if (passed > most) throw new Error('It unpacks to more than the limit.');
    return value;
  };
  return {
    async take(count: number): Promise<Buffer | undefined> {
      const buffers: Buffer[] = [held];
      let length = held.length;
      while (length < count) {
        const chunk = await more();
        if (chunk === undefined) return undefined;
        buffers.push(chunk);
        length += chunk.length;
      }
      const all = buffers.length === 1 ? held : Buffer.concat(buffers, length);
      held = all.subarray(count);
      return all.subarray(0, count);
    },
    async skip(count: number): Promise<Buffer | undefined> {
      let skipped: Buffer | undefined = Buffer.alloc(0);
      for (let left = count; left > 0 && skipped !== undefined; left -= MAX_SKIP) {
        skipped = await this.take(Math.min(left, MAX_SKIP));
      }
      return skipped;
    },
  };
}
