import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { ExtractResult } from '../api/extract.js';
import { extractFromPage, pageOfView, storedPage } from '../extraction/extract.js';
import type { SourcePage } from '../extraction/page.js';
import { framePolicy, richPolicy } from '../frame/from-tree.js';
import type { Services } from '../services.js';
import { jsonOf } from '../threads/threads.js';
import { callerSignal, type Routes, routesFor, sendBytes } from './route.js';

const route = routesFor('frame');

const frameQuery = z.object({
  assets: z.enum(['0', '1']).optional().describe('1: load images, styles and fonts from https servers'),
});

/** Serves foreign pages without scripts under a strict content security policy. */
export const frameRoutes: Routes = (api, services) => {
  const { threads } = services;
  const send = async (page: SourcePage, assets: boolean, reply: FastifyReply) => {
    const output = await threads.run(
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
      await send(await pageOfView(params.view, services), assets === '1', reply),
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

  api.get(
    '/frame/views/:view/rich',
    route('reader', 'The article of a view in its original style; renders the page in a browser', {
      params: z.object({ view: z.string() }),
      querystring: frameQuery,
    }),
    async ({ params: { view }, query }, reply) => {
      const signal = callerSignal(reply);
      const assets = query.assets === '1';
      const page = await renderedPage(await pageOfView(view, services), services, assets, signal);
      const request = { view, render: true, outputs: ['rich' as const], include: { images: assets } };
      const { outputs } = jsonOf<ExtractResult>(await extractFromPage(page, request, services, { signal }));
      return reply
        .headers({ 'content-security-policy': richPolicy(assets), 'cache-control': 'private, no-store' })
        .type('text/html; charset=utf-8')
        .send(outputs?.rich ?? '');
    },
  );
};

/** Renders the page unless it is rendered already; makes no requests without assets. */
async function renderedPage(
  page: SourcePage,
  { renderer }: Services,
  assets: boolean,
  signal: AbortSignal,
): Promise<SourcePage> {
  if (page.tree !== undefined) return page;
  const { bytes: html, url, charset } = page;
  return await renderer.render({ html, url, charset }, signal, assets);
}
