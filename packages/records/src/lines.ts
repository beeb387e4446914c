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
  let pieces: Uint8Array[] = [];
  let length = 0;
  let offset = 0;
  let doubt: { isDoubtful?: true } = {};
  const line = (end: number): ByteLine => {
    const bytes = length > maxLength ? undefined : withoutReturn(pieces);
    const given = { offset, length: length + end, bytes, ...doubt };
    offset += given.length;
    pieces = [];
    length = 0;
    return given;
  };
  for await (const piece of chunks) {
    if (piece === GAP) {
      line(0); // what was begun is not whole
      doubt = { isDoubtful: true };
      continue;
    }
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      length += end - start;
      if (length <= maxLength) pieces.push(chunk.subarray(start, end));
      yield line(1);
      start = end + 1;
    }
    if (start === chunk.length) continue;
    length += chunk.length - start;
    if (length <= maxLength) pieces.push(chunk.subarray(start));
    else pieces = [];
  }
  if (length > 0) yield line(0);
}

function withoutReturn(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  return bytes.at(-1) === CR ? bytes.subarray(0, -1) : bytes;
}
