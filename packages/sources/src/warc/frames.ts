import { asBuffer, type ByteSource } from '../byte-source.js';

/** A range of an uncompressed WARC: a record, a record too large to hold, or bytes that are no record. */
export interface Frame {
  readonly kind: 'record' | 'too-large' | 'lost';
  readonly offset: number;
  readonly length: number;
  /** Headers and block of a record; empty for the other kinds. */
  readonly bytes: Uint8Array;
}

const NONE = new Uint8Array();
/** The header of a WARC record is a kilobyte or two; what does not end within this is none. */
const LONGEST_HEADER = 64 << 10;
const SCAN = 1 << 20;
const MAGIC = Buffer.from('WARC/');
const CR = 13;
const LF = 10;

/**
 * The records of an uncompressed WARC, one after another. Where a record's length is a lie, or what should be a record
 * is none, reading goes on at the next line that begins a record, and what lies between is given as lost.
 */
export async function* framesOf(source: ByteSource, maxRecord: number): AsyncGenerator<Frame> {
  for (;;) {
    await skipBlankLines(source);
    const start = source.offset;
    const head = headerOf(await source.peek(LONGEST_HEADER));
    if (head === 'end') return;
    const frame = head === 'none' ? undefined : await wholeRecord(source, start, head, maxRecord);
    if (frame !== undefined) yield frame;
    else {
      source.rewind(start);
      await toNextRecord(source, head === 'none' ? 1 : head.header);
      yield { kind: 'lost', offset: start, length: source.offset - start, bytes: NONE };
    }
  }
}

/** Moves to the next line that begins a record, or to the end, or somewhere behind `to`; `step` bytes are passed unseen. */
export async function toNextRecord(
  source: ByteSource,
  step: number,
  to = Number.POSITIVE_INFINITY,
): Promise<void> {
  // One byte back, so that a record right behind the step still has its line feed before it.
  await source.skip(Math.max(step - 1, 0));
  while (source.offset < to) {
    const bytes = asBuffer(await source.peek(SCAN));
    for (let at = bytes.indexOf(MAGIC, 1); at > 0; at = bytes.indexOf(MAGIC, at + 1)) {
      if (bytes[at - 1] === LF && isVersion(bytes, at)) {
        await source.skip(at);
        return;
      }
    }
    if (bytes.length < SCAN) {
      await source.skip(bytes.length);
      return;
    }
    await source.skip(SCAN - MAGIC.length - 4);
  }
}

/** `WARC/` and a digit. */
export function beginsRecord(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, index) => bytes[index] === byte) && isVersion(bytes, 0);
}

function isVersion(bytes: Uint8Array, at: number): boolean {
  const digit = bytes[at + MAGIC.length] ?? 0;
  return digit >= 0x30 && digit <= 0x39;
}

async function skipBlankLines(source: ByteSource): Promise<void> {
  for (;;) {
    const bytes = await source.peek(64);
    let blank = 0;
    while (bytes[blank] === CR || bytes[blank] === LF) blank++;
    await source.skip(blank);
    if (blank < 64) return;
  }
}

interface Header {
  /** Bytes up to the block, and of the block. */
  readonly header: number;
  readonly block: number;
}

function headerOf(bytes: Uint8Array): Header | 'none' | 'end' {
  if (bytes.length === 0) return 'end';
  if (!beginsRecord(bytes)) return 'none';
  const text = asBuffer(bytes);
  const crlf = text.indexOf('\r\n\r\n');
  const lf = text.indexOf('\n\n');
  const header = crlf >= 0 && (lf < 0 || crlf < lf) ? crlf + 4 : lf + 2;
  if (header < 2) return 'none';
  const length = /^content-length:[ \t]{0,9}(\d{1,15})[ \t]{0,9}\r?$/im.exec(
    text.toString('latin1', 0, header),
  );
  return length === null ? 'none' : { header, block: Number(length[1]) };
}

/** The record whose header was read, and the source behind it; nothing where its length cannot be true. */
async function wholeRecord(
  source: ByteSource,
  offset: number,
  { header, block }: Header,
  maxRecord: number,
): Promise<Frame | undefined> {
  const length = header + block;
  if (length > maxRecord) {
    const there = await source.skip(length);
    const isTrue = there === length && endsRecord(await source.peek(64));
    return isTrue ? { kind: 'too-large', offset, length, bytes: NONE } : undefined;
  }
  const bytes = await source.peek(length + 64);
  if (bytes.length < length || !endsRecord(bytes.subarray(length))) return undefined;
  const record = bytes.subarray(0, length);
  // What was looked at may lie in a window that will be filled anew.
  const lasting = source.isLasting ? record : Buffer.from(record);
  await source.skip(length);
  return { kind: 'record', offset, length, bytes: lasting };
}

/** Whether a record can end here: two line breaks, as the standard wants, or another record, or the end. */
function endsRecord(bytes: Uint8Array): boolean {
  let at = 0;
  let breaks = 0;
  for (; bytes[at] === CR || bytes[at] === LF; at++) if (bytes[at] === LF) breaks++;
  return breaks >= 2 || at === bytes.length || beginsRecord(bytes.subarray(at));
}
