import { Readable } from 'node:stream';
import { decompressed, FetchError, parseContentEncoding } from '@webpith/fetch';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../problem.js';
import { within } from '../within.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the body consists of lines, which may arrive with long pauses between them. */
    readonly lines?: boolean;
    /** Limit on the decompressed body in bytes. Default: the limit on the body. */
    readonly unpackedLimit?: number;
  }
}

interface BodyLimits {
  readonly whole: number;
  readonly line: number;
}

/**
 * Reads bodies other than JSON as bytes, since a page may have any type and charset. Decompresses bodies, and rejects
 * slow ones.
 */
export function handleBodies(server: FastifyInstance, limits: BodyLimits): void {
  server.removeContentTypeParser('text/plain');
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.addHook('preParsing', async (request, reply, payload) => {
    const { 'content-length': length, 'transfer-encoding': transfer } = request.headers;
    if (transfer === undefined && (length === undefined || length === '0')) return payload;
    const { config, bodyLimit } = request.routeOptions;
    const coming = atMinimumRate(payload, config.lines ? limits.line : limits.whole, {
      isLines: config.lines ?? false,
      // The rest of the body must not be parsed as the next request.
      onSlow: () => void reply.header('connection', 'close'),
    });
    const encoding = request.headers['content-encoding'];
    return encoding === undefined
      ? Readable.from(coming, { objectMode: false })
      : decompressBody(coming, encoding, config.unpackedLimit ?? bodyLimit);
  });
}

const RATE = 1000;
const LF = 10;

export interface Pace {
  /** Every complete line restarts the grace period. */
  readonly isLines?: boolean;
  onSlow?(): void;
}

/**
 * Passes a body through while it arrives at the minimum rate. Waiting uses up the `grace` period (in milliseconds),
 * received bytes restore it. Time spent by the consumer does not count.
 */
export async function* atMinimumRate(
  body: AsyncIterable<Uint8Array>,
  grace: number,
  { isLines = false, onSlow }: Pace = {},
): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  let left = grace;
  for (;;) {
    const asked = performance.now();
    const next = await within(chunks.next(), left);
    if (next === undefined) {
      onSlow?.();
      throw new Problem(
        'too-slow',
        `No more of the request body arrived within ${grace / 1000} s.`,
        `Send it without pauses, at ${RATE} bytes per second or faster.`,
      );
    }
    if (next.done) return;
    const { value } = next;
    left -= performance.now() - asked;
    left = isLines && value.includes(LF) ? grace : Math.min(grace, left + (1000 * value.length) / RATE);
    yield value;
  }
}

/** Fastify compares Content-Length with `receivedEncodedLength`. */
type PackedBody = Readable & { receivedEncodedLength: number };

/** The limit applies to every encoding step. */
function decompressBody(body: AsyncIterable<Uint8Array>, encoding: string, limit: number): PackedBody {
  const encodings = encodingsOf(encoding);
  const bytes = decompressed(counted(), encodings, limit, () => tooLarge(limit));
  const stream = Object.assign(Readable.from(withProblem(bytes, encoding), { objectMode: false }), {
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
      `The content encoding ${header.slice(0, 100)} is not supported.`,
      'Use gzip, deflate or br, or send the body uncompressed.',
    );
  }
}

async function* withProblem(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    throw new Problem(
      'bad-request',
      `The ${encoding.slice(0, 100)} data in the request body is corrupt or truncated.`,
      'Compress it again, or send it uncompressed.',
    );
  }
}

function tooLarge(limit: number): Problem {
  return new Problem(
    'too-large',
    `The request body decompresses to more than ${limit} bytes.`,
    'Send less, or ask the administrator of the server to raise the limit.',
  );
}
