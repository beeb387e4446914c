import { GAP } from './unpacked.js';

/** A line and where it stands; `bytes` is absent where the line is longer than allowed. */
export interface ByteLine {
  readonly offset: number;
  /** With its line feed. */
  readonly length: number;
  readonly bytes: Uint8Array | undefined;
  /** Whether bytes were lost before it: it may be half of a line. */
  readonly isDoubtful?: true;
}

const LF = 10;
const CR = 13;

/** The lines of a stream of bytes, without line breaks; of one that is too long, or that a gap ends, nothing is held. */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array | string | typeof GAP>,
  maxLength: number,
): AsyncGenerator<ByteLine> {
  let buffers: Uint8Array[] = [];
  let length = 0;
  let offset = 0;
  let doubt: { isDoubtful?: true } = {};
  const line = (end: number): ByteLine => {
    const bytes = length > maxLength ? undefined : withoutReturn(buffers);
    const given = { offset, length: length + end, bytes, ...doubt };
    offset += given.length;
    buffers = [];
    length = 0;
    return given;
  };
  for await (const given of chunks) {
    if (given === GAP) {
      line(0); // what was begun is not whole
      doubt = { isDoubtful: true };
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
