import { isLoopback } from '@webpith/fetch';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { demandsTokens, type ServerOptions } from '../options.js';
import { Problem } from '../problem.js';

/** Content Security Policy of the app: no inline scripts or styles, and nothing from other servers except images. */
const APP_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Images of articles, which the app shows on request.
  "img-src 'self' data: blob: https:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': APP_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

export function addSafetyHeaders(server: FastifyInstance): void {
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(HEADERS);
  });
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Rejects requests made by other websites in a browser: writes and, without tokens, requests to other host names. */
export function guardOrigins(server: FastifyInstance, options: ServerOptions): void {
  const allowed = new Set(options.cors);
  const checksHost = !demandsTokens(options);
  server.addHook('onRequest', async request => {
    if (checksHost) checkHost(request, options.host);
    if (!SAFE_METHODS.has(request.method)) checkOrigin(request, allowed);
  });
}

function checkHost(request: FastifyRequest, host: string): void {
  const name = request.hostname.replace(/^\[(.*)\]$/, '$1');
  if (name === host || isLoopback(name)) return;
  throw new Problem(
    'forbidden',
    `This server answers under localhost only, not under ${JSON.stringify(name.slice(0, 100))}.`,
    'Open it under localhost, or ask its administrator to require tokens.',
  );
}

function checkOrigin(request: FastifyRequest, allowed: ReadonlySet<string>): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined) {
    if (site === undefined || site === 'same-origin' || site === 'none') return;
  } else if (isOwn(origin, request) || allowed.has(origin)) return;
  throw new Problem(
    'forbidden',
    `Requests from ${JSON.stringify((origin ?? `a ${site} page`).slice(0, 100))} are not allowed.`,
    'Use the app of this server, or ask its administrator to allow the other origin.',
  );
}

/** True if the origin is this server, also behind an https proxy that forwards the host. */
function isOwn(origin: string, { protocol, host }: FastifyRequest): boolean {
  return origin === `${protocol}://${host}` || origin === `https://${host}`;
}
