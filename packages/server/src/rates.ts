import { setTimeout } from 'node:timers/promises';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limitWrongTokens } from './auth/authenticate.js';
import { demandsTokens, type ServerOptions } from './options.js';
import { Problem } from './problem.js';

/** Callers on loopback without tokens are not limited. */
const isLimited = (options: ServerOptions) => demandsTokens(options) && options.rate > 0;

export async function limitRates(server: FastifyInstance, options: ServerOptions): Promise<void> {
  await server.register(rateLimit, {
    global: isLimited(options),
    max: options.rate || 1,
    timeWindow: 60_000,
    keyGenerator: request => request.caller?.name ?? request.ip,
    errorResponseBuilder: (_request, { max, ttl }) =>
      new Problem(
        'too-many-requests',
        `You sent more than ${max} requests within a minute.`,
        `Wait ${Math.ceil(ttl / 1000)} seconds, or ask the administrator of the server to raise the limit.`,
      ),
  });
  limitWrongTokens(server);
}

/** Returns a function that yields pages at the caller's rate. Each page after the first counts as another request. */
export function pagesByRate(server: Pick<FastifyInstance, 'createRateLimit'>, options: ServerOptions) {
  const count = server.createRateLimit();
  const share = async (request: FastifyRequest, signal: AbortSignal) => {
    for (;;) {
      const found = await count(request);
      if (found.isAllowed || !found.isExceeded) return;
      await setTimeout(found.ttl, undefined, { signal });
    }
  };
  return async function* counted<T>(pages: AsyncIterable<T>, request: FastifyRequest, signal: AbortSignal) {
    let isFirst = true;
    for await (const page of pages) {
      if (!isFirst && isLimited(options)) await share(request, signal);
      isFirst = false;
      yield page;
    }
  };
}
