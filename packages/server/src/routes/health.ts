import { z } from 'zod';
import { demandsTokens, version } from '../options.js';
import type { Services } from '../services.js';
import { within } from '../within.js';
import type { Routes } from './route.js';

const health = z.object({
  status: z.literal('ok'),
  version: z.string(),
  store: z.enum(['sqlite', 'postgres']),
});

const state = z.enum(['ok', 'failed']);
const readiness = z.object({ status: z.enum(['ready', 'not ready']), store: state, workers: state });
type Readiness = z.infer<typeof readiness>;

/** Input of a minimal task, to check that a worker responds. */
const PAGE = { page: { bytes: new TextEncoder().encode('<p>Ready') }, assets: false };

/** Milliseconds for each part of a check. A worker process may have to start first. */
const TIME_LIMIT = 10_000;
/** Milliseconds that a result is kept, so that frequent probes cost nothing. */
const KEPT = 2_000;

export const healthRoutes: Routes = (api, services) => {
  const { store, metrics, options } = services;
  const check = readinessCheck(services);

  api.get(
    '/health',
    {
      config: { rateLimit: false },
      schema: { tags: ['server'], summary: 'The process is alive', response: { 200: health } },
    },
    async () => ({ status: 'ok' as const, version, store: store.dialect }),
  );

  api.get(
    '/ready',
    {
      config: { rateLimit: false },
      schema: {
        tags: ['server'],
        summary: 'Requests can be served: the store answers and a worker extracts',
        response: { 200: readiness, 503: readiness },
      },
    },
    async (_request, reply) => {
      const found = await check();
      const isReady = found.status === 'ready';
      if (!isReady) reply.header('retry-after', 5);
      return reply.code(isReady ? 200 : 503).send(found);
    },
  );

  api.get(
    '/metrics',
    {
      config: { rateLimit: false, ...(demandsTokens(options) ? { role: 'metrics' as const } : {}) },
      schema: { tags: ['server'], summary: 'Prometheus metrics' },
    },
    async (_request, reply) =>
      reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
};

/** Returns a check whose result is kept for a while; checks never overlap. */
function readinessCheck(services: Services): () => Promise<Readiness> {
  let running: Promise<Readiness> | undefined;
  let until = 0;
  return () => {
    if (running === undefined || performance.now() > until) {
      until = Number.POSITIVE_INFINITY;
      running = readinessOf(services).finally(() => {
        until = performance.now() + KEPT;
      });
    }
    return running;
  };
}

async function readinessOf({ store, threads }: Services): Promise<Readiness> {
  const [stored, worked] = await Promise.all([
    succeeds(store.db.selectNoFrom(({ lit }) => lit(1).as('one')).execute()),
    // A worker that is busy with a page counts as healthy: a full queue is no reason to take the server out of
    // service.
    threads.running > 0 || succeeds(threads.run('frame', PAGE, { timeLimit: TIME_LIMIT })),
  ]);
  return {
    status: stored && worked ? 'ready' : 'not ready',
    store: stored ? 'ok' : 'failed',
    workers: worked ? 'ok' : 'failed',
  };
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  const done = work.then(
    () => true,
    () => false,
  );
  return (await within(done, TIME_LIMIT)) ?? false;
}
