import { createReadStream } from 'node:fs';
import { crc32 } from 'node:zlib';
import { asBuffer, FileSource } from './byte-source.js';
import type { ReadOptions } from './record.js';
import { headerLength, memberAt, skipToNextMember, streamAt, TRAILER } from './warc/members.js';
import { isGzipped } from './warc/read.js';

/**
 * Marks lost bytes in a stream: the lines before and after them are incomplete. Bytes up to the next `SOUND` may be
 * damaged.
 */
export const GAP: unique symbol = Symbol('gap');
/** Marks the start of bytes whose checksum is valid. */
export const SOUND: unique symbol = Symbol('sound');

/** `bytes` is undefined if the line is too long. */
export interface ByteLine {
  readonly offset: number;
  readonly length: number;
  readonly bytes: Uint8Array | undefined;
  /** True for a line that may be incomplete or damaged: the first after lost bytes, and all of a damaged part. */
  readonly isDoubtful: boolean;
}

const LF = 10;
const CR = 13;
const READ_SIZE = 1 << 18;
const MAX_BUFFERED = 16 << 20;

/**
 * Splits chunks into lines. A line longer than `maxLength` is yielded without its bytes; a line interrupted by a gap is
 * dropped.
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array | string | Mark>,
  maxLength: number,
): AsyncGenerator<ByteLine> {
  let buffers: Uint8Array[] = [];
  let length = 0;
  let offset = 0;
  let isDamaged = false;
  let isDoubtful = false;
  const line = (end: number): ByteLine => {
    const bytes = length > maxLength ? undefined : withoutReturn(buffers);
    const given = { offset, length: length + end, bytes, isDoubtful };
    offset += given.length;
    buffers = [];
    length = 0;
    isDoubtful = isDamaged;
    return given;
  };
  for await (const given of chunks) {
    if (given === GAP) {
      line(0);
      isDamaged = true;
      isDoubtful = true;
      continue;
    }
    if (given === SOUND) {
      isDamaged = false;
      continue;
    }
    const chunk = typeof given === 'string' ? Buffer.from(given) : given;
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      length += end - start;
      if (length <= maxLength) buffers.push(chunk.subarray(start, end));
      yield line(1);
      start = end + 1;
    }
    if (start === chunk.length) continue;
    length += chunk.length - start;
    if (length <= maxLength) buffers.push(chunk.subarray(start));
    else buffers = [];
  }
  if (length > 0) yield line(0);
}

function withoutReturn(buffers: readonly Uint8Array[]): Uint8Array {
  const bytes = buffers.length === 1 ? buffers[0]! : Buffer.concat(buffers);
  return bytes.at(-1) === CR ? bytes.subarray(0, -1) : bytes;
}

type Mark = typeof GAP | typeof SOUND;

export type Chunks = AsyncIterable<Uint8Array | Mark>;

export interface Lines {
  readonly chunks: Chunks;
  /** Offset of the first byte; compressed files are read from the start. */
  readonly start: number;
  close(): Promise<void>;
}

/** Opens a file of lines and decompresses it; the caller skips lines before `options.after`. */
export async function openLines(file: string, options: ReadOptions): Promise<Lines> {
  const source = await FileSource.open(file, 0, READ_SIZE);
  const start = endOf(options.after);
  if (await isCompressed(file, source))
    return { chunks: decompressedMembers(file, source, options), start: 0, close: () => source.close() };
  await source.close();
  const raw = createReadStream(file, { highWaterMark: READ_SIZE, start });
  const close = async () => void raw.destroy();
  return { chunks: raw as AsyncIterable<Uint8Array>, start, close };
}

export function endOf(line: ReadOptions['after']): number {
  return line === undefined ? 0 : line.offset + line.length;
}

async function isCompressed(file: string, source: FileSource): Promise<boolean> {
  const first = await source.first(2);
  const isText = first.every(
    byte => byte < 0x7f && (byte >= 0x20 || byte === 9 || byte === 10 || byte === 13),
  );
  return isGzipped(first) || (file.endsWith('.gz') && !isText);
}

/**
 * Decompresses the members of a gzip file. Yields the readable part of a broken member, then continues at the next one.
 * Lost bytes are reported unless they precede the resume position.
 */
async function* decompressedMembers(
  path: string,
  source: FileSource,
  { after, onSkipped }: ReadOptions,
): AsyncGenerator<Uint8Array | Mark> {
  let decompressed = 0;
  const reportLost = (offset: number, length: number) => {
    if (decompressed >= endOf(after)) onSkipped?.({ reason: 'lost', file: path, offset, length });
  };
  while (source.offset < source.size) {
    const { offset } = source;
    const member = await memberAt(source, MAX_BUFFERED);
    if (member !== 'broken' && member.kind === 'whole') {
      decompressed += member.bytes.length;
      yield SOUND;
      yield member.bytes;
      continue;
    }
    if (member === 'broken') yield GAP;
    else member.stream.close(); // our own stream also verifies the checksum
    const streamed = streamOf(source, offset, await source.peek(READ_SIZE));
    for await (const bytes of streamed.chunks) {
      decompressed += bytes.length;
      yield bytes;
    }
    const { at, isValid, isComplete } = await streamed.end();
    source.rewind(at);
    if (isValid) continue;
    yield GAP;
    await skipToWholeMember(source);
    // If the checksum is wrong, the whole member counts as lost.
    const from = isComplete ? offset : at;
    reportLost(from, source.offset - from);
  }
}

/** A member that is decompressed as a stream; `end` returns its outcome once all chunks are read. */
interface StreamedMember {
  readonly chunks: AsyncIterable<Uint8Array>;
  end(): Promise<{ readonly at: number; readonly isValid: boolean; readonly isComplete: boolean }>;
}

function streamOf(source: FileSource, offset: number, bytes: Uint8Array): StreamedMember {
  const header = headerLength(bytes);
  const none = (async function* () {})();
  if (header === undefined)
    return { chunks: none, end: async () => ({ at: offset, isValid: false, isComplete: false }) };
  const stream = streamAt(source, offset, header);
  let check = 0;
  async function* chunks() {
    for await (const chunk of stream.chunks) {
      check = crc32(chunk, check);
      yield chunk;
    }
  }
  return {
    chunks: chunks(),
    async end() {
      const at = offset + stream.length();
      if (stream.failed()) return { at, isValid: false, isComplete: false };
      source.rewind(at - TRAILER);
      const trailer = asBuffer(await source.peek(TRAILER));
      const isValid = trailer.length === TRAILER && trailer.readUInt32LE() === check;
      return { at: Math.min(at, source.size), isValid, isComplete: true };
    },
  };
}

async function skipToWholeMember(source: FileSource): Promise<void> {
  while (source.offset < source.size) {
    const { offset } = source;
    const member = await memberAt(source, MAX_BUFFERED);
    source.rewind(offset);
    if (member !== 'broken') {
      if (member.kind === 'stream') member.stream.close();
      return;
    }
    await skipToNextMember(source);
  }
}
