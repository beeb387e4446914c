import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { Problem } from '../problem.js';
import type { Api } from './route.js';

export async function serveApp(api: Api, folder: string): Promise<void> {
  if (existsSync(join(folder, 'index.html'))) {
    await api.register(fastifyStatic, { root: folder, cacheControl: true, maxAge: 0 });
    return;
  }
  api.get('/', { schema: { hide: true } }, async () => {
    throw new Problem(
      'not-found',
      `The web app is not built: ${folder} has no index.html.`,
      'Build it with npm run build and restart the server. The API works without it: see /docs.',
    );
  });
}
