import {
  listEvaluations,
  readCorpora,
  readEvaluation,
  removeEvaluation,
  type StoredEvaluation,
} from '@webpith/store';
import { z } from 'zod';
import {
  type Evaluation,
  evaluationCorpora,
  evaluationList,
  evaluationWithPlots,
} from '../api/evaluations.js';
import { diskCorpora } from '../jobs/disk-corpora.js';
import { Problem } from '../problem.js';
import type { Routes } from './route.js';

const tags = ['evaluations'];
const params = z.object({ evaluation: z.string().max(100) });

/** What methods came to on corpora. */
export const evaluationRoutes: Routes = (api, { store, options }) => {
  const missing = (id: string) =>
    new Problem(
      'not-found',
      `expected the id of an evaluation, got ${JSON.stringify(id)}`,
      'Choose one of /v1/evaluations.',
    );

  api.get(
    '/v1/evaluations',
    {
      config: { role: 'reader' },
      schema: { tags, summary: 'Evaluations, newest first', response: { 200: evaluationList } },
    },
    async () => ({ items: (await listEvaluations(store)).map(evaluationView) }),
  );

  api.get(
    '/v1/evaluations/corpora',
    {
      config: { role: 'reader' },
      schema: { tags, summary: 'Corpora that can be evaluated on', response: { 200: evaluationCorpora } },
    },
    async () => {
      const stored = (await readCorpora(store)).map(({ name, pages }) => ({
        name,
        place: 'store' as const,
        pages,
      }));
      const names = new Set(stored.map(({ name }) => name));
      const onDisk = diskCorpora(options).filter(name => !names.has(name));
      return { items: [...stored, ...onDisk.map(name => ({ name, place: 'disk' as const }))] };
    },
  );

  api.get(
    '/v1/evaluations/:evaluation',
    {
      config: { role: 'reader' },
      schema: {
        tags,
        summary: 'An evaluation with its plots',
        params,
        response: { 200: evaluationWithPlots },
      },
    },
    async request => {
      const found = await readEvaluation(store, request.params.evaluation);
      if (found === undefined) throw missing(request.params.evaluation);
      return { ...evaluationView(found), plots: [...found.plots] };
    },
  );

  api.delete(
    '/v1/evaluations/:evaluation',
    {
      config: { role: 'admin' },
      schema: { tags, summary: 'Remove an evaluation', params, response: { 204: z.null() } },
    },
    async (request, reply) => {
      if (!(await removeEvaluation(store, request.params.evaluation)))
        throw missing(request.params.evaluation);
      return reply.code(204).send(null);
    },
  );
};

function evaluationView({ id, corpus, created, createdBy, summary }: StoredEvaluation): Evaluation {
  return {
    id,
    corpus,
    created,
    createdBy,
    ...(summary as Pick<Evaluation, 'pages' | 'measure' | 'digest' | 'table'>),
  };
}
