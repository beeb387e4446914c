import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { Decompress } from 'fzstd';
import { AsyncIterReader } from 'warcio';

/** Undoes one coding; throws where the bytes are not so coded, or become more than the limit. */
type Decoder = (bytes: Uint8Array, limit: number) => Uint8Array;

/** What was cut off by the crawler is decoded as far as it goes. */
const asFarAsItGoes = { finishFlush: constants.Z_SYNC_FLUSH };
const gunzip: Decoder = (bytes, limit) => gunzipSync(bytes, { ...asFarAsItGoes, maxOutputLength: limit });
const inflate: Decoder = (bytes, limit) => {
  // Servers send "deflate" both with the zlib wrapper the standard asks for and bare; a wrapper's low half is 8.
  const decode = ((bytes[0] ?? 0) & 0x0f) === 8 ? inflateSync : inflateRawSync;
  return decode(bytes, { ...asFarAsItGoes, maxOutputLength: limit });
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

/** More codings than these on one body are only ever an attack. */
const MOST_CODINGS = 3;

/** Why a body cannot be had. */
export type BodyFailure = 'too-large' | 'not-html' | 'lost';

/** What a page that is not coded after all holds near its start. */
const LESS_THAN = 0x3c;

/**
 * The body of a recorded answer with its transfer and content encodings undone. Archives often keep the headers of a
 * body that was decoded before it was stored: what is not so coded is taken as it is.
 */
export async function decodedBody(
  body: Uint8Array,
  headers: { readonly transferEncoding: string; readonly contentEncoding: string },
  limit: number,
): Promise<Uint8Array | BodyFailure> {
  let bytes = /\bchunked\b/i.test(headers.transferEncoding) ? await dechunked(body) : body;
  const codings = headers.contentEncoding
    .toLowerCase()
    .split(',', MOST_CODINGS + 1)
    .map(name => name.trim())
    .filter(name => name !== '' && name !== 'identity');
  if (codings.length > MOST_CODINGS) return 'not-html';
  for (const coding of codings.reverse()) {
    const decode = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
    if (decode === undefined) continue;
    try {
      bytes = decode(bytes, limit);
    } catch (error) {
      if (error instanceof TooLarge || (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
        return 'too-large';
      }
      if (!bytes.subarray(0, 1024).includes(LESS_THAN)) return 'lost';
    }
  }
  return bytes.length > limit ? 'too-large' : bytes;
}

class TooLarge extends RangeError {}

/** Undoes zstd; throws a RangeError where more than the limit comes out. */
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

/** The reader of warcio gives back what is not chunked after all as it is. */
async function dechunked(body: Uint8Array): Promise<Uint8Array> {
  return await new AsyncIterReader([body], null, true).readFully();
}
