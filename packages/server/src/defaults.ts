import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerOptions } from './options.js';

/** How a server is run when nothing else is said. */
export const serverDefaults: Omit<ServerOptions, 'log'> = {
  host: '127.0.0.1',
  port: 7488,
  store: 'pith.sqlite',
  tokens: false,
  cors: [],
  allowPrivate: false,
  rate: 600,
  bodyLimit: 20 * 2 ** 20,
  timeLimit: 30_000,
  threads: availableParallelism(),
  sandbox: true,
  queueLimit: 1024,
  memoryLimit: 512,
  jobs: 1,
  app: appFolder(),
};

/** The folder of the built app, or where it would be built. */
function appFolder(): string {
  try {
    return dirname(createRequire(import.meta.url).resolve('@webpith/app/index.html'));
  } catch {
    return fileURLToPath(new URL('../../app/dist/', import.meta.url));
  }
}
