import { z } from 'zod';
import { corpusAgreement } from '../annotation/agreement.js';
import { agreement } from '../api/agreement.js';
import { corpusName } from '../api/corpora.js';
import { annotatorName } from '../api/labels.js';
import { type Routes, routesAbout } from './route.js';

const route = routesAbout('labels');

/** How well two annotators agree. */
export const agreementRoutes: Routes = (api, { store }) => {
  api.get(
    '/v1/corpora/:corpus/agreement',
    route('reader', 'Cohen’s κ and the scaled cosine of two annotators, and where they differ', {
      params: z.object({ corpus: corpusName }),
      querystring: z.object({ one: annotatorName, other: annotatorName }).strict(),
      response: { 200: agreement },
    }),
    async ({ params, query: { one, other } }) => await corpusAgreement(store, params.corpus, one, other),
  );
};
