import { z } from 'zod';
import { version } from '../version.js';
import type { Routes } from './route.js';

const health = z.object({
  status: z.literal('ok'),
  version: z.string(),
  store: z.enum(['sqlite', 'postgres']),
});

/** Whether the server is well. */
export const healthRoutes: Routes = (api, { store }) => {
  api.get(
    '/health',
    {
      config: { rateLimit: false },
      schema: { tags: ['server'], summary: 'Whether the server is well', response: { 200: health } },
    },
    async () => ({ status: 'ok' as const, version, store: store.dialect }),
  );
};
