import { Readable } from 'node:stream';
import { decompressed, FetchError, parseContentEncoding } from '@webpith/fetch';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../problem.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body is lines that may come one by one, as the sender has them. */
    readonly lines?: boolean;
  }
}

/** Milliseconds that bodies are waited for. */
export interface BodyLimits {
  /** For one that is sent at once. */
  readonly whole: number;
  /** For the next line of others. */
  readonly line: number;
}

/** Takes every body that is not JSON as bytes, since pages come in any type and charset; unpacks it, and ends what is sent too slowly. */
export function handleBodies(server: FastifyInstance, limits: BodyLimits): void {
  server.removeContentTypeParser('text/plain');
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.addHook('preParsing', async (request, reply, payload) => {
    const { 'content-length': length, 'transfer-encoding': transfer } = request.headers;
    if (transfer === undefined && (length === undefined || length === '0')) return payload;
    const { config, bodyLimit } = request.routeOptions;
    const coming = atMinimumRate(payload, config.lines ? limits.line : limits.whole, {
      isLines: config.lines ?? false,
      // What is still to come is of no use to the next request.
      onSlow: () => void reply.header('connection', 'close'),
    });
    const encoding = request.headers['content-encoding'];
    return encoding === undefined
      ? Readable.from(coming, { objectMode: false })
      : decompressBody(coming, encoding, bodyLimit);
  });
}

/** Bytes a second that a body must bring on average. */
const RATE = 1000;
const LF = 10;

/** How a body may arrive. */
export interface Pace {
  /** Whether every whole line renews the whole grace period. */
  readonly isLines?: boolean;
  /** Called before a body is given up. */
  onSlow?(): void;
}

/**
 * Passes a body on as long as it keeps to the minimum rate: it may pause for so many milliseconds, and longer for every byte
 * that came. Time that the reader takes does not count.
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
      throw tooSlow(grace);
    }
    if (next.done) return;
    const { value } = next;
    left -= performance.now() - asked;
    left = isLines && value.includes(LF) ? grace : Math.min(grace, left + (1000 * value.length) / RATE);
    yield value;
  }
}

/** The value of a promise, or undefined when it takes longer. */
async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let clock: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>(resolve => {
    clock = setTimeout(resolve, Math.max(0, milliseconds), undefined);
  });
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(clock);
  }
}

function tooSlow(grace: number): Problem {
  return new Problem(
    'too-slow',
    `No more of the request body arrived within ${grace / 1000} s.`,
    `Send it without pauses, at ${RATE} bytes per second or faster.`,
  );
}

/** A body as fastify reads it: the length that its header names is that of the packed one. */
type PackedBody = Readable & { receivedEncodedLength: number };

/** Unpacks a body as it comes, as far as the limit; it holds for every step of the unpacking. */
export function decompressBody(body: AsyncIterable<Uint8Array>, encoding: string, limit: number): PackedBody {
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

/** Bytes whose unpacking fails by the sender's doing. */
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
