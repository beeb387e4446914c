import type { ServerOptions } from '../options.js';
import { startTestServer, type TestServer } from './server.js';

/** A server whose pages may say what happens to their thread (see `stubborn-tasks.ts`). */
export function startStubbornServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  // Threads run what is built: see `threads/thread.ts`.
  const tasks = new URL('../../dist/testing/stubborn-tasks.js', import.meta.url).href;
  return startTestServer({ tasks, ...options });
}
