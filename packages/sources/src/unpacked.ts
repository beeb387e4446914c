import { createReadStream } from 'node:fs';
import { crc32 } from 'node:zlib';
import { asBuffer, FileSource } from './byte-source.js';
import type { ReadOptions } from './record.js';
import { headerLength, memberAt, streamAt, TRAILER, toNextMember } from './warc/members.js';
import { isGzipped } from './warc/read.js';

/** Stands in a stream of bytes where some are lost: what was begun before is not whole, nor is what follows at first. */
export const GAP: unique symbol = Symbol('gap');

/** Bytes of a file as they come, unpacked. */
export type Chunks = AsyncIterable<Uint8Array | typeof GAP>;

/** A file of lines that is being read. */
export interface Lines {
  readonly chunks: Chunks;
  /** Where the first of the bytes stands: a packed file is read from its start. */
  readonly start: number;
  close(): Promise<void>;
}

/** Opens a file of lines, packed or not; the reader passes over what lies before the place that it was told to begin behind. */
export async function openLines(file: string, options: ReadOptions): Promise<Lines> {
  const source = await FileSource.open(file, 0, HELD);
  const start = endOf(options.after);
  if (await isPacked(file, source)) {
    return { chunks: unpackedMembers(file, source, options), start: 0, close: () => source.close() };
  }
  await source.close();
  const raw = createReadStream(file, { highWaterMark: HELD, start });
  const close = async () => void raw.destroy();
  return { chunks: raw as AsyncIterable<Uint8Array>, start, close };
}

/** Where a line ends. */
export function endOf(line: ReadOptions['after']): number {
  return line === undefined ? 0 : line.offset + line.length;
}

const HELD = 1 << 18;
/** What is unpacked at once; a larger member is read as a stream. */
const LARGEST_HELD = 16 << 20;

/** By its first bytes; where these are damaged, by its name. */
async function isPacked(file: string, source: FileSource): Promise<boolean> {
  const first = await source.first(2);
  const isText = first.every(
    byte => byte < 0x7f && (byte >= 0x20 || byte === 9 || byte === 10 || byte === 13),
  );
  return isGzipped(first) || (file.endsWith('.gz') && !isText);
}

/**
 * The bytes of a gzip file, member after member. Where one is broken, as much of it is given as can be unpacked, and
 * reading goes on at the next. What is lost is told, unless it lies before the place behind which reading begins.
 */
async function* unpackedMembers(
  path: string,
  source: FileSource,
  { after, onSkipped }: ReadOptions,
): AsyncGenerator<Uint8Array | typeof GAP> {
  let unpacked = 0;
  const tell = (offset: number, length: number) => {
    if (unpacked >= endOf(after)) onSkipped?.({ reason: 'lost', file: path, offset, length });
  };
  while (source.offset < source.size) {
    const { offset } = source;
    const member = await memberAt(source, LARGEST_HELD);
    if (member !== 'broken' && member.kind === 'whole') {
      unpacked += member.bytes.length;
      yield member.bytes;
      continue;
    }
    if (member === 'broken') yield GAP;
    else member.stream.close(); // ours looks at the checksum too
    const tried = streamOf(source, offset, await source.peek(HELD));
    for await (const bytes of tried.chunks) {
      unpacked += bytes.length;
      yield bytes;
    }
    const { at, isGood, isUnpacked } = await tried.end();
    source.rewind(at);
    if (isGood) continue;
    yield GAP;
    await toWholeMember(source);
    // Of a member whose checksum is wrong nothing can be relied on.
    const from = isUnpacked ? offset : at;
    tell(from, source.offset - from);
  }
}

/** A member as a stream, and once it is read how it ended. */
interface Tried {
  readonly chunks: AsyncIterable<Uint8Array>;
  end(): Promise<{ readonly at: number; readonly isGood: boolean; readonly isUnpacked: boolean }>;
}

function streamOf(source: FileSource, offset: number, bytes: Uint8Array): Tried {
  const header = headerLength(bytes);
  const none = (async function* () {})();
  if (header === undefined)
    return { chunks: none, end: async () => ({ at: offset, isGood: false, isUnpacked: false }) };
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
      if (stream.failed()) return { at, isGood: false, isUnpacked: false };
      source.rewind(at - TRAILER);
      const trailer = asBuffer(await source.peek(TRAILER));
      const isGood = trailer.length === TRAILER && trailer.readUInt32LE() === check;
      return { at: Math.min(at, source.size), isGood, isUnpacked: true };
    },
  };
}

/** Moves to the next member, here or behind, that can be unpacked whole, or to the end. */
async function toWholeMember(source: FileSource): Promise<void> {
  while (source.offset < source.size) {
    const { offset } = source;
    const member = await memberAt(source, LARGEST_HELD);
    source.rewind(offset);
    if (member !== 'broken') {
      if (member.kind === 'stream') member.stream.close();
      return;
    }
    await toNextMember(source);
  }
}
