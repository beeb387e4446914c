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
    store: RequestCounts,
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

/** Maximum number of callers whose requests are counted; the caller without requests for longest is forgotten first. */
const MOST_CALLERS = 5000;

type Counted = (error: null, result: { readonly current: number; readonly ttl: number }) => void;

/** Counts requests per caller in windows of time. Unlike the default store, it does not use the wall clock. */
class RequestCounts {
  readonly #windows = new Map<string, { readonly count: number; readonly begun: number }>();

  incr(caller: string, callback: Counted, length: number): void {
    const now = performance.now();
    const known = this.#windows.get(caller);
    const isOpen = known !== undefined && now - known.begun < length;
    const { count, begun } = isOpen ? known : { count: 0, begun: now };
    this.#windows.delete(caller);
    this.#windows.set(caller, { count: count + 1, begun });
    if (this.#windows.size > MOST_CALLERS) this.#windows.delete(this.#windows.keys().next().value!);
    callback(null, { current: count + 1, ttl: Math.ceil(length - (now - begun)) });
  }

  child(): RequestCounts {
    return new RequestCounts();
  }
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
