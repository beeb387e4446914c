import {
  addPage,
  readAnnotationStates,
  readPage,
  readPageBytes,
  readPages,
  removePage,
  type StoredPage,
} from '@webpith/store';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { corpusOf } from '../annotation/labelled-pages.js';
import { normalisePage, pageName } from '../annotation/page-bytes.js';
import {
  corpusName,
  newPage,
  newPageQuery,
  type StoredPage as PageView,
  pageList,
  pageListQuery,
  storedPage,
  uncertainty,
} from '../api/corpora.js';
import type { ExtractResult } from '../api/extract.js';
import { extractFromPage, fetchedPage, openPage } from '../extraction/extract.js';
import type { SourcePage } from '../extraction/page.js';
import { removeReportsOn } from '../feedback/reports.js';
import { Problem, parsed, required } from '../problem.js';
import type { Services } from '../services.js';
import { jsonOf } from '../threads/threads.js';
import { callerSignal, partOf, type Routes, routesFor } from './route.js';

const route = routesFor('pages');
const ofCorpus = z.object({ corpus: corpusName });
const ofPage = z.object({ page: z.string().max(100) });

const MAX_KNOWN = 20_000;

export const pageRoutes: Routes = (api, services) => {
  const { store } = services;
  const known = new Map<string, number>();

  api.get(
    '/v1/corpora/:corpus/pages',
    route('reader', 'Pages in insertion order', {
      params: ofCorpus,
      querystring: pageListQuery,
      response: { 200: pageList },
    }),
    async ({ params, query: { state, annotator, limit, after }, caller }) => {
      const { name } = await corpusOf(store, params.corpus);
      const found = await readPages(store, name, {
        state,
        annotator: annotator ?? caller.name,
        limit: limit + 1,
        after: after === undefined ? undefined : Number(after),
      });
      const { items, next } = partOf(found, limit, ({ seq }) => String(seq));
      return { items: await pageViews(services, items), next };
    },
  );

  api.post(
    '/v1/corpora/:corpus/pages',
    route('annotator', 'Add a page: as the body, or JSON with html or url', {
      consumes: ['text/html', 'application/json'],
      params: ofCorpus,
      querystring: newPageQuery,
      response: { 200: storedPage, 201: storedPage },
    }),
    async (request, reply) => {
      const { name: corpus } = await corpusOf(store, request.params.corpus);
      const sent = await openPage(await sentPage(request, services), services.options.bodyLimit);
      if (sent.bytes.length === 0) {
        throw new Problem('unprocessable', 'The page is empty.', 'Send the HTML or the URL of a page.');
      }
      const { bytes, title } = normalisePage(sent.bytes, sent.charset);
      const name = pageName(sent.id, sent.url);
      const kept = await addPage(store, { corpus, bytes, name, url: sent.url || undefined, title });
      if (kept === undefined) throw new Problem('not-found', 'The corpus was removed.', 'Create it again.');
      const [view] = await pageViews(services, [kept.page]);
      return reply.code(kept.added ? 201 : 200).send(view!);
    },
  );

  api.get(
    '/v1/pages/:page',
    route('reader', 'A page', { params: ofPage, response: { 200: storedPage } }),
    async ({ params }) => (await pageViews(services, [await pageOf(services, params.page)]))[0]!,
  );

  api.get(
    '/v1/pages/:page/source',
    route('reader', 'The bytes of a page', { params: ofPage }),
    async ({ params }, reply) => {
      const { id, name } = await pageOf(services, params.page);
      const bytes = await readPageBytes(store, id);
      // As a download: shown in the browser, it could run scripts in our origin.
      return reply
        .type('application/octet-stream')
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}.html`)
        .send(Buffer.from(bytes!));
    },
  );

  api.delete(
    '/v1/pages/:page',
    route('admin', 'Remove a page, its labels and the reports on it', {
      params: ofPage,
      response: { 204: z.null() },
    }),
    async ({ params }, reply) => {
      const { id } = await pageOf(services, params.page);
      await removePage(store, id);
      await removeReportsOn(store, [id]);
      return reply.code(204).send(null);
    },
  );

  // Labels on the least certain pages improve a model most.
  api.get(
    '/v1/corpora/:corpus/uncertainty',
    route('reader', 'Pages by confidence of the default, least confident first', {
      params: ofCorpus,
      response: { 200: uncertainty },
    }),
    async ({ params }, reply) => {
      const { name } = await corpusOf(store, params.corpus);
      const signal = callerSignal(reply);
      const items: { page: string; confidence: number }[] = [];
      for (const { id, url } of await readPages(store, name)) {
        const confidence = known.get(id) ?? (await confidenceOf(services, id, url, signal));
        if (known.size < MAX_KNOWN) known.set(id, confidence);
        items.push({ page: id, confidence });
      }
      return { items: items.sort((a, b) => a.confidence - b.confidence || (a.page < b.page ? -1 : 1)) };
    },
  );
};

export async function pageOf({ store }: Pick<Services, 'store'>, id: string): Promise<StoredPage> {
  return required(await readPage(store, id), 'page', id, 'Choose a page of the corpus.');
}

async function pageViews({ store }: Services, pages: readonly StoredPage[]): Promise<PageView[]> {
  const states = await readAnnotationStates(
    store,
    pages.map(({ id }) => id),
  );
  return pages.map(({ seq: _, ...page }) => ({
    ...page,
    labels: Object.fromEntries(
      states
        .filter(state => state.page === page.id)
        .map(({ annotator, count, done }) => [annotator, { count, done }]),
    ),
  }));
}

type SentPage = Omit<SourcePage, 'tree'> & { readonly id?: string | undefined };

async function sentPage(request: FastifyRequest, { options }: Services): Promise<SentPage> {
  const query = newPageQuery.parse(request.query);
  const { body } = request;
  if (Buffer.isBuffer(body)) {
    const charset = /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(request.headers['content-type'] ?? '')?.[1];
    return { charset, ...query, bytes: body };
  }
  const { url = query.url, id = query.id, html } = parsed(newPage, body ?? {});
  if (html !== undefined) return { bytes: Buffer.from(html), charset: 'utf-8', url, id };
  if (url === undefined) {
    throw new Problem('bad-request', 'The request has neither html nor url.', 'Send one of them.');
  }
  return { ...(await fetchedPage(url, options)), id };
}

/** Confidence in the extraction of a page: 0 if it fails, 1 if the page was removed. */
async function confidenceOf(
  services: Services,
  id: string,
  url: string | undefined,
  signal: AbortSignal,
): Promise<number> {
  const bytes = await readPageBytes(services.store, id);
  if (bytes === undefined) return 1;
  try {
    const output = await extractFromPage({ bytes, url }, { method: 'default' }, services, { signal });
    return jsonOf<ExtractResult>(output).article.confidence ?? 0;
  } catch {
    signal.throwIfAborted();
    return 0;
  }
}
