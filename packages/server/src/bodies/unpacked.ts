import { Readable } from 'node:stream';
import { decompressed, FetchError, parseContentEncoding } from '@webpith/fetch';
import { Problem } from '../problem.js';

/** A body as fastify reads it: the length that its header names is that of the packed one. */
type PackedBody = Readable & { receivedEncodedLength: number };

/** Unpacks a body as it comes, as far as the limit; it holds for every step of the unpacking. */
export function unpacked(body: AsyncIterable<Uint8Array>, encoding: string, limit: number): PackedBody {
  const encodings = encodingsOf(encoding);
  const bytes = decompressed(counted(), encodings, limit, () => tooLarge(limit));
  const stream = Object.assign(Readable.from(named(bytes, encoding), { objectMode: false }), {
    receivedEncodedLength: 0,
  });
  async function* counted() {
    for await (const chunk of body) {
      stream.receivedEncodedLength += chunk.length;
      yield chunk;
    }
  }
  return stream;
}

function encodingsOf(header: string): string[] {
  try {
    return parseContentEncoding(header);
  } catch {
    throw new Problem(
      'unsupported-type',
      `expected a body that is packed as gzip, deflate or br, got one packed as ${header.slice(0, 100)}`,
      'Pack it with gzip, or send it as it is.',
    );
  }
}

/** Bytes whose unpacking fails by the sender's doing. */
async function* named(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    throw new Problem(
      'bad-request',
      `expected a body that is packed as ${encoding.slice(0, 100)}, got one that is broken or cut off`,
      'Pack it again, or send it as it is.',
    );
  }
}

function tooLarge(limit: number): Problem {
  return new Problem(
    'too-large',
    `expected a body that unpacks to at most ${limit} bytes, got more`,
    'Send less, or start the server with a larger --body-limit.',
  );
}
