import type { Store } from '@webpith/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { demandsTokens, type ServerOptions } from '../options.js';
import { Problem } from '../problem.js';
import { type Caller, mayAct } from './roles.js';
import { callerOf } from './tokens.js';

const MAX_WRONG_TOKENS = 30;

export function authenticate(server: FastifyInstance, store: Store, options: ServerOptions): void {
  server.decorateRequest('caller', null as unknown as Caller);
  const demanded = demandsTokens(options);
  server.addHook('onRequest', async (request, reply) => {
    const { role } = request.routeOptions.config;
    if (role === undefined) return;
    request.caller = demanded ? await callerByToken(request, reply, store) : localCaller(request);
    if (!mayAct(request.caller.role, role)) {
      throw new Problem(
        'forbidden',
        `This needs a token with the role ${role}, but yours has the role ${request.caller.role}.`,
        `Ask the administrator of the server for a token with the role ${role}.`,
      );
    }
  });
}

/** Without tokens every local caller is an admin, under a name of their choice. */
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

async function callerByToken(request: FastifyRequest, reply: FastifyReply, store: Store): Promise<Caller> {
  const secret = tokenOf(request);
  if (secret === undefined) throw unauthorised(reply, 'A token is required.');
  const caller = await callerOf(store, secret);
  if (caller !== undefined) return caller;
  await countWrongToken(request);
  throw unauthorised(reply, 'The token is not valid.');
}

function tokenOf({ headers }: FastifyRequest): string | undefined {
  const bearer = /^Bearer +(\S{1,200}) *$/i.exec(headers.authorization ?? '')?.[1];
  return bearer ?? TOKEN_IN_COOKIES.exec(headers.cookie ?? '')?.[1]?.trim();
}

/** Counts a wrong token. Throws if the IP address sent too many, so that tokens cannot be guessed. */
export async function countWrongToken(request: FastifyRequest): Promise<void> {
  const verdict = await request.server.limitWrongTokens(request);
  if (verdict.isAllowed || !verdict.isExceeded) return;
  throw new Problem(
    'too-many-requests',
    `More than ${MAX_WRONG_TOKENS} wrong tokens were sent within a minute.`,
    `Wait ${verdict.ttlInSeconds} seconds and check the token.`,
  );
}

/** Limits wrong tokens. Must be called after the rate limit plugin is registered. */
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

/** Cookie with the token, for requests to which a browser adds no header: frames and event streams. */
const TOKEN_COOKIE = 'pith-token';

const TOKEN_IN_COOKIES = new RegExp(`(?:^|;)\\s{0,9}${TOKEN_COOKIE}=([^;]{0,1000})`);

export function sessionCookie(secret: string, secure: boolean): string {
  return `${TOKEN_COOKIE}=${secret}; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}

export function expiredCookie(): string {
  return `${TOKEN_COOKIE}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`;
}
