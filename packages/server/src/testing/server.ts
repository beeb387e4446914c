import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerOptions } from '../options.js';
import { type RunningServer, startServer } from '../server.js';

/** A server for a test. */
export interface TestServer extends RunningServer {
  /** Its own folder, gone after the test; the store is `pith.sqlite` in it. */
  readonly folder: string;
  /** Fetches a path of it. */
  get(path: string, init?: RequestInit): Promise<Response>;
  /** Sends JSON to a path of it. */
  post(path: string, body: unknown, init?: RequestInit): Promise<Response>;
}

/** Starts a real server on a free port of loopback, with a store of its own. */
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
