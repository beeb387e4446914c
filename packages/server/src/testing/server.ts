import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerOptions } from '../options.js';
import { type RunningServer, startServer } from '../server.js';

export interface TestServer extends RunningServer {
  /** Temporary folder with the store `pith.sqlite`. */
  readonly folder: string;
  get(path: string, init?: RequestInit): Promise<Response>;
  post(path: string, body: unknown, init?: RequestInit): Promise<Response>;
}

/** Starts a server on a free port of loopback with its own store. */
export async function startTestServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'pith-server-'));
  const server = await startServer({
    port: 0,
    store: join(folder, 'pith.sqlite'),
    threads: 1,
    app: join(folder, 'app'),
    ...options,
  });
  const get = (path: string, init?: RequestInit) => fetch(`${server.address}${path}`, init);
  return {
    ...server,
    folder,
    get,
    post: (path, body, init = {}) =>
      get(path, {
        method: 'POST',
        ...init,
        headers: { 'content-type': 'application/json', ...(init.headers as Record<string, string>) },
        body: JSON.stringify(body),
      }),
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
