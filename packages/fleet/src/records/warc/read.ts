import { FileSource, MemorySource, StreamSource } from '../byte-source.js';
import {
  DEFAULT_MAX_SIZE,
  type PageRecord,
  type ReadOptions,
  type RecordSource,
  type SkipReason,
} from '../record.js';
import { beginsRecord, type Frame, framesOf, toNextRecord } from './frames.js';
import { type Member, membersOf } from './members.js';
import { pageFromRecord } from './page.js';

/** A part of a WARC file: the records that begin at `from` or behind it, and before `to`. */
export interface WarcRange {
  readonly from?: number;
  readonly to?: number;
}

/** Headers come on top of the page, and codings may make it larger. */
const HEADERS = 1 << 20;

/**
 * The pages of a WARC or WARC.gz file, or of a range of its bytes. Ranges need not begin at a record: the first that
 * begins in the range is looked for, so ranges side by side give every record once.
 */
export async function* recordsOfWarc(
  file: string,
  { from = 0, to = Number.POSITIVE_INFINITY }: WarcRange,
  options: ReadOptions = {},
): AsyncGenerator<PageRecord> {
  const { maxSize = DEFAULT_MAX_SIZE, after, signal, onSkipped } = options;
  const source = await FileSource.open(file, startOf(after, from));
  try {
    if (after === undefined && from > 0) await toRecord(source);
    for await (const { frame, part } of piecesOf(file, source, maxSize + HEADERS, to)) {
      if (signal?.aborted) return;
      if (isDone(frame, part, after)) continue;
      const { offset, length } = frame;
      const place: RecordSource = { file, offset, length, ...(part === undefined ? {} : { part }) };
      const page = frame.kind === 'record' ? await pageFromRecord(frame.bytes, place, maxSize) : frame.kind;
      if (typeof page !== 'string') yield page;
      else if (!isBeforeRange(page, frame, from)) onSkipped?.({ reason: page, file, offset, length });
    }
  } finally {
    await source.close();
  }
}

/** Bytes before the first record of a range belong to the range before. */
function isBeforeRange(reason: SkipReason, frame: Frame, from: number): boolean {
  return reason === 'lost' && frame.offset === from && from > 0;
}

/** Behind a record that stood alone; at the member of one that did not. */
function startOf(after: RecordSource | undefined, from: number): number {
  if (after === undefined) return from;
  return after.part === undefined ? after.offset + after.length : after.offset;
}

function isDone({ offset }: Frame, part: number | undefined, after: RecordSource | undefined): boolean {
  return after?.part !== undefined && offset === after.offset && part !== undefined && part <= after.part;
}

interface Piece {
  readonly frame: Frame;
  readonly part?: number;
}

async function* piecesOf(
  file: string,
  source: FileSource,
  maxRecord: number,
  to: number,
): AsyncGenerator<Piece> {
  if (await isGzipFile(source)) {
    for await (const member of membersOf(file, source, maxRecord, to))
      yield* piecesOfMember(member, maxRecord);
    return;
  }
  if (source.offset >= to) return;
  for await (const frame of framesOf(source, maxRecord)) {
    if (frame.offset >= to) return;
    yield { frame };
  }
}

async function isGzipFile(source: FileSource): Promise<boolean> {
  const { offset } = source;
  source.rewind(0);
  const isGzip = isGzipped(await source.peek(2));
  source.rewind(offset);
  return isGzip;
}

/** To the first record that begins here or behind: a line of an uncompressed file; members are looked for as they are read. */
async function toRecord(source: FileSource): Promise<void> {
  if (await isGzipFile(source)) return;
  if (!beginsRecord(await source.peek(8))) await toNextRecord(source, 0);
}

/** Whether bytes begin as gzip does. */
export function isGzipped(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

async function* piecesOfMember(member: Member, maxRecord: number): AsyncGenerator<Piece> {
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
