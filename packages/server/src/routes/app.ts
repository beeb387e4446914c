import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { z } from 'zod';
import { demandsTokens, version } from '../options.js';
import { Problem } from '../problem.js';
import type { Api, Routes } from './route.js';

/** Serves the built app, or an error with instructions at `/`. */
export async function serveApp(api: Api, folder: string): Promise<void> {
  if (existsSync(join(folder, 'index.html'))) {
    await api.register(fastifyStatic, { root: folder, cacheControl: true, maxAge: 0 });
    return;
  }
  api.get('/', { schema: { hide: true } }, async () => {
    throw new Problem(
      'not-found',
      `The web app is not built: ${folder} has no index.html.`,
      'Build it with npm run build and restart the server. The API works without it: see /docs.',
    );
  });
}

const health = z.object({
  status: z.literal('ok'),
  version: z.string(),
  store: z.enum(['sqlite', 'postgres']),
});

export const healthRoutes: Routes = (api, { store, metrics, options }) => {
  api.get(
    '/health',
    {
      config: { rateLimit: false },
      schema: { tags: ['server'], summary: 'Health check', response: { 200: health } },
    },
    async () => ({ status: 'ok' as const, version, store: store.dialect }),
  );

  api.get(
    '/metrics',
    {
      config: { rateLimit: false, ...(demandsTokens(options) ? { role: 'admin' as const } : {}) },
      schema: { tags: ['server'], summary: 'Prometheus metrics' },
    },
    async (_request, reply) =>
      reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
};
