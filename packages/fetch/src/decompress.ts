import { pipeline, Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { limited } from './bytes.js';
import { FetchError } from './errors.js';

/** Creates a decoder; the first byte distinguishes the two kinds of deflate. */
type DecoderOf = (firstByte: number) => Transform;

// Servers send "deflate" with the zlib wrapper of the standard or without; the low nibble of a wrapper is 8.
const inflate: DecoderOf = firstByte => ((firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw());

const decoders: Readonly<Record<string, DecoderOf>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  br: () => createBrotliDecompress(),
  deflate: inflate,
};

export const acceptedEncodings = 'gzip, deflate, br';

// Two layers are rare already; more than three only occur in attacks.
const maxEncodings = 3;

/** Parses Content-Encoding; encodings are in the order of application. */
export function parseContentEncoding(header: string): string[] {
  const names = header
    .toLowerCase()
    .split(',', maxEncodings + 1)
    .map(name => name.trim());
  const encodings = names.filter(name => name !== '' && name !== 'identity');
  const unknown = encodings.find(name => !Object.hasOwn(decoders, name));
  if (unknown !== undefined || encodings.length > maxEncodings) {
    const problem =
      unknown === undefined
        ? `more than ${maxEncodings} content encodings`
        : `the unknown content encoding ${JSON.stringify(unknown)}`;
    throw new FetchError('bad-encoding', `the page has ${problem}; save it in a browser and use the file`);
  }
  return encodings;
}

/** Decodes a stream. The limit applies to every layer, since nested compression can cost time yet yield few bytes. */
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
      failure = error; // not a decoding error
      throw error;
    }
  };
  pipeline(Readable.from(rest()), decoder, () => {}); // errors surface in the loop below
  try {
    yield* decoder;
  } catch (cause) {
    if (failure !== undefined) throw failure;
    throw new FetchError(
      'bad-encoding',
      `the ${encoding} data of the page is damaged or truncated; try again, or save the page and use the file`,
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

type Unpack = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

// Node has zstd since 22.15. Older versions leave zstd files packed, which are rejected later by their type.
const { zstdDecompress } = zlib as typeof zlib & { zstdDecompress?: typeof zlib.gunzip };

const PACKINGS: readonly {
  readonly name: string;
  readonly magic: readonly number[];
  readonly unpack: Unpack;
}[] = [
  { name: 'gzip', magic: [0x1f, 0x8b, 0x08], unpack: promisify(zlib.gunzip) as unknown as Unpack },
  ...(zstdDecompress === undefined
    ? []
    : [
        {
          name: 'zstd',
          magic: [0x28, 0xb5, 0x2f, 0xfd],
          unpack: promisify(zstdDecompress) as unknown as Unpack,
        },
      ]),
];

/** Pages are packed once or, by mistake, twice; more layers are an attack. */
const MAX_LAYERS = 2;

/**
 * Unpacks a page in a gzip or zstd file; other bytes are returned unchanged. Throws `tooLarge()` above the limit.
 */
export async function unpackedPage(
  bytes: Uint8Array,
  limit: number,
  tooLarge: () => Error,
): Promise<Uint8Array> {
  let page = bytes;
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const packing = PACKINGS.find(({ magic }) => magic.every((byte, i) => page[i] === byte));
    if (packing === undefined) break;
    page = await packing.unpack(page, { maxOutputLength: limit }).catch(cause => {
      if (cause.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
      throw new FetchError(
        'bad-encoding',
        `the ${packing.name} data is damaged or truncated; pack the page again, or use it unpacked`,
        { cause },
      );
    });
  }
  return page;
}
