import { listFeedback, readPage, type StoredFeedback } from '@webpith/store';
import { z } from 'zod';
import { type Feedback, feedback, feedbackList, newFeedback } from '../api/feedback.js';
import { keepFeedback } from '../feedback/keep-feedback.js';
import { removeReport } from '../feedback/remove-report.js';
import { notFound } from '../problem.js';
import { type Routes, routesAbout } from './route.js';

const route = routesAbout('feedback');
const params = z.object({ feedback: z.string().max(100) });
const part = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  after: z.string().max(100).optional(),
});

/** What readers say is wrong. */
export const feedbackRoutes: Routes = (api, services) => {
  const { store } = services;
  const view = async (report: StoredFeedback): Promise<Feedback> => {
    const title = (await readPage(store, report.page))?.title;
    return { ...report, missing: [...report.missing], extra: [...report.extra], ...(title && { title }) };
  };

  api.post(
    '/v1/feedback',
    route('annotator', 'Report what is missing or too much; it becomes labels in the corpus “feedback”', {
      body: newFeedback,
      response: { 201: feedback },
    }),
    async ({ body, caller }, reply) =>
      reply.code(201).send(await view(await keepFeedback(services, body, caller.name))),
  );

  api.get(
    '/v1/feedback',
    route('reader', 'Reports, newest first', { querystring: part, response: { 200: feedbackList } }),
    async ({ query: { limit, after } }) => {
      const found = await listFeedback(store, { limit: limit + 1, after });
      const items = await Promise.all(found.slice(0, limit).map(view));
      return { items, ...(found.length > limit ? { next: items.at(-1)!.id } : {}) };
    },
  );

  api.delete(
    '/v1/feedback/:feedback',
    route('admin', 'Remove a report and the labels that it became', { params, response: { 204: z.null() } }),
    async (request, reply) => {
      const id = request.params.feedback;
      if (await removeReport(services, id)) return reply.code(204).send(null);
      throw notFound('the id of a report', id, 'Choose one of /v1/feedback.');
    },
  );
};
