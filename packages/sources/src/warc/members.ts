import { Readable } from 'node:stream';
import { crc32, createInflateRaw, type InflateRaw, inflateRawSync } from 'node:zlib';
import { asBuffer, type FileSource, WINDOW } from '../byte-source.js';
import { beginsRecord } from './frames.js';

export type Member =
  | { readonly kind: 'whole'; readonly offset: number; readonly length: number; readonly bytes: Uint8Array }
  | { readonly kind: 'stream'; readonly offset: number; readonly stream: MemberStream }
  | { readonly kind: 'lost'; readonly offset: number; readonly length: number };

/** A member too large to buffer, inflated as it is read. */
export interface MemberStream {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Bytes of the member in the file, once read; after a failure, the valid bytes. */
  length(): number;
  failed(): boolean;
  close(): void;
}

const MAGIC = Buffer.from([0x1f, 0x8b, 0x08]);
export const TRAILER = 8;
const SCAN = 1 << 20;
/** Bytes per chunk. Most pages fit into one; larger chunks cost page faults, and smaller ones cost copies. */
const CHUNK = 128 << 10;
/** Read size for streamed members; smaller reads are slow on remote files. */
const STREAMED = 1 << 20;

/**
 * Yields the members of a gzip file that begin before `to`. A WARC.gz has one member per record, so reading can start
 * at any of them. After a broken member, reading continues at the next whole one. Returns the start of the next member,
 * at or after `to`.
 */
export async function* membersOf(
  source: FileSource,
  maxRecord: number,
  to: number,
): AsyncGenerator<Member, number> {
  let lostSince = -1;
  for (;;) {
    const offset = source.offset;
    // A lost stretch ends at the next member, even if that lies after `to`.
    const isWanted = offset < source.size && (offset < to || lostSince >= 0);
    const member = isWanted ? await memberAt(source, maxRecord) : undefined;
    if (member === 'broken') {
      if (lostSince < 0) lostSince = offset;
      await skipToNextMember(source);
      continue;
    }
    if (lostSince >= 0) yield { kind: 'lost', offset: lostSince, length: offset - lostSince };
    lostSince = -1;
    if (member === undefined || offset >= to) {
      if (member?.kind === 'stream') member.stream.close();
      return offset;
    }
    yield member;
    if (member.kind === 'stream') {
      const length = member.stream.length();
      source.rewind(offset + length);
      if (member.stream.failed()) lostSince = offset + length;
    }
  }
}

/** Moves to the first member from the offset on that starts with a record, or to `to`. */
export async function skipToRecordMember(source: FileSource, maxRecord: number, to: number): Promise<void> {
  while (source.offset < Math.min(to, source.size)) {
    const { offset } = source;
    const member = await memberAt(source, maxRecord);
    if (member !== 'broken') {
      source.rewind(offset);
      if (member.kind === 'stream') return member.stream.close();
      // A gzipped page in a member stored without compression looks like a member, but does not start with a record.
      if (beginsRecord(member.bytes)) return;
    }
    await skipToNextMember(source);
  }
}

export const skipToNextMember = (source: FileSource) => skipToMagic(source, MAGIC);

/** Moves at least one byte, to the next occurrence of `magic` or to the end. */
export async function skipToMagic(source: FileSource, magic: Buffer): Promise<void> {
  await source.skip(1);
  for (;;) {
    const bytes = asBuffer(await source.peek(SCAN));
    const at = bytes.indexOf(magic);
    if (at >= 0 || bytes.length < SCAN) {
      await source.skip(at >= 0 ? at : bytes.length);
      return;
    }
    await source.skip(SCAN - magic.length);
  }
}

export async function memberAt(
  source: FileSource,
  maxRecord: number,
): Promise<Exclude<Member, { kind: 'lost' }> | 'broken'> {
  const { offset } = source;
  const first = inflated(await source.buffered(), maxRecord);
  const second = first === 'cut' ? inflated(await source.peek(WINDOW), maxRecord) : first;
  if (second === 'broken') return 'broken';
  if (second === 'cut' && offset + WINDOW >= source.size) return 'broken';
  if (second === 'cut' || second === 'large') {
    const header = headerLength(await source.peek(SCAN));
    if (header === undefined) return 'broken';
    return { kind: 'stream', offset, stream: streamAt(source, offset, header) };
  }
  await source.skip(second.length);
  return { kind: 'whole', offset, ...second };
}

type Inflated = { readonly bytes: Uint8Array; readonly length: number };

function inflated(bytes: Uint8Array, maxRecord: number): Inflated | 'cut' | 'broken' | 'large' {
  const header = headerLength(bytes);
  if (header === undefined) return bytes.length < 18 ? 'cut' : 'broken';
  try {
    const result = inflateRawSync(bytes.subarray(header), {
      info: true,
      chunkSize: CHUNK,
      maxOutputLength: maxRecord,
    }) as unknown as { buffer: Buffer; engine: InflateRaw };
    const end = header + result.engine.bytesWritten;
    if (end + TRAILER > bytes.length) return 'cut';
    const check = Buffer.from(bytes.buffer, bytes.byteOffset + end, 4).readUInt32LE();
    return check === crc32(result.buffer) ? { bytes: result.buffer, length: end + TRAILER } : 'broken';
  } catch (error) {
    return FAILURES[(error as NodeJS.ErrnoException).code ?? ''] ?? 'broken';
  }
}

const FAILURES: Readonly<Record<string, 'cut' | 'large'>> = {
  Z_BUF_ERROR: 'cut',
  ERR_BUFFER_TOO_LARGE: 'large',
};

/** Length of a gzip header (RFC 1952), or undefined if there is none. */
export function headerLength(bytes: Uint8Array): number | undefined {
  const flags = bytes[3] ?? 0xff;
  if (bytes.length < 18 || MAGIC.some((byte, i) => bytes[i] !== byte) || (flags & 0xe0) !== 0)
    return undefined;
  let at = 10;
  if (flags & 4) at += 2 + (bytes[at]! | (bytes[at + 1]! << 8));
  for (const named of [8, 16]) {
    if ((flags & named) === 0) continue;
    const end = bytes.indexOf(0, at);
    if (end < 0) return undefined;
    at = end + 1;
  }
  if (flags & 2) at += 2;
  return at < bytes.length ? at : undefined;
}

export function streamAt(source: FileSource, offset: number, header: number): MemberStream {
  const engine = createInflateRaw({ chunkSize: CHUNK });
  const file = Readable.from(source.from(offset + header, STREAMED), { objectMode: false });
  let failed = false;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    file.on('error', error => engine.destroy(error));
    file.pipe(engine);
    try {
      yield* engine as AsyncIterable<Uint8Array>;
    } catch {
      failed = true;
    } finally {
      file.destroy();
    }
  }
  const close = () => {
    file.destroy();
    engine.destroy();
  };
  const length = () => header + engine.bytesWritten + (failed ? 0 : TRAILER);
  return { chunks: chunks(), length, failed: () => failed, close };
}
