import { readTokens, removeToken } from '@webpith/store';
import { z } from 'zod';
import { annotatorName } from '../api/labels.js';
import { madeToken, newToken, token } from '../api/tokens.js';
import { makeToken } from '../auth/stored-tokens.js';
import { Problem } from '../problem.js';
import { type Routes, routesAbout } from './route.js';

const route = routesAbout('tokens');

/** Who may call the server, where it demands tokens. */
export const tokenRoutes: Routes = (api, { store }) => {
  api.get(
    '/v1/tokens',
    route('admin', 'Tokens by name, without secrets', {
      response: { 200: z.object({ items: z.array(token) }) },
    }),
    async () => ({
      items: (await readTokens(store)).map(({ name, role, created }) => ({ name, role, created })),
    }),
  );

  api.post(
    '/v1/tokens',
    route('admin', 'Make a token; its secret is shown this once', {
      body: newToken,
      response: { 201: madeToken },
    }),
    async ({ body }, reply) => reply.code(201).send(await makeToken(store, body)),
  );

  api.delete(
    '/v1/tokens/:name',
    route('admin', 'Remove a token', {
      params: z.object({ name: annotatorName }),
      response: { 204: z.null() },
    }),
    async ({ params: { name } }, reply) => {
      if (await removeToken(store, name)) return reply.code(204).send(null);
      throw new Problem(
        'not-found',
        `expected the name of a token, got ${name}`,
        'Choose one of /v1/tokens.',
      );
    },
  );
};
