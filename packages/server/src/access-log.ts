import type { FastifyInstance } from 'fastify';

const MAX_URL = 2000;

/** Writes one line of JSON per request. Request bodies, tokens and other headers are never written. */
export function logRequests(server: FastifyInstance, log: { write(line: string): void }): void {
  server.addHook('onResponse', async (request, reply) => {
    const bytes = Number(reply.getHeader('content-length'));
    const line = {
      time: new Date().toISOString(),
      id: request.id,
      ip: request.ip,
      caller: request.caller?.name,
      method: request.method,
      url: request.url.slice(0, MAX_URL),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      bytes: Number.isNaN(bytes) ? undefined : bytes,
      agent: request.headers['user-agent']?.slice(0, 200),
    };
    log.write(`${JSON.stringify(line)}\n`);
  });
}
