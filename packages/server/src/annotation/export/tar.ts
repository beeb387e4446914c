/** A file of an archive. */
export interface TarFile {
  /** Path with forward slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

const BLOCK = 512;
/** Longest path that the plain header holds. */
const LONGEST = 100;
const encoder = new TextEncoder();

/** The bytes of a tar archive (POSIX ustar; longer or foreign paths by pax headers), a chunk at a time. */
export async function* tarOf(files: AsyncIterable<TarFile>): AsyncGenerator<Uint8Array> {
  for await (const { path, bytes } of files) {
    const name = encoder.encode(path);
    // What is not plain ASCII or too long stands in a header of its own; the plain one then holds what fits.
    if (name.length > LONGEST || /[^\x20-\x7e]/.test(path)) yield* entry('pax', 'x', paxPath(path));
    yield* entry(path, '0', bytes);
  }
  yield new Uint8Array(2 * BLOCK);
}

function* entry(path: string, type: '0' | 'x', bytes: Uint8Array): Generator<Uint8Array> {
  yield header(path, type, bytes.length);
  yield bytes;
  const over = bytes.length % BLOCK;
  if (over > 0) yield new Uint8Array(BLOCK - over);
}

/** `<length> path=<path>\n`, where the length counts itself. */
function paxPath(path: string): Uint8Array {
  const rest = encoder.encode(` path=${path}\n`).length;
  let length = rest + 1;
  while (String(length).length + rest !== length) length = String(length).length + rest;
  return encoder.encode(`${length} path=${path}\n`);
}

/** Fields of a header: where each begins and what it holds. Owners and times are left out: the same files give the same archive. */
function header(path: string, type: '0' | 'x', size: number): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const put = (at: number, value: string | Uint8Array) =>
    block.set(typeof value === 'string' ? encoder.encode(value) : value, at);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  put(0, encoder.encode(path).subarray(0, LONGEST));
  put(100, octal(0o644, 7));
  put(108, octal(0, 7));
  put(116, octal(0, 7));
  put(124, octal(size, 11));
  put(136, octal(0, 11));
  put(148, ' '.repeat(8)); // the sum is made over blanks in its own place
  put(156, type);
  put(257, 'ustar\x0000');
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `);
  return block;
}
