import type { FastifyInstance, FastifyRequest } from 'fastify';
import { demandsTokens, type ServerOptions } from '../options.js';
import { Problem } from '../problem.js';
import { isLoopback } from './loopback.js';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses what other web pages make a browser send: writes that carry a foreign origin, and, where no token protects a
 * server on loopback, requests under a name that somebody made to lead here (DNS rebinding).
 */
export function guardOrigins(server: FastifyInstance, options: ServerOptions): void {
  const allowed = new Set(options.cors);
  const checksHost = !demandsTokens(options);
  server.addHook('onRequest', async request => {
    if (checksHost) refuseForeignHost(request, options.host);
    if (!SAFE_METHODS.has(request.method)) refuseForeignOrigin(request, allowed);
  });
}

function refuseForeignHost(request: FastifyRequest, host: string): void {
  const name = request.hostname.replace(/^\[(.*)\]$/, '$1');
  if (name === host || isLoopback(name)) return;
  throw new Problem(
    'forbidden',
    `expected a request for this machine, got one for ${JSON.stringify(name.slice(0, 100))}`,
    'Open the server under localhost, or start it with --tokens.',
  );
}

function refuseForeignOrigin(request: FastifyRequest, allowed: ReadonlySet<string>): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined) {
    if (site === undefined || site === 'same-origin' || site === 'none') return;
  } else if (isOwn(origin, request) || allowed.has(origin)) return;
  throw new Problem(
    'forbidden',
    `expected a request from the app of this server, got one from ${JSON.stringify((origin ?? `a ${site} page`).slice(0, 100))}`,
    'Start the server with --cors ORIGIN to let another web page call it.',
  );
}

/** Whether an origin is this server: also under the https of a proxy before it, which hands on the name. */
function isOwn(origin: string, { protocol, host }: FastifyRequest): boolean {
  return origin === `${protocol}://${host}` || origin === `https://${host}`;
}
