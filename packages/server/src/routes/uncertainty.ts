import { readPageBytes, readPages } from '@webpith/store';
import { z } from 'zod';
import { corpusOf } from '../annotation/labelled-pages.js';
import { corpusName, uncertainty } from '../api/corpora.js';
import type { ExtractResult } from '../api/extract.js';
import { extractFromPage } from '../extraction/extract.js';
import type { Services } from '../services.js';
import { type Routes, routesAbout } from './route.js';
import { callerSignal } from './signal.js';

const route = routesAbout('pages');

/** Confidences that are remembered: a page does not change, and the default seldom. */
const MOST_KNOWN = 20_000;

/** Which pages of a corpus the default is least sure of: labels on them teach most. */
export const uncertaintyRoutes: Routes = (api, services) => {
  const known = new Map<string, number>();
  api.get(
    '/v1/corpora/:corpus/uncertainty',
    route('reader', 'Pages with how sure the default is of each, least sure first', {
      params: z.object({ corpus: corpusName }),
      response: { 200: uncertainty },
    }),
    async ({ params }, reply) => {
      const { name } = await corpusOf(services.store, params.corpus);
      const signal = callerSignal(reply);
      const items: { page: string; confidence: number }[] = [];
      for (const { id, url } of await readPages(services.store, name)) {
        const confidence = known.get(id) ?? (await confidenceOf(services, id, url, signal));
        if (known.size < MOST_KNOWN) known.set(id, confidence);
        items.push({ page: id, confidence });
      }
      return { items: items.sort((a, b) => a.confidence - b.confidence || (a.page < b.page ? -1 : 1)) };
    },
  );
};

/** How sure the default is of a page; one that fails is what it is least sure of. */
async function confidenceOf(
  services: Services,
  id: string,
  url: string | undefined,
  signal: AbortSignal,
): Promise<number> {
  const bytes = await readPageBytes(services.store, id);
  if (bytes === undefined) return 1;
  try {
    const page = { bytes, ...(url === undefined ? {} : { url }) };
    const { output } = await extractFromPage(page, { method: 'default' }, services, { signal });
    const { article } = JSON.parse(Buffer.from(output).toString()) as ExtractResult;
    return article.confidence ?? 0;
  } catch {
    signal.throwIfAborted();
    return 0;
  }
}
