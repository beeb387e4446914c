import { addCorpus, readCorpora, readPages, removeCorpus } from '@webpith/store';
import { z } from 'zod';
import { LABEL_SETS, labelSetOf } from '../annotation/label-sets.js';
import { corpusOf } from '../annotation/labelled-pages.js';
import { corpus, corpusList, corpusName, newCorpus } from '../api/corpora.js';
import { removeReportsOn } from '../feedback/remove-report.js';
import { Problem } from '../problem.js';
import { type Routes, routesAbout } from './route.js';

const route = routesAbout('corpora');
const params = z.object({ corpus: corpusName });

/** Sets of pages that are labelled together. */
export const corpusRoutes: Routes = (api, { store }) => {
  api.get('/v1/corpora', route('reader', 'Corpora by name', { response: { 200: corpusList } }), async () => ({
    items: await readCorpora(store),
  }));

  api.post(
    '/v1/corpora',
    route('annotator', 'Make a corpus', { body: newCorpus, response: { 201: corpus } }),
    async ({ body: { name, title = name, task = 'content' } }, reply) => {
      if (labelSetOf(task) === undefined) {
        const names = LABEL_SETS.map(set => set.name).join(', ');
        throw new Problem(
          'bad-request',
          `expected a label set (${names}), got ${JSON.stringify(task)}`,
          'Choose one of /v1/label-sets.',
        );
      }
      if (!(await addCorpus(store, { name, title, task }))) {
        throw new Problem(
          'conflict',
          `expected a new name, but there is a corpus ${name}`,
          'Choose another name.',
        );
      }
      return reply.code(201).send(await corpusOf(store, name));
    },
  );

  api.get(
    '/v1/corpora/:corpus',
    route('reader', 'A corpus', { params, response: { 200: corpus } }),
    async request => await corpusOf(store, request.params.corpus),
  );

  api.delete(
    '/v1/corpora/:corpus',
    route('admin', 'Remove a corpus with its pages and labels', { params, response: { 204: z.null() } }),
    async (request, reply) => {
      const { name } = await corpusOf(store, request.params.corpus);
      const pages = (await readPages(store, name)).map(({ id }) => id);
      await removeCorpus(store, name);
      await removeReportsOn(store, pages);
      return reply.code(204).send(null);
    },
  );
};
