import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { Problem } from '../problem.js';
import type { Api } from './route.js';

/** Gives out the files of the built app; without a build, `/` says how to make one. */
export async function serveApp(api: Api, folder: string): Promise<void> {
  if (existsSync(join(folder, 'index.html'))) {
    await api.register(fastifyStatic, { root: folder, cacheControl: true, maxAge: 0 });
    return;
  }
  api.get('/', { schema: { hide: true } }, async () => {
    throw new Problem(
      'not-found',
      `expected the built app in ${folder}, but it is not there`,
      'Build it with npm run build and start the server again; the API works without it: see /docs.',
    );
  });
}
