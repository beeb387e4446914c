import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { limited } from './bytes.js';
import { FetchError } from './errors.js';

/** Makes the decoder of one content coding; the first byte tells the two kinds of deflate apart. */
type DecoderOf = (firstByte: number) => Transform;

// Servers send "deflate" both with the zlib wrapper the standard asks for and bare; a wrapper's low half is 8.
const inflate: DecoderOf = firstByte => ((firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw());

const decoders: Readonly<Record<string, DecoderOf>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  br: () => createBrotliDecompress(),
  deflate: inflate,
};

/** The codings we can undo, as the Accept-Encoding header wants them. */
export const acceptedEncodings = 'gzip, deflate, br';

// A coding on a coding is rare, a third only ever an attack.
const mostEncodings = 3;

/** The codings of a Content-Encoding header in the order in which they were applied. */
export function parseContentEncoding(header: string): string[] {
  const names = header
    .toLowerCase()
    .split(',', mostEncodings + 1)
    .map(name => name.trim());
  const encodings = names.filter(name => name !== '' && name !== 'identity');
  const unknown = encodings.find(name => !Object.hasOwn(decoders, name));
  if (unknown !== undefined || encodings.length > mostEncodings) {
    const got = unknown === undefined ? `${mostEncodings + 1} of them or more` : JSON.stringify(unknown);
    throw new FetchError(
      'bad-encoding',
      `expected a content encoding of ${acceptedEncodings}, got ${got}; save the page and give its file`,
    );
  }
  return encodings;
}

/**
 * Undoes the codings of a body as its bytes pass. The limit holds for the bytes of every step, not only of
 * the last: an archive of empty archives gives nothing at the end and would still keep the machine busy.
 */
export function decompressed(
  source: AsyncIterable<Uint8Array | string>,
  encodings: readonly string[],
  limit: number,
  tooLarge: () => Error,
): AsyncIterable<Uint8Array> {
  let bytes = limited(source, limit, tooLarge);
  for (const encoding of [...encodings].reverse()) {
    bytes = limited(decoded(bytes, encoding), limit, tooLarge);
  }
  return bytes;
}

async function* decoded(source: AsyncGenerator<Uint8Array>, encoding: string): AsyncGenerator<Uint8Array> {
  const first = await firstBytes(source);
  if (first === undefined) return;
  let failure: unknown;
  const decoder = decoders[encoding]!(first[0]!);
  const rest = async function* () {
    yield first;
    try {
      yield* source;
    } catch (error) {
      failure = error; // of the source, not of the decoding
      throw error;
    }
  };
  pipeline(Readable.from(rest()), decoder, () => {}); // errors come out of the iteration below
  try {
    yield* decoder;
  } catch (cause) {
    if (failure !== undefined) throw failure;
    throw new FetchError(
      'bad-encoding',
      `expected a body compressed with ${encoding}, got one that is broken or cut off; try again or save the page and give its file`,
      { cause },
    );
  }
}

async function firstBytes(source: AsyncGenerator<Uint8Array>): Promise<Uint8Array | undefined> {
  for (;;) {
    const { done, value } = await source.next();
    if (done) return undefined;
    if (value.length > 0) return value;
  }
}
