import {
  listFeedback,
  listViews,
  type ReadPage,
  readPage,
  readView,
  removeViews,
  type StoredFeedback,
  type StoredView,
} from '@webpith/store';
import { z } from 'zod';
import {
  type Feedback,
  feedback,
  feedbackList,
  newFeedback,
  type PageView,
  pageView,
  pageViewChange,
  pageViewList,
} from '../api/reading.js';
import type { Caller } from '../auth/roles.js';
import { removeReport, saveFeedback, updateView } from '../feedback/reports.js';
import { notFound, required } from '../problem.js';
import type { Services } from '../services.js';
import { partOf, type Routes, routesFor } from './route.js';

const route = routesFor('views');
const params = z.object({ view: z.string().max(100) });
const query = z
  .object({
    url: z.string().max(8192).optional().describe('Only pages with this URL'),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  })
  .strict();

const feedbackRoute = routesFor('feedback');
const feedbackParams = z.object({ feedback: z.string().max(100) });
const part = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  after: z.string().max(100).optional(),
});

export const readingRoutes: Routes = (api, services) => {
  const { store, views } = services;

  api.get(
    '/v1/views',
    route('reader', 'Your reading history, most recent first', {
      querystring: query,
      response: { 200: pageViewList },
    }),
    async ({ query: { url, limit }, caller }) => {
      const found = await listViews(store, { createdBy: caller.name, limit, url: url || undefined });
      return { items: found.map(viewEntry) };
    },
  );

  api.get(
    '/v1/views/:view',
    route('reader', 'A page in the reading history', { params, response: { 200: pageView } }),
    async request => await entryOf(services, await viewOf(services, request.params.view)),
  );

  api.put(
    '/v1/views/:view',
    route('reader', 'Set the title or the corrections of a page', {
      params,
      body: pageViewChange,
      response: { 200: pageView },
    }),
    async ({ params: { view }, body, caller }) => {
      await updateView(services, await ownView(services, view, caller), body, caller);
      return await entryOf(services, await viewOf(services, view));
    },
  );

  api.delete(
    '/v1/views/:view',
    route('reader', 'Remove a page and all its versions from your reading history', {
      params,
      response: { 204: z.null() },
    }),
    async ({ params: { view }, caller }, reply) => {
      const removed = await removeViews(store, caller.name, view);
      if (removed.length === 0) throw noView(view);
      for (const id of removed) views.forget(id);
      return reply.code(204).send(null);
    },
  );

  api.delete(
    '/v1/views',
    route('reader', 'Clear your reading history', { response: { 204: z.null() } }),
    async ({ caller }, reply) => {
      for (const id of await removeViews(store, caller.name)) views.forget(id);
      return reply.code(204).send(null);
    },
  );

  api.post(
    '/v1/feedback',
    feedbackRoute('annotator', 'Report missing or extra parts; adds labels to the corpus “feedback”', {
      body: newFeedback,
      response: { 201: feedback },
    }),
    async ({ body, caller }, reply) =>
      reply.code(201).send(await reportView(services, await saveFeedback(services, body, caller.name))),
  );

  api.get(
    '/v1/feedback',
    feedbackRoute('reader', 'Reports, newest first', { querystring: part, response: { 200: feedbackList } }),
    async ({ query: { limit, after } }) => {
      const found = await listFeedback(store, { limit: limit + 1, after });
      const { items, next } = partOf(found, limit, ({ id }) => id);
      return { items: await Promise.all(items.map(report => reportView(services, report))), next };
    },
  );

  api.delete(
    '/v1/feedback/:feedback',
    feedbackRoute('admin', 'Remove a report and its labels', {
      params: feedbackParams,
      response: { 204: z.null() },
    }),
    async (request, reply) => {
      const id = request.params.feedback;
      if (await removeReport(services, id)) return reply.code(204).send(null);
      throw notFound('report', id);
    },
  );
};

async function viewOf({ store }: Services, id: string): Promise<StoredView> {
  return required(await readView(store, id), VIEW, id, CHOOSE_ANOTHER);
}

/** A view that the caller may change. Everyone with its random id can read it, but only its creator can change it. */
async function ownView(services: Services, id: string, { name }: Caller): Promise<StoredView> {
  const view = await viewOf(services, id);
  if (view.createdBy !== name) throw noView(id);
  return view;
}

const VIEW = 'page in your history with the id';
const CHOOSE_ANOTHER = 'Choose another page.';
const noView = (id: string) => notFound(VIEW, id, CHOOSE_ANOTHER);

function viewEntry({ id, createdBy: _, versions, ...view }: ReadPage): PageView {
  return { view: id, ...view, versions: [...versions] };
}

async function entryOf({ store }: Services, view: StoredView): Promise<PageView> {
  const { id, url, createdBy, created } = view;
  const [page] = url === undefined ? [] : await listViews(store, { createdBy, url, limit: 1 });
  return viewEntry({ ...view, versions: page?.versions ?? [{ view: id, created }] });
}

async function reportView({ store }: Services, report: StoredFeedback): Promise<Feedback> {
  const title = (await readPage(store, report.page))?.title;
  return { ...report, missing: [...report.missing], extra: [...report.extra], title: title || undefined };
}
