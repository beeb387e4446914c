import { Decompress } from 'fzstd';
import { asBuffer, type FileSource } from '../byte-source.js';
import { loadZstd, unzstd } from '../decoding.js';
import { type Member, type MemberStream, skipToMagic } from './members.js';

const FRAME = 0xfd2fb528;
const FRAME_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const DICTIONARY_FRAME = 0x184d2a5d;
const isSkippable = (magic: number) => magic >>> 4 === 0x184d2a5;
const LARGEST_DICTIONARY = 4 << 20;
/** Largest frame to decompress with a dictionary: the library that supports dictionaries has a small heap. */
const LARGEST_WITH_DICTIONARY = 6 << 20;
const STREAMED = 1 << 18;
const LONGEST_FRAME_HEADER = 18;

type Unpack = (frame: Uint8Array, limit: number) => Uint8Array;

export function isZstd(first: Uint8Array): boolean {
  if (first.length < 4) return false;
  const magic = asBuffer(first).readUInt32LE();
  return magic === FRAME || magic === DICTIONARY_FRAME;
}

/**
 * Yields the frames of a WARC.zst: one per record, usually preceded by a shared dictionary (as in the format of the
 * International Internet Preservation Consortium), or a single frame for the whole file. After a broken frame, reading
 * continues at the next one.
 */
export async function* zstdFramesOf(source: FileSource, maxRecord: number): AsyncGenerator<Member> {
  const dictionary = await dictionaryOf(source);
  const unpack = dictionary === undefined ? unzstd : await unpackerWith(dictionary);
  let lostSince = -1;
  while (source.offset < source.size) {
    const { offset } = source;
    const length = await lengthOfFrame(source);
    source.rewind(offset);
    const member =
      typeof length === 'number' ? await frameAt(source, length, maxRecord, unpack, dictionary) : 'broken';
    if (member === 'broken') {
      if (lostSince < 0) lostSince = offset;
      await skipToMagic(source, FRAME_MAGIC);
      continue;
    }
    if (lostSince >= 0) yield { kind: 'lost', offset: lostSince, length: offset - lostSince };
    lostSince = -1;
    if (member !== 'passed') yield member;
    if (member !== 'passed' && member.kind === 'stream' && member.stream.failed())
      yield { kind: 'lost', offset, length: length as number };
    source.rewind(offset + (length as number));
  }
  if (lostSince >= 0) yield { kind: 'lost', offset: lostSince, length: source.size - lostSince };
}

async function frameAt(
  source: FileSource,
  length: number,
  maxRecord: number,
  unpack: Unpack,
  dictionary: Uint8Array | undefined,
): Promise<Member | 'passed' | 'broken'> {
  const { offset } = source;
  if (isSkippable(asBuffer(await source.peek(4)).readUInt32LE())) return 'passed';
  try {
    if (length > maxRecord) throw new RangeError('larger than a record');
    return { kind: 'whole', offset, length, bytes: unpack(await source.peek(length), maxRecord) };
  } catch (error) {
    if (!(error instanceof RangeError) || dictionary !== undefined) return 'broken';
    return { kind: 'stream', offset, stream: streamOf(source, offset, length) };
  }
}

function streamOf(source: FileSource, offset: number, length: number): MemberStream {
  let failed = false;
  let isClosed = false;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const ready: Uint8Array[] = [];
    const engine = new Decompress(chunk => ready.push(chunk));
    let left = length;
    try {
      for await (const chunk of source.from(offset, STREAMED)) {
        if (isClosed || left <= 0) return;
        engine.push(chunk.subarray(0, left), chunk.length >= left);
        left -= chunk.length;
        yield* ready.splice(0);
      }
    } catch {
      failed = true;
    }
  }
  const close = () => {
    isClosed = true;
  };
  return { chunks: chunks(), length: () => length, failed: () => failed, close };
}

/** Walks the block headers of a frame; returns its length, or undefined if it is not a valid frame. */
async function lengthOfFrame(source: FileSource): Promise<number | undefined> {
  const { offset } = source;
  const head = asBuffer(await source.peek(LONGEST_FRAME_HEADER));
  if (head.length < 8) return undefined;
  const magic = head.readUInt32LE();
  if (isSkippable(magic)) return within(source, offset, 8 + head.readUInt32LE(4));
  if (magic !== FRAME) return undefined;
  const flags = head[4]!;
  const isSingle = (flags & 0x20) !== 0;
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6]!;
  const nameBytes = [0, 1, 2, 4][flags & 3]!;
  await source.skip(5 + (isSingle ? 0 : 1) + nameBytes + sizeBytes);
  for (;;) {
    const block = asBuffer(await source.peek(3));
    if (block.length < 3) return undefined;
    const header = block.readUIntLE(0, 3);
    const type = (header >> 1) & 3;
    if (type === 3) return undefined;
    await source.skip(3 + (type === 1 ? 1 : header >> 3));
    if ((header & 1) === 1) break;
  }
  return within(source, offset, source.offset - offset + ((flags & 4) === 0 ? 0 : 4));
}

function within(source: FileSource, offset: number, length: number): number | undefined {
  return offset + length <= source.size ? length : undefined;
}

async function dictionaryOf(source: FileSource): Promise<Uint8Array | undefined> {
  const head = asBuffer(await source.first(8));
  if (head.length < 8 || head.readUInt32LE() !== DICTIONARY_FRAME) return undefined;
  const length = Math.min(head.readUInt32LE(4), LARGEST_DICTIONARY);
  const bytes = (await source.first(8 + length)).subarray(8);
  return isZstd(bytes) ? unzstd(bytes, LARGEST_DICTIONARY) : bytes;
}

async function unpackerWith(dictionary: Uint8Array): Promise<Unpack> {
  const { createDCtx, decompressUsingDict } = await loadZstd();
  const context = createDCtx();
  return (frame, limit) => {
    const defaultHeapSize = Math.min(limit, LARGEST_WITH_DICTIONARY);
    if (frame.length > defaultHeapSize || declaredSize(frame) > defaultHeapSize)
      throw new RangeError('too large');
    return decompressUsingDict(context, frame as Buffer, dictionary as Buffer, { defaultHeapSize });
  };
}

function declaredSize(frame: Uint8Array): number {
  const bytes = Buffer.concat([frame.subarray(0, LONGEST_FRAME_HEADER), Buffer.alloc(LONGEST_FRAME_HEADER)]);
  const flags = bytes[4]!;
  const isSingle = (flags & 0x20) !== 0;
  const at = 5 + (isSingle ? 0 : 1) + [0, 1, 2, 4][flags & 3]!;
  const sizes = [isSingle ? bytes[at]! : 0, 256 + bytes.readUInt16LE(at), bytes.readUInt32LE(at)];
  return sizes[flags >> 6] ?? Number(bytes.readBigUInt64LE(at));
}
