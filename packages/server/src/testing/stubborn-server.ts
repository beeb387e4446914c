import type { ServerOptions } from '../options.js';
import { startTestServer, type TestServer } from './server.js';

/** A server whose pages can misbehave in their thread; see `stubborn-tasks.ts`. */
export function startStubbornServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  // Threads run the build; see `threads/threads.ts`.
  const tasks = new URL('../../dist/testing/stubborn-tasks.js', import.meta.url).href;
  return startTestServer({ tasks, ...options });
}
