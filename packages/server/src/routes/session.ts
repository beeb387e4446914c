import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { newSession, session } from '../api/session.js';
import { countWrongToken } from '../auth/authenticate.js';
import { forgettingCookie, keepingCookie } from '../auth/cookie.js';
import { demandsTokens } from '../options.js';
import { Problem } from '../problem.js';
import { type Routes, routesAbout } from './route.js';

const route = routesAbout('session');

/** Signing in and out: a browser keeps the token as a cookie that no script can read. */
export const sessionRoutes: Routes = (api, { options, tokens }) => {
  const tokensRequired = demandsTokens(options);

  api.get(
    '/v1/session',
    route('reader', 'Who calls', { response: { 200: session } }),
    async ({ caller }) => ({ ...caller, tokensRequired }),
  );

  api.post(
    '/v1/session',
    {
      schema: {
        tags: ['session'],
        summary: 'Keep a token in this browser',
        body: newSession,
        response: { 200: session },
      },
    },
    async (request, reply) => {
      if (!tokensRequired) return { name: 'local', role: 'admin' as const, tokensRequired };
      const caller = await tokens.find(request.body.token);
      if (caller === undefined) {
        await countWrongToken(request);
        throw new Problem(
          'unauthorised',
          'expected a token that this server knows, got another',
          'Check it, or make one: pith token add NAME.',
        );
      }
      reply.header('set-cookie', keepingCookie(request.body.token, isSecure(request)));
      return { ...caller, tokensRequired };
    },
  );

  api.delete(
    '/v1/session',
    { schema: { tags: ['session'], summary: 'Forget the token', response: { 204: z.null() } } },
    async (_request, reply) => reply.header('set-cookie', forgettingCookie()).code(204).send(null),
  );
};

/** Whether the browser came by https, be it by a proxy before this server. */
function isSecure({ protocol, headers }: FastifyRequest): boolean {
  return protocol === 'https' || headers.origin?.startsWith('https://') === true;
}
