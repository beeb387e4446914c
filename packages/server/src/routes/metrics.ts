import { demandsTokens } from '../options.js';
import type { Routes } from './route.js';

/** Figures for Prometheus; where tokens are demanded, an admin's is. */
export const metricsRoutes: Routes = (api, { metrics, options }) => {
  api.get(
    '/metrics',
    {
      config: { rateLimit: false, ...(demandsTokens(options) ? { role: 'admin' as const } : {}) },
      schema: { tags: ['server'], summary: 'Figures for Prometheus' },
    },
    async (_request, reply) =>
      reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
};
