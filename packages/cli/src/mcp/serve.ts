import { Readable, type Writable } from 'node:stream';
import { type Io, say } from '../io.js';
import { version } from '../version.js';
import type { Pages } from './pages.js';
import { McpServer, StdioServerTransport, serveStdio } from './sdk.js';
import { addTools } from './tools.js';

const INSTRUCTIONS =
  'Reads web pages for you. Begin with read_page; it gives the start of a long page and an outline of the rest, whose sections read_section gives by number; search_page finds the sections that speak of something.';

/** Serves the protocol on standard input and output until the other side or the signal ends it. */
export async function serveMcp(io: Io, pages: Pages, signal: AbortSignal): Promise<void> {
  const input = io.stdin instanceof Readable ? io.stdin : Readable.from(io.stdin);
  const transport = new StdioServerTransport(input, io.stdout as unknown as Writable);
  const ended = new Promise<void>(resolve => {
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const handle = serveStdio(() => makeServer(pages), {
    transport,
    // Standard output belongs to the protocol; whoever wants to know looks at standard error.
    onerror: error => void say(io, `pith: ${error.message}`),
  });
  await ended;
  await handle.close();
}

/** A server with all tools. */
export function makeServer(pages: Pages): McpServer {
  const server = new McpServer({ name: 'pith', title: 'Pith', version }, { instructions: INSTRUCTIONS });
  addTools(server, pages);
  return server;
}
