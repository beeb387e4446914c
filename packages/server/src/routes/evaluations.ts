import { join } from 'node:path';
import { readCorpus } from '@webpith/lab';
import {
  listEvaluations,
  readCorpora,
  readEvaluation,
  readPages,
  removeEvaluation,
  type StoredEvaluation,
} from '@webpith/store';
import { z } from 'zod';
import {
  type Evaluation,
  evaluatedPage,
  evaluationCorpora,
  evaluationList,
  evaluationWithPlots,
  type PageScores,
  viewOfPage,
} from '../api/models.js';
import { storedPage } from '../extraction/extract.js';
import type { SourcePage } from '../extraction/page.js';
import { corporaFolder, diskCorpora } from '../jobs/disk-corpora.js';
import { Problem, required } from '../problem.js';
import type { Services } from '../services.js';
import { type Routes, routesFor } from './route.js';

const route = routesFor('evaluations');
const params = z.object({ evaluation: z.string().max(100) });

export const evaluationRoutes: Routes = (api, services) => {
  const { store, options } = services;
  const existing = async (id: string) => required(await readEvaluation(store, id), 'evaluation', id);

  api.get(
    '/v1/evaluations',
    route('reader', 'Evaluations, newest first', { response: { 200: evaluationList } }),
    async () => ({ items: (await listEvaluations(store)).map(evaluationView) }),
  );

  api.get(
    '/v1/evaluations/corpora',
    route('reader', 'Corpora for evaluation', { response: { 200: evaluationCorpora } }),
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
    route('reader', 'An evaluation with its plots', { params, response: { 200: evaluationWithPlots } }),
    async request => {
      const found = await existing(request.params.evaluation);
      const { each = [] } = found.summary as { each?: PageScores[] };
      return { ...evaluationView(found), plots: [...found.plots], each };
    },
  );

  api.post(
    '/v1/evaluations/:evaluation/pages',
    route('reader', 'Open a page of the corpus as a view', {
      params,
      body: evaluatedPage,
      response: { 200: viewOfPage },
    }),
    async ({ params: { evaluation: id }, body, caller }) => {
      const { corpus } = await existing(id);
      const page = await pageOfCorpus(services, corpus, body.page);
      return { view: (await services.views.keep(page, caller.name)).id };
    },
  );

  api.delete(
    '/v1/evaluations/:evaluation',
    route('admin', 'Remove an evaluation', { params, response: { 204: z.null() } }),
    async (request, reply) => {
      const { id } = await existing(request.params.evaluation);
      await removeEvaluation(store, id);
      return reply.code(204).send(null);
    },
  );
};

async function pageOfCorpus(services: Services, corpus: string, wanted: string): Promise<SourcePage> {
  const { store, options } = services;
  const stored = (await readPages(store, corpus)).find(({ name }) => name === wanted);
  if (stored !== undefined) return await storedPage(stored.id, services);
  const folder = corporaFolder(options);
  if (folder !== undefined && diskCorpora(options).includes(corpus)) {
    const pages = readCorpus(join(folder, corpus), { ids: [wanted], onProblem: () => {} });
    for await (const { html, url } of pages) return { bytes: html, url };
  }
  throw new Problem(
    'not-found',
    `The corpus ${corpus} has no page ${JSON.stringify(wanted)}.`,
    'It may have been removed. Run the evaluation again.',
  );
}

function evaluationView({ id, corpus, created, createdBy, summary }: StoredEvaluation): Evaluation {
  const { pages, measure, digest, table } = summary as Pick<
    Evaluation,
    'pages' | 'measure' | 'digest' | 'table'
  >;
  return { id, corpus, created, createdBy, pages, measure, digest, table };
}
