import { readTokens, removeToken } from '@webpith/store';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { madeToken, newSession, newToken, session, token } from '../api/access.js';
import { annotatorName } from '../api/labels.js';
import { countWrongToken, expiredCookie, sessionCookie } from '../auth/authenticate.js';
import { callerOf, createToken } from '../auth/tokens.js';
import { demandsTokens } from '../options.js';
import { notFound, Problem } from '../problem.js';
import { type Routes, routesFor } from './route.js';

const route = routesFor('session');
const tokenRoute = routesFor('tokens');

export const accessRoutes: Routes = (api, { options, store }) => {
  const tokensRequired = demandsTokens(options);

  api.get(
    '/v1/session',
    route('reader', 'The current caller', { response: { 200: session } }),
    async ({ caller }) => ({ ...caller, tokensRequired }),
  );

  api.post(
    '/v1/session',
    {
      schema: {
        tags: ['session'],
        summary: 'Sign in: store a token in this browser',
        body: newSession,
        response: { 200: session },
      },
    },
    async (request, reply) => {
      if (!tokensRequired) return { name: 'local', role: 'admin' as const, tokensRequired };
      const caller = await callerOf(store, request.body.token);
      if (caller === undefined) {
        await countWrongToken(request);
        throw new Problem(
          'unauthorised',
          'The token is not valid.',
          'Check it, or ask the administrator of the server for another.',
        );
      }
      reply.header('set-cookie', sessionCookie(request.body.token, isSecure(request)));
      return { ...caller, tokensRequired };
    },
  );

  api.delete(
    '/v1/session',
    { schema: { tags: ['session'], summary: 'Sign out', response: { 204: z.null() } } },
    async (_request, reply) => reply.header('set-cookie', expiredCookie()).code(204).send(null),
  );

  api.get(
    '/v1/tokens',
    tokenRoute('admin', 'Tokens by name, without secrets', {
      response: { 200: z.object({ items: z.array(token) }) },
    }),
    async () => ({
      items: (await readTokens(store)).map(({ name, role, created }) => ({ name, role, created })),
    }),
  );

  api.post(
    '/v1/tokens',
    tokenRoute('admin', 'Create a token; its secret is shown only once', {
      body: newToken,
      response: { 201: madeToken },
    }),
    async ({ body }, reply) => reply.code(201).send(await createToken(store, body)),
  );

  api.delete(
    '/v1/tokens/:name',
    tokenRoute('admin', 'Remove a token', {
      params: z.object({ name: annotatorName }),
      response: { 204: z.null() },
    }),
    async ({ params: { name } }, reply) => {
      if (await removeToken(store, name)) return reply.code(204).send(null);
      throw notFound('token', name);
    },
  );
};

function isSecure({ protocol, headers }: FastifyRequest): boolean {
  return protocol === 'https' || headers.origin?.startsWith('https://') === true;
}
