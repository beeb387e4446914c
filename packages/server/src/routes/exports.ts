import { z } from 'zod';
import { EXPORTS, exportStream } from '../annotation/export/formats.js';
import { corpusOf } from '../annotation/labelled-pages.js';
import { corpusName, exportQuery } from '../api/corpora.js';
import { type Routes, routesAbout } from './route.js';

const route = routesAbout('corpora');

/** Corpora as files. */
export const exportRoutes: Routes = (api, { store }) => {
  api.get(
    '/v1/corpora/:corpus/export',
    route('reader', 'A corpus as a folder, as ARFF, as JSON lines, or its gold texts', {
      params: z.object({ corpus: corpusName }),
      querystring: exportQuery,
    }),
    async ({ params, query }, reply) => {
      const { name } = await corpusOf(store, params.corpus);
      const format = EXPORTS[query.format];
      const stream = await exportStream(format, store, name, query.annotator);
      return reply
        .type(format.type)
        .header(
          'content-disposition',
          `attachment; filename*=UTF-8''${encodeURIComponent(name)}${format.ending}`,
        )
        .send(stream);
    },
  );
};
