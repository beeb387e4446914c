import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { atMinimumRate } from './minimum-rate.js';
import { unpacked } from './unpacked.js';

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
export function takeBodies(server: FastifyInstance, limits: BodyLimits): void {
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
      : unpacked(coming, encoding, bodyLimit);
  });
}
