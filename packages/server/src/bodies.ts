import type { FastifyInstance } from 'fastify';

/** Takes every body that is not JSON as bytes: pages come in any type and charset. */
export function takeAnyBody(server: FastifyInstance): void {
  server.removeContentTypeParser('text/plain');
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}
