import { z } from 'zod';
import type { ExtractResult } from '../api/extract.js';
import { extractFromPage } from '../extraction/extract.js';
import type { SourcePage } from '../extraction/page.js';
import { keptPage } from '../extraction/source.js';
import type { Services } from '../services.js';
import { frameQuery } from './frame.js';
import { type Routes, routesAbout } from './route.js';
import { callerSignal } from './signal.js';

const route = routesAbout('frame');

/** The article's own styles are shown, and its pictures where they are asked for; nothing runs and nothing is sent. */
const policyOf = (assets: boolean) =>
  [
    'sandbox allow-same-origin',
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    assets ? 'img-src data: http: https:' : 'img-src data:',
    ...(assets ? ['media-src http: https:'] : []),
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ');

/** The article of a view as a page of its own, in the style of the page it was found on. */
export const richRoutes: Routes = (api, services) => {
  api.get(
    '/frame/views/:view/rich',
    route('reader', 'The article of a view in its own style; draws the page in a browser', {
      params: z.object({ view: z.string() }),
      querystring: frameQuery,
    }),
    async ({ params: { view }, query }, reply) => {
      const signal = callerSignal(reply);
      const assets = query.assets === '1';
      const page = await drawn(await keptPage(view, services), services, assets, signal);
      const request = { view, render: true, outputs: ['rich' as const], include: { images: assets } };
      const { output } = await extractFromPage(page, request, services, { signal });
      const { outputs } = JSON.parse(Buffer.from(output).toString()) as ExtractResult;
      return reply
        .headers({ 'content-security-policy': policyOf(assets), 'cache-control': 'private, no-store' })
        .type('text/html; charset=utf-8')
        .send(outputs?.rich ?? '');
    },
  );
};

/** The page as a browser draws it; unless its assets are asked for, by what is in the page alone. */
async function drawn(
  { bytes: html, url, charset, tree }: SourcePage,
  { renderer }: Services,
  assets: boolean,
  signal: AbortSignal,
): Promise<SourcePage> {
  const known = { ...(url && { url }), ...(charset && { charset }) };
  if (tree !== undefined) return { bytes: html, tree, ...known };
  return await renderer.draw({ html, ...known }, signal, assets);
}
