import { addUpload, removeOldUploads } from '@webpith/store';
import { z } from 'zod';
import type { ImportOptions } from '../annotation/import/runner.js';
import { corpusOf } from '../annotation/labelled-pages.js';
import { corpusName, startedImport } from '../api/corpora.js';
import { Problem } from '../problem.js';
import type { Routes } from './route.js';

/** The most bytes of a file to import. */
const LARGEST_FILE = 256 * 2 ** 20;

/** Milliseconds that a file is kept whose job was stopped before it was imported: a week. */
const KEPT = 7 * 24 * 3_600_000;

/** Files of pages into corpora. */
export const importRoutes: Routes = (api, { store, jobs, options }) => {
  api.post(
    '/v1/corpora/:corpus/imports',
    {
      config: { role: 'annotator' },
      bodyLimit: Math.max(LARGEST_FILE, options.bodyLimit),
      schema: {
        tags: ['corpora'],
        summary:
          'Import an HTML page, a WARC file, JSON lines, a list of addresses or a sitemap: the body itself',
        consumes: ['application/octet-stream', 'text/html', 'text/plain'],
        params: z.object({ corpus: corpusName }),
        querystring: z
          .object({
            name: z
              .string()
              .min(1)
              .max(255)
              .default('upload')
              .describe('The name of the file: its ending says what it is'),
          })
          .strict(),
        response: { 202: startedImport },
      },
    },
    async ({ params, query: { name }, body, caller }, reply) => {
      const { name: corpus } = await corpusOf(store, params.corpus);
      if (!Buffer.isBuffer(body) || body.length === 0) {
        throw new Problem(
          'bad-request',
          'expected the bytes of a file, got none or JSON',
          'Send the file as the body, with the content type application/octet-stream.',
        );
      }
      await removeOldUploads(store, new Date(Date.now() - KEPT));
      const upload = await addUpload(store, body);
      const task: ImportOptions = { corpus, upload, name, allowPrivate: options.allowPrivate };
      const { id } = await jobs.start('import', task, caller.name);
      return reply.code(202).send({ job: id });
    },
  );
};
