import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const COMPRESSIBLE = /^(?:text\/|application\/(?:json|javascript|problem\+json|tei\+xml)|image\/svg)/;
/** Minimum size of a compressed response; smaller ones would hardly shrink. */
const LEAST_BYTES = 1024;

const compressed = promisify(gzip);

/** Event streams bypass these hooks. */
export function compressResponses(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply, payload: unknown) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (!COMPRESSIBLE.test(type)) return payload;
    reply.header('vary', 'accept-encoding');
    const isPlain = reply.statusCode !== 206 && !reply.hasHeader('content-encoding');
    if (!isPlain || !/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return payload;
    if (payload instanceof Readable) {
      if (request.method === 'HEAD') return payload;
      gzipped(reply);
      return payload.pipe(createGzip()).once('close', () => payload.destroy());
    }
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    if (payload.length < LEAST_BYTES) return payload;
    const bytes = await compressed(payload);
    gzipped(reply);
    return bytes;
  });
}

function gzipped(reply: {
  header(name: string, value: string): unknown;
  removeHeader(name: string): unknown;
}): void {
  reply.header('content-encoding', 'gzip');
  reply.removeHeader('content-length');
}
