import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '../errors.js';
import { type Io, say } from '../io.js';
import { version } from '../version.js';
import type { Pages } from './pages.js';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  McpServer,
  originValidationResponse,
  StdioServerTransport,
  serveStdio,
} from './sdk.js';
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

/** Only this machine: whoever may ask for pages may ask through us. */
const HOST = '127.0.0.1';
const PATH = '/mcp';

/** Serves the protocol over Streamable HTTP on this machine until it is stopped; `port` 0 takes any that is free. */
export async function serveMcpOverHttp(
  io: Io,
  pages: Pages,
  port: number,
  signal: AbortSignal,
): Promise<void> {
  const handler = createMcpHandler(() => makeServer(pages), {
    onerror: error => void say(io, `pith: ${error.message}`),
  });
  const server = createServer((request, response) => {
    answer(request, response, handler.fetch).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(taken(error, port)));
    server.listen(port, HOST, resolve);
  });
  const address = server.address() as { port: number };
  await say(io, `pith mcp listens on http://${HOST}:${address.port}${PATH}`);
  await new Promise<void>(resolve => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await handler.close();
  server.closeAllConnections();
  server.close();
}

/** A page in a browser must not speak to us: neither under a name that leads here, nor from another site. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  serve: (request: Request) => Promise<Response>,
): Promise<void> {
  const asked = webRequest(request);
  const refused =
    hostHeaderValidationResponse(asked, localhostAllowedHostnames()) ??
    originValidationResponse(asked, localhostAllowedOrigins());
  const isElsewhere = new URL(asked.url).pathname !== PATH;
  const given = refused ?? (isElsewhere ? new Response(null, { status: 404 }) : await serve(asked));
  response.writeHead(given.status, Object.fromEntries(given.headers));
  if (given.body === null) response.end();
  else await pipeline(Readable.fromWeb(given.body as Parameters<typeof Readable.fromWeb>[0]), response);
}

function webRequest(request: IncomingMessage): Request {
  const { method = 'GET', headers, url = '/' } = request;
  const controller = new AbortController();
  request.socket.once('close', () => controller.abort());
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' } : {};
  const flat = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const init = { method, headers: flat, signal: controller.signal, ...body };
  return new Request(`http://${HOST}${url.startsWith('/') ? url : '/'}`, init as RequestInit);
}

function taken(cause: NodeJS.ErrnoException, port: number): Error {
  if (cause.code !== 'EADDRINUSE') return cause;
  return new CommandError(`expected port ${port} to be free, but something listens there; give another`, {
    cause,
  });
}
