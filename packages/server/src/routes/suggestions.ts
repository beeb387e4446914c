import { z } from 'zod';
import { labelSetOf } from '../annotation/label-sets.js';
import { corpusOf, treeOfBytes } from '../annotation/labelled-pages.js';
import { suggestedLabels } from '../annotation/suggestions.js';
import type { ExtractResult } from '../api/extract.js';
import { suggestions } from '../api/labels.js';
import { extractFromPage } from '../extraction/extract.js';
import { storedPage } from '../extraction/source.js';
import { Problem } from '../problem.js';
import { pageOf } from './pages.js';
import { type Routes, routesAbout } from './route.js';
import { callerSignal } from './signal.js';

const route = routesAbout('labels');

const query = z
  .object({
    method: z.string().max(100).optional().describe('A name of /v1/methods; by label set where absent'),
    model: z.string().max(100).optional().describe('The id of a trained model'),
    labelSet: z.string().max(100).optional().describe('That of the corpus where absent'),
  })
  .strict();

/** The method that knows a label set best. */
const BEST_METHOD: Readonly<Record<string, string>> = { leaves: 'leaves' };

/** What a method would label. */
export const suggestionRoutes: Routes = (api, services) => {
  api.get(
    '/v1/pages/:page/suggestions',
    route('reader', 'What a method or a trained model would label, with probabilities', {
      params: z.object({ page: z.string().max(100) }),
      querystring: query,
      response: { 200: suggestions },
    }),
    async ({ params, query: { method, model, labelSet } }, reply) => {
      const { id, corpus } = await pageOf(services, params.page);
      const name = labelSet ?? (await corpusOf(services.store, corpus)).task;
      const set = labelSetOf(name);
      if (set === undefined) {
        throw new Problem(
          'bad-request',
          `expected a label set, got ${JSON.stringify(name)}`,
          'Choose one of /v1/label-sets.',
        );
      }
      const page = await storedPage(id, services);
      const asked = model === undefined ? { method: method ?? BEST_METHOD[name] ?? 'default' } : { model };
      const request = {
        ...asked,
        ...(method !== undefined && { method }),
        explain: true,
        applySiteRules: true,
      };
      const { output } = await extractFromPage(page, request, services, { signal: callerSignal(reply) });
      const result = JSON.parse(Buffer.from(output).toString()) as ExtractResult;
      const labels = suggestedLabels(treeOfBytes(page.bytes), result, set);
      return {
        page: id,
        labelSet: name,
        method: result.method,
        ...(result.model && { model: result.model }),
        labels,
      };
    },
  );
};
