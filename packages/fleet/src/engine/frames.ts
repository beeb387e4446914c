import { readSync, writeSync } from 'node:fs';

/**
 * A frame is two lengths (32 bits, little-endian), a head in JSON and a body of bytes, so that the bytes of pages need
 * not be encoded as text.
 */
export interface Frame {
  readonly head: unknown;
  readonly body: Uint8Array;
}

const LENGTHS = 8;
const NO_BYTES = new Uint8Array();

/** New memory for every page would cost page faults and collections. */
const kept = Buffer.allocUnsafeSlow(1 << 20);

/** Returns undefined at the end of the file. The body is valid until the next frame is read. */
export function readFrame(file: number): Frame | undefined {
  const lengths = readBytes(file, LENGTHS);
  if (lengths === undefined) return undefined;
  const headLength = lengths.readUInt32LE(0);
  const bytes = readBytes(file, headLength + lengths.readUInt32LE(4));
  if (bytes === undefined) return undefined;
  return { head: JSON.parse(bytes.toString('utf8', 0, headLength)), body: bytes.subarray(headLength) };
}

/** Writes a frame to a file descriptor, blocking; `json` is encoded as UTF-8. */
export function writeFrame(file: number, json: Uint8Array, body: Uint8Array = NO_BYTES): void {
  const frame = Buffer.allocUnsafe(LENGTHS + json.length + body.length);
  frame.writeUInt32LE(json.length, 0);
  frame.writeUInt32LE(body.length, 4);
  frame.set(json, LENGTHS);
  frame.set(body, LENGTHS + json.length);
  for (let at = 0; at < frame.length; ) at += writeSync(file, frame, at);
}

function readBytes(file: number, length: number): Buffer | undefined {
  const bytes = length <= kept.length ? kept.subarray(0, length) : Buffer.allocUnsafeSlow(length);
  for (let at = 0; at < length; ) {
    const count = readOnce(file, bytes, at);
    if (count === 0) return undefined;
    at += count;
  }
  return bytes;
}

/** Windows reports the end of a pipe as an error. */
function readOnce(file: number, bytes: Buffer, at: number): number {
  try {
    return readSync(file, bytes, at, bytes.length - at, null);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EOF') return 0;
    throw error;
  }
}
