import { z } from 'zod';
import type { ExtractResult } from '../api/extract.js';
import { extractForRequest } from '../extraction/extract.js';
import type { Routes } from './route.js';
import { callerSignal } from './signal.js';

/** The article's own styles and pictures are shown; nothing runs and nothing is sent. */
const RICH_POLICY = [
  'sandbox allow-same-origin',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data: http: https:',
  'media-src http: https:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** The article of a view as a page of its own, in the style of the page it was found on. */
export const richRoutes: Routes = (api, services) => {
  api.get(
    '/frame/views/:view/rich',
    {
      config: { role: 'reader' },
      schema: {
        tags: ['frame'],
        summary: 'The article of a view in its own style; draws the page in a browser',
        params: z.object({ view: z.string() }),
      },
    },
    async ({ params: { view } }, reply) => {
      const request = { view, render: true, outputs: ['rich' as const] };
      const { output } = await extractForRequest(request, services, { signal: callerSignal(reply) });
      const { outputs } = JSON.parse(Buffer.from(output).toString()) as ExtractResult;
      return reply
        .headers({ 'content-security-policy': RICH_POLICY, 'cache-control': 'private, no-store' })
        .type('text/html; charset=utf-8')
        .send(outputs?.rich ?? '');
    },
  );
};
