import { FileSource, MemorySource, StreamSource } from '../byte-source.js';
import { DEFAULT_MAX_SIZE, type PageRecord, type ReadOptions, type RecordSource } from '../record.js';
import { beginsRecord, type Frame, framesOf, toNextRecord } from './frames.js';
import { type Member, membersOf, toMemberOfRecord } from './members.js';
import { pageFromRecord } from './page.js';
import { isZstd, zstdFramesOf } from './zstd.js';

/** A part of a WARC file: the records that begin at `from` or behind it, and before `to`. */
export interface WarcRange {
  readonly from?: number;
  readonly to?: number;
  /** Whether a record is known to begin at `from`. */
  readonly isExact?: boolean;
}

/** Where the records that were read begin and end: what a neighbour that began at the right place has to agree with. */
export interface RangeEdges {
  /** Where the first record begins, or what is no record before it. */
  begun: number;
  /** Where the first record behind the range begins, once the range is read. */
  ended: number;
}

/** Headers come on top of the page, and codings may make it larger. */
const HEADERS = 1 << 20;

/**
 * The pages of a WARC, WARC.gz or WARC.zst file, here or on another machine, or of a range of its bytes. Ranges need not
 * begin at a record: the first that begins in the range is looked for, so ranges side by side give every record once.
 */
export async function* recordsOfWarc(
  file: string,
  range: WarcRange,
  options: ReadOptions = {},
  edges: Partial<RangeEdges> = {},
): AsyncGenerator<PageRecord> {
  const { maxSize = DEFAULT_MAX_SIZE, after, signal, onSkipped } = options;
  const { from = 0, to = Number.POSITIVE_INFINITY } = range;
  const isUnsure = after === undefined && from > 0 && range.isExact !== true;
  const source = await FileSource.open(file, startBehind(after, from), to - from + OVERLAP, options);
  try {
    const maxRecord = maxSize + HEADERS;
    if (isUnsure) await toRecord(source, maxRecord, to);
    edges.begun = source.offset;
    for await (const { frame, part } of partsOf(source, maxRecord, to, edges)) {
      if (signal?.aborted) return;
      if (isDone(frame, part, after)) continue;
      const { offset, length } = frame;
      const place: RecordSource = { file, offset, length, ...(part === undefined ? {} : { part }) };
      const page = frame.kind === 'record' ? await pageFromRecord(frame.bytes, place, maxSize) : frame.kind;
      if (typeof page !== 'string') yield page;
      else onSkipped?.({ reason: page, file, offset, length });
    }
  } finally {
    await source.close();
  }
}

/** Whether a file can be read in ranges by several: not where one gzip stream holds several records. */
export async function isCutAtRecords(file: string, options: ReadOptions = {}): Promise<boolean> {
  const source = await FileSource.open(file, 0, OVERLAP, options);
  try {
    if (await isZstdFile(source)) return false; // read in order: the first frame may be the dictionary of all
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

/** Bytes read behind a range: its last record mostly ends there. */
const OVERLAP = 256 << 10;

/** Where reading goes on behind a record: at its end, or where several share a gzip member at the member. */
export function startBehind(after: RecordSource | undefined, from = 0): number {
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
  edges: Partial<RangeEdges>,
): AsyncGenerator<FramePart> {
  if (await isZstdFile(source)) {
    for await (const member of zstdFramesOf(source, maxRecord)) yield* partsOfMember(member, maxRecord);
    edges.ended = source.size;
    return;
  }
  if (await isGzipFile(source)) {
    const members = membersOf(source, maxRecord, to);
    for (;;) {
      const step = await members.next();
      if (step.done) {
        edges.ended = step.value;
        return;
      }
      yield* partsOfMember(step.value, maxRecord);
    }
  }
  edges.ended = source.offset;
  if (source.offset < to) {
    for await (const frame of framesOf(source, maxRecord)) {
      edges.ended = frame.offset;
      if (frame.offset >= to) return;
      yield { frame };
    }
    edges.ended = source.size;
  }
}

async function isZstdFile(source: FileSource): Promise<boolean> {
  return isZstd(await source.first(4));
}

async function isGzipFile(source: FileSource): Promise<boolean> {
  return isGzipped(await source.first(2));
}

/** To the first record that begins here or behind. */
async function toRecord(source: FileSource, maxRecord: number, to: number): Promise<void> {
  if (await isGzipFile(source)) await toMemberOfRecord(source, maxRecord, to);
  else if (!beginsRecord(await source.peek(8))) await toNextRecord(source, 0, to);
}

/** Whether bytes begin as gzip does. */
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
  let held: Frame | undefined;
  let part = 0;
  try {
    // A record is held back until it is known whether it stands alone in its member.
    for await (const frame of framesOf(source, maxRecord)) {
      if (held !== undefined) yield { frame: { ...held, offset, length: 0 }, part: part++ };
      held = frame;
    }
  } finally {
    if (member.kind === 'stream') member.stream.close();
  }
  if (held === undefined) return;
  const length = member.kind === 'whole' ? member.length : member.stream.length();
  yield part === 0 ? { frame: { ...held, offset, length } } : { frame: { ...held, offset, length: 0 }, part };
}
