import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { Decompress } from 'fzstd';
import { AsyncIterReader } from 'warcio';

/** Undoes one coding; throws if the bytes are not coded that way or exceed the limit. */
type Decoder = (bytes: Uint8Array, limit: number) => Uint8Array;

const allowTruncated = { finishFlush: constants.Z_SYNC_FLUSH };
const gunzip: Decoder = (bytes, limit) => gunzipSync(bytes, { ...allowTruncated, maxOutputLength: limit });
const inflate: Decoder = (bytes, limit) => {
  // Servers send "deflate" with the zlib wrapper (RFC 9110) and without; the wrapper's low nibble is 8.
  const decode = ((bytes[0] ?? 0) & 0x0f) === 8 ? inflateSync : inflateRawSync;
  return decode(bytes, { ...allowTruncated, maxOutputLength: limit });
};
const unbrotli: Decoder = (bytes, limit) =>
  brotliDecompressSync(bytes, {
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
    maxOutputLength: limit,
  });

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: inflate,
  br: unbrotli,
  zstd: unzstd,
};

const MAX_CODINGS = 3;

export type BodyFailure = 'too-large' | 'not-html' | 'lost';

/** The character "<"; a body that contains it near the start was archived after decoding. */
const LESS_THAN = 0x3c;

/**
 * Undoes transfer and content encodings of an archived response. Archives often keep the encoding headers of bodies
 * that they decoded before storing them; those bodies are returned unchanged.
 */
export async function decodedBody(
  body: Uint8Array,
  headers: { readonly transferEncoding: string; readonly contentEncoding: string },
  limit: number,
): Promise<Uint8Array | BodyFailure> {
  let bytes = /\bchunked\b/i.test(headers.transferEncoding) ? await dechunked(body) : body;
  const codings = headers.contentEncoding
    .toLowerCase()
    .split(',', MAX_CODINGS + 1)
    .map(name => name.trim())
    .filter(name => name !== '' && name !== 'identity');
  if (codings.length > MAX_CODINGS) return 'not-html';
  for (const coding of codings.reverse()) {
    const decode = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
    if (decode === undefined) continue;
    try {
      bytes = decode(bytes, limit);
    } catch (error) {
      if (error instanceof TooLarge || (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
        return 'too-large';
      if (!bytes.subarray(0, 1024).includes(LESS_THAN)) return 'lost';
    }
  }
  return bytes.length > limit ? 'too-large' : bytes;
}

class TooLarge extends RangeError {}

/** Decompresses zstd; throws a RangeError if the result exceeds the limit. */
export function unzstd(bytes: Uint8Array, limit: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const stream = new Decompress(chunk => {
    length += chunk.length;
    if (length > limit) throw new TooLarge();
    chunks.push(chunk);
  });
  stream.push(bytes, true);
  return Buffer.concat(chunks, length);
}

async function dechunked(body: Uint8Array): Promise<Uint8Array> {
  return await new AsyncIterReader([body], null, true).readFully();
}

type Zstd = typeof import('@bokuweb/zstd-wasm');

let library: Promise<Zstd> | undefined;

/** The reference zstd library, for compression and dictionaries. A second initialisation would break the first. */
export function loadZstd(): Promise<Zstd> {
  library ??= import('@bokuweb/zstd-wasm').then(async zstd => {
    await zstd.init();
    return zstd;
  });
  return library;
}
