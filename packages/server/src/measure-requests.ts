import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.js';

/** Counts requests and their time, by the pattern of the route: addresses themselves would be too many. */
export function measureRequests(server: FastifyInstance, { requests, requestSeconds }: Metrics): void {
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    requests.inc({ method, route, status: reply.statusCode });
    requestSeconds.observe({ method, route }, reply.elapsedTime / 1000);
  });
}
