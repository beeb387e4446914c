import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { SourcePage } from '../extraction/page.js';
import { keptPage, storedPage } from '../extraction/source.js';
import { framePolicy } from '../frame/policy.js';
import { type Routes, routesAbout } from './route.js';
import { sendBytes } from './send-bytes.js';
import { callerSignal } from './signal.js';

const route = routesAbout('frame');

/** Whether a frame may ask other servers. */
export const frameQuery = z.object({
  assets: z.enum(['0', '1']).optional().describe('1: with pictures, styles and fonts of https servers'),
});

/** Foreign pages, written anew without anything that runs, under a policy of their own. */
export const frameRoutes: Routes = (api, services) => {
  const { threads } = services;
  const send = async (page: SourcePage, assets: boolean, reply: FastifyReply) => {
    const { output } = await threads.run(
      'frame',
      { page, assets },
      { signal: callerSignal(reply), weight: page.bytes.length },
    );
    reply.headers({ 'content-security-policy': framePolicy(assets), 'cache-control': 'private, no-store' });
    return sendBytes(reply, 'text/html; charset=utf-8', output);
  };

  api.get(
    '/frame/views/:view',
    route('reader', 'A view without scripts', {
      params: z.object({ view: z.string() }),
      querystring: frameQuery,
    }),
    async ({ params, query: { assets } }, reply) =>
      await send(await keptPage(params.view, services), assets === '1', reply),
  );

  api.get(
    '/frame/pages/:page',
    route('reader', 'A stored page without scripts', {
      params: z.object({ page: z.string() }),
      querystring: frameQuery,
    }),
    async ({ params, query: { assets } }, reply) =>
      await send(await storedPage(params.page, services), assets === '1', reply),
  );
};
