import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { demandsTokens, type ServerOptions } from '../options.js';
import { Problem } from '../problem.js';
import { type Caller, mayAct } from './roles.js';
import type { TokenRegistry } from './tokens.js';

/** Wrong tokens a minute that an address may show before it has to wait. */
const MAX_WRONG_TOKENS = 30;

/** Looks who calls before every route that names a role, and refuses whoever may not. */
export function authenticate(server: FastifyInstance, tokens: TokenRegistry, options: ServerOptions): void {
  server.decorateRequest('caller', null as unknown as Caller);
  const demanded = demandsTokens(options);
  server.addHook('onRequest', async (request, reply) => {
    const { role } = request.routeOptions.config;
    if (role === undefined) return;
    request.caller = demanded ? await callerByToken(request, reply, tokens) : localCaller(request);
    if (!mayAct(request.caller.role, role)) {
      throw new Problem(
        'forbidden',
        `This needs a token with the role ${role}, but yours has the role ${request.caller.role}.`,
        `Ask the administrator of the server for a token with the role ${role}.`,
      );
    }
  });
}

/** Everyone on this machine is the admin; who labels says under which name. */
function localCaller(request: FastifyRequest): Caller {
  const name = request.headers['x-pith-annotator'];
  if (name === undefined) return { name: 'local', role: 'admin' };
  if (typeof name === 'string' && /^[\w.@-]{1,64}$/.test(name)) return { name, role: 'admin' };
  throw new Problem(
    'bad-request',
    'The name of an annotator has 1 to 64 letters, digits or . _ @ - characters.',
    'Choose another name.',
  );
}

async function callerByToken(
  request: FastifyRequest,
  reply: FastifyReply,
  tokens: TokenRegistry,
): Promise<Caller> {
  const secret = tokenOf(request);
  if (secret === undefined) throw unauthorised(reply, 'A token is required.');
  const caller = await tokens.find(secret);
  if (caller !== undefined) return caller;
  await countWrongToken(request);
  throw unauthorised(reply, 'The token is not valid.');
}

/** The token of a request: from its header, or from the cookie of a session. */
function tokenOf({ headers }: FastifyRequest): string | undefined {
  const bearer = /^Bearer +(\S{1,200}) *$/i.exec(headers.authorization ?? '')?.[1];
  return bearer ?? tokenFromCookies(headers.cookie);
}

/** Refuses an address that has shown too many wrong tokens: nobody guesses by trying. */
export async function countWrongToken(request: FastifyRequest): Promise<void> {
  const verdict = await request.server.limitWrongTokens(request);
  if (verdict.isAllowed || !verdict.isExceeded) return;
  throw new Problem(
    'too-many-requests',
    `More than ${MAX_WRONG_TOKENS} wrong tokens were sent within a minute.`,
    `Wait ${verdict.ttlInSeconds} seconds and check the token.`,
  );
}

/** Prepares the counting of wrong tokens; after the rate limit's plugin. */
export function limitWrongTokens(server: FastifyInstance): void {
  const count = server.createRateLimit({
    max: MAX_WRONG_TOKENS,
    timeWindow: 60_000,
    keyGenerator: ({ ip }) => ip,
  });
  server.decorate('limitWrongTokens', count);
}

declare module 'fastify' {
  interface FastifyInstance {
    limitWrongTokens: ReturnType<FastifyInstance['createRateLimit']>;
  }
}

function unauthorised(reply: FastifyReply, message: string): Problem {
  reply.header('www-authenticate', 'Bearer realm="pith"');
  return new Problem(
    'unauthorised',
    message,
    'Sign in with a valid token, or ask the administrator of the server for one.',
  );
}

/** The cookie that carries a token where a browser sends no header: frames and event streams. */
const TOKEN_COOKIE = 'pith-token';

/** The token of a request's cookies. */
export function tokenFromCookies(header: string | undefined): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === TOKEN_COOKIE) return part.slice(at + 1).trim();
  }
  return undefined;
}

/** The header that keeps a token in the browser until it is closed: no script can read it, no other site can use it. */
export function sessionCookie(secret: string, secure: boolean): string {
  return `${TOKEN_COOKIE}=${secret}; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}

/** The header that makes the browser forget the token. */
export function expiredCookie(): string {
  return `${TOKEN_COOKIE}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`;
}
