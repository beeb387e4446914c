import { asBuffer, type ByteSource } from '../byte-source.js';

/** A range of an uncompressed WARC: a record, a record too large to buffer, or bytes outside any record. */
export interface Frame {
  readonly kind: 'record' | 'too-large' | 'lost';
  readonly offset: number;
  readonly length: number;
  readonly bytes: Uint8Array;
}

const NONE = new Uint8Array();
/** Record headers have one or two kilobytes; anything longer is not a header. */
const LONGEST_HEADER = 64 << 10;
const SCAN = 1 << 20;
const MAGIC = Buffer.from('WARC/');
const CR = 13;
const LF = 10;

/**
 * Yields the records of an uncompressed WARC. If a record's length is wrong or its header invalid, reading continues at
 * the next line that starts a record, and the bytes between are yielded as lost.
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
      await skipToNextRecord(source, head === 'none' ? 1 : head.header);
      yield { kind: 'lost', offset: start, length: source.offset - start, bytes: NONE };
    }
  }
}

/** Moves to the next line that starts a record, to the end, or past `to`; skips the first `step` bytes. */
export async function skipToNextRecord(
  source: ByteSource,
  step: number,
  to = Number.POSITIVE_INFINITY,
): Promise<void> {
  // Skip one byte less, since a record right after the step is recognised by the line feed before it.
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

/** Reads the record and moves past it; undefined if its length is wrong. */
async function wholeRecord(
  source: ByteSource,
  offset: number,
  { header, block }: Header,
  maxRecord: number,
): Promise<Frame | undefined> {
  const length = header + block;
  if (length > maxRecord) {
    const skipped = await source.skip(length);
    const isValid = skipped === length && endsRecord(await source.peek(64));
    return isValid ? { kind: 'too-large', offset, length, bytes: NONE } : undefined;
  }
  const bytes = await source.peek(length + 64);
  if (bytes.length < length || !endsRecord(bytes.subarray(length))) return undefined;
  const record = bytes.subarray(0, length);
  // The peeked bytes may lie in a window that will be overwritten.
  const lasting = source.isStable ? record : Buffer.from(record);
  await source.skip(length);
  return { kind: 'record', offset, length, bytes: lasting };
}

/** True if a record can end here: followed by two line breaks (the standard), another record, or the end. */
function endsRecord(bytes: Uint8Array): boolean {
  let at = 0;
  let breaks = 0;
  for (; bytes[at] === CR || bytes[at] === LF; at++) if (bytes[at] === LF) breaks++;
  return breaks >= 2 || at === bytes.length || beginsRecord(bytes.subarray(at));
}
