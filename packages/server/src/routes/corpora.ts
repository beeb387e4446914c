import {
  addCorpus,
  addUpload,
  jobsInState,
  readCorpora,
  readPages,
  removeCorpus,
  removeOldUploads,
} from '@webpith/store';
import { z } from 'zod';
import { EXPORTS, exportStream } from '../annotation/export.js';
import type { ImportOptions } from '../annotation/import.js';
import { LABEL_SETS, labelSetOf } from '../annotation/label-sets.js';
import { corpusOf } from '../annotation/labelled-pages.js';
import { corpus, corpusList, corpusName, exportQuery, newCorpus, startedImport } from '../api/corpora.js';
import { removeReportsOn } from '../feedback/reports.js';
import { Problem } from '../problem.js';
import { type Routes, routesFor } from './route.js';

const route = routesFor('corpora');
const params = z.object({ corpus: corpusName });

const MAX_FILE = 256 * 2 ** 20;

const UPLOAD_LIFETIME = 7 * 24 * 3_600_000;

export const corpusRoutes: Routes = (api, { store, jobs, options }) => {
  api.get('/v1/corpora', route('reader', 'Corpora by name', { response: { 200: corpusList } }), async () => ({
    items: await readCorpora(store),
  }));

  api.post(
    '/v1/corpora',
    route('annotator', 'Create a corpus', { body: newCorpus, response: { 201: corpus } }),
    async ({ body: { name, title = name, task = 'content' } }, reply) => {
      if (labelSetOf(task) === undefined) {
        const names = LABEL_SETS.map(set => set.name).join(', ');
        throw new Problem(
          'bad-request',
          `There is no label set ${JSON.stringify(task)}. The label sets are ${names}.`,
          'Choose another label set.',
        );
      }
      if (!(await addCorpus(store, { name, title, task }))) {
        throw new Problem('conflict', `There is already a corpus named ${name}.`, 'Choose another name.');
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

  api.get(
    '/v1/corpora/:corpus/export',
    route('reader', 'Export a corpus as a folder, ARFF, JSON lines or gold texts', {
      params,
      querystring: exportQuery,
    }),
    async ({ params, query }, reply) => {
      const { name } = await corpusOf(store, params.corpus);
      const format = EXPORTS[query.format];
      const stream = await exportStream(format, { store, corpus: name, annotator: query.annotator });
      return reply
        .type(format.type)
        .header(
          'content-disposition',
          `attachment; filename*=UTF-8''${encodeURIComponent(name)}${format.ending}`,
        )
        .send(stream);
    },
  );

  api.post(
    '/v1/corpora/:corpus/imports',
    {
      config: { role: 'annotator' },
      bodyLimit: Math.max(MAX_FILE, options.bodyLimit),
      schema: {
        tags: ['corpora'],
        summary: 'Import a file: HTML, WARC, JSON lines, a list of URLs or a sitemap',
        consumes: ['application/octet-stream', 'text/html', 'text/plain'],
        params,
        querystring: z
          .object({
            name: z
              .string()
              .min(1)
              .max(255)
              .default('upload')
              .describe('Name of the file; its extension sets the format'),
          })
          .strict(),
        response: { 202: startedImport },
      },
    },
    async ({ params, query: { name }, body, caller }, reply) => {
      const { name: corpus } = await corpusOf(store, params.corpus);
      if (!Buffer.isBuffer(body) || body.length === 0) {
        throw new Problem('bad-request', 'The uploaded file is empty.', 'Choose a file that is not empty.');
      }
      const unfinished = await jobsInState(store, ['waiting', 'running']);
      const inUse = unfinished.flatMap(({ options: { upload } }) =>
        typeof upload === 'string' ? [upload] : [],
      );
      await removeOldUploads(store, new Date(Date.now() - UPLOAD_LIFETIME), inUse);
      const upload = await addUpload(store, body);
      const task: ImportOptions = { corpus, upload, name, allowPrivate: options.allowPrivate };
      const { id } = await jobs.start('import', task, caller.name);
      return reply.code(202).send({ job: id });
    },
  );
};
