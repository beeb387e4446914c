import { FileSource, MemorySource, StreamSource } from '../byte-source.js';
import { DEFAULT_MAX_SIZE, type PageRecord, type ReadOptions, type RecordSource } from '../record.js';
import { beginsRecord, type Frame, framesOf, skipToNextRecord } from './frames.js';
import { type Member, membersOf, skipToRecordMember } from './members.js';
import { pageFromRecord } from './page.js';
import { isZstd, zstdFramesOf } from './zstd.js';

export interface WarcRange {
  readonly from?: number;
  readonly to?: number;
  readonly isExact?: boolean;
}

/** Bounds of the records read, to compare with those of neighbouring ranges. */
export interface RangeBounds {
  /** Start of the first record, or of lost bytes before it. */
  begun: number;
  /** Start of the first record after the range, once the range is read. */
  ended: number;
}

/** Bytes allowed for headers and encodings in addition to the page. */
const HEADERS = 1 << 20;

/**
 * Yields the pages of a local or remote WARC, WARC.gz or WARC.zst file, or of a byte range. A range need not start at a
 * record: adjacent ranges yield every record exactly once.
 */
export async function* recordsOfWarc(
  file: string,
  range: WarcRange,
  options: ReadOptions = {},
  bounds: Partial<RangeBounds> = {},
): AsyncGenerator<PageRecord> {
  const { maxSize = DEFAULT_MAX_SIZE, after, signal, onSkipped } = options;
  const { from = 0, to = Number.POSITIVE_INFINITY } = range;
  const needsScan = after === undefined && from > 0 && range.isExact !== true;
  const source = await FileSource.open(file, resumeOffset(after, from), to - from + OVERLAP, options);
  try {
    const maxRecord = maxSize + HEADERS;
    if (needsScan) await skipToRecord(source, maxRecord, to);
    bounds.begun = source.offset;
    for await (const { frame, part } of partsOf(source, maxRecord, to, bounds)) {
      if (signal?.aborted) return;
      if (isDone(frame, part, after)) continue;
      const { offset, length } = frame;
      const place: RecordSource = { file, offset, length, part };
      const page = frame.kind === 'record' ? await pageFromRecord(frame.bytes, place, maxSize) : frame.kind;
      if (typeof page !== 'string') yield page;
      else onSkipped?.({ reason: page, file, offset, length });
    }
  } finally {
    await source.close();
  }
}

/** False if the file must be read in order: zstd, or gzip without one member per record. */
export async function isSplittable(file: string, options: ReadOptions = {}): Promise<boolean> {
  const source = await FileSource.open(file, 0, OVERLAP, options);
  try {
    if (await isZstdFile(source)) return false; // the first frame may be the dictionary for the others
    if (!(await isGzipFile(source))) return true;
    for await (const member of membersOf(source, HEADERS, 1)) {
      if (member.kind === 'stream') member.stream.close();
      if (member.kind !== 'whole') return false;
      let records = 0;
      for await (const _ of framesOf(new MemorySource(member.bytes), HEADERS)) records++;
      return records === 1;
    }
    return false;
  } finally {
    await source.close();
  }
}

/** Bytes read past a range; its last record usually ends there. */
const OVERLAP = 256 << 10;

/** Offset to resume at after a record: its end, or the start of a gzip member shared by several records. */
export function resumeOffset(after: RecordSource | undefined, from = 0): number {
  if (after === undefined) return from;
  return after.part === undefined ? after.offset + after.length : after.offset;
}

function isDone({ offset }: Frame, part: number | undefined, after: RecordSource | undefined): boolean {
  return after?.part !== undefined && offset === after.offset && part !== undefined && part <= after.part;
}

interface FramePart {
  readonly frame: Frame;
  readonly part?: number;
}

async function* partsOf(
  source: FileSource,
  maxRecord: number,
  to: number,
  bounds: Partial<RangeBounds>,
): AsyncGenerator<FramePart> {
  if (await isZstdFile(source)) {
    for await (const member of zstdFramesOf(source, maxRecord)) yield* partsOfMember(member, maxRecord);
    bounds.ended = source.size;
    return;
  }
  if (await isGzipFile(source)) {
    const members = membersOf(source, maxRecord, to);
    for (;;) {
      const step = await members.next();
      if (step.done) {
        bounds.ended = step.value;
        return;
      }
      yield* partsOfMember(step.value, maxRecord);
    }
  }
  bounds.ended = source.offset;
  if (source.offset < to) {
    for await (const frame of framesOf(source, maxRecord)) {
      bounds.ended = frame.offset;
      if (frame.offset >= to) return;
      yield { frame };
    }
    bounds.ended = source.size;
  }
}

const isZstdFile = async (source: FileSource) => isZstd(await source.first(4));
const isGzipFile = async (source: FileSource) => isGzipped(await source.first(2));

async function skipToRecord(source: FileSource, maxRecord: number, to: number): Promise<void> {
  if (await isGzipFile(source)) await skipToRecordMember(source, maxRecord, to);
  else if (!beginsRecord(await source.peek(8))) await skipToNextRecord(source, 0, to);
}

export function isGzipped(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

async function* partsOfMember(member: Member, maxRecord: number): AsyncGenerator<FramePart> {
  const { offset } = member;
  if (member.kind === 'lost') {
    yield { frame: { kind: 'lost', offset, length: member.length, bytes: new Uint8Array() } };
    return;
  }
  const source =
    member.kind === 'whole' ? new MemorySource(member.bytes) : new StreamSource(member.stream.chunks);
  let pending: Frame | undefined;
  let part = 0;
  try {
    // A record is yielded once it is clear whether it is alone in its member.
    for await (const frame of framesOf(source, maxRecord)) {
      if (pending !== undefined) yield { frame: { ...pending, offset, length: 0 }, part: part++ };
      pending = frame;
    }
  } finally {
    if (member.kind === 'stream') member.stream.close();
  }
  if (pending === undefined) return;
  const length = member.kind === 'whole' ? member.length : member.stream.length();
  yield part === 0
    ? { frame: { ...pending, offset, length } }
    : { frame: { ...pending, offset, length: 0 }, part };
}
