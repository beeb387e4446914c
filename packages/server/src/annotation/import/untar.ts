import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { TarFile } from '../export/tar.js';

const BLOCK = 512;

/** How much of an archive is read: small files grow large. */
export interface UntarLimits {
  /** The most bytes of one file. */
  readonly file: number;
  /** The most bytes of all. */
  readonly all: number;
}

/** The plain files of a .tar.gz (ustar, with pax and GNU names) whose path is wanted; the others are passed over. */
export async function* filesOfTar(
  archive: string,
  isWanted: (path: string) => boolean,
  limits: UntarLimits,
): AsyncGenerator<TarFile> {
  const raw = createReadStream(archive);
  const unpacked = raw.pipe(createGunzip());
  raw.on('error', error => unpacked.destroy(error));
  const bytes = takerOf(unpacked, limits.all);
  let longPath: string | undefined;
  try {
    for (;;) {
      const header = await bytes.take(BLOCK);
      if (header === undefined || header[0] === 0) return; // blocks of nothing end an archive
      const { path, size, type } = readHeader(header);
      const padded = Math.ceil(size / BLOCK) * BLOCK;
      const isName = type === 'x' || type === 'L';
      const isTaken = isName || (type === '0' && isWanted(longPath ?? path));
      if (isTaken && size > limits.file) throw new Error(`${longPath ?? path} is larger than allowed.`);
      const content = isTaken ? await bytes.take(padded) : await bytes.skip(padded);
      if (content === undefined) throw new Error('It ends in the middle of a file.');
      if (isName)
        longPath = type === 'x' ? paxPath(content.subarray(0, size)) : textOf(content.subarray(0, size));
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
  if (sum !== actual || Number.isNaN(size)) throw new Error('It holds something that is no tar header.');
  const prefix = header.subarray(257, 262).toString() === 'ustar' ? field(345, 155) : '';
  const type = header[156] === 0 ? '0' : String.fromCharCode(header[156]!);
  return { path: prefix === '' ? field(0, 100) : `${prefix}/${field(0, 100)}`, size, type };
}

/** The path of a pax header: lines of `<length> key=value`. */
function paxPath(bytes: Uint8Array): string | undefined {
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(Buffer.from(bytes).toString())?.[1];
}

/** Takes so many bytes of a stream at a time. */
function takerOf(stream: AsyncIterable<Buffer>, most: number) {
  const chunks = stream[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  let passed = 0;
  const more = async () => {
    const { done, value } = await chunks.next();
    if (done) return undefined;
    passed += value.length;
    if (passed > most) throw new Error('It unpacks to more than allowed.');
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
      let left = count - held.length;
      if (left <= 0) {
        held = held.subarray(count);
        return held;
      }
      for (; ; left -= held.length) {
        const chunk = await more();
        if (chunk === undefined) return undefined;
        held = chunk;
        if (left <= held.length) break;
      }
      held = held.subarray(left);
      return held;
    },
  };
}
