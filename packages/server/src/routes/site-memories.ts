import { listSiteMemories, removeSiteMemories } from '@webpith/store';
import { z } from 'zod';
import { siteMemoryList } from '../api/reading.js';
import { notFound } from '../problem.js';
import { type Routes, routesFor } from './route.js';

const route = routesFor('site memories');
const params = z.object({ site: z.string().max(253) });

export const siteMemoryRoutes: Routes = (api, { store }) => {
  api.get(
    '/v1/site-memories',
    route('reader', 'Memories, by site', {
      description: 'A memory has hashes of the texts of at most 32 pages that the server fetched.',
      response: { 200: siteMemoryList },
    }),
    async () => ({ items: await listSiteMemories(store) }),
  );

  api.delete(
    '/v1/site-memories',
    route('annotator', 'Remove all memories', { response: { 204: z.null() } }),
    async (_request, reply) => {
      await removeSiteMemories(store);
      return reply.code(204).send(null);
    },
  );

  api.delete(
    '/v1/site-memories/:site',
    route('annotator', 'Remove the memory of a site', { params, response: { 204: z.null() } }),
    async (request, reply) => {
      const { site } = request.params;
      if ((await removeSiteMemories(store, site)) === 0)
        throw notFound('memory of the site', site, 'Choose a site that has a memory.');
      return reply.code(204).send(null);
    },
  );
};
