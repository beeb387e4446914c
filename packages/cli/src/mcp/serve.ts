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
  'Reads web pages. Start with read_page: for a long page it returns the beginning and a numbered outline of the rest. Use read_section to read a section by its number, and search_page to find the sections that mention something.';

/** Serves MCP over stdin and stdout until the input ends or the signal fires. */
export async function serveMcp(io: Io, pages: Pages, signal: AbortSignal): Promise<void> {
  const input = io.stdin instanceof Readable ? io.stdin : Readable.from(io.stdin);
  const transport = new StdioServerTransport(input, io.stdout as unknown as Writable);
  const ended = new Promise<void>(resolve => {
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const handle = serveStdio(() => makeServer(pages), {
    transport,
    // Standard output is reserved for the protocol.
    onerror: error => void say(io, `pith: ${error.message}`),
  });
  await ended;
  await handle.close();
}

export function makeServer(pages: Pages): McpServer {
  const server = new McpServer({ name: 'pith', title: 'Pith', version }, { instructions: INSTRUCTIONS });
  addTools(server, pages);
  return server;
}

/** Loopback only: any client can make this server fetch pages. */
const HOST = '127.0.0.1';
const PATH = '/mcp';

/** Serves MCP over Streamable HTTP on loopback until stopped; port 0 picks a free one. */
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
    server.once('error', error => reject(listenError(error, port)));
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

/** Rejects requests from web pages by checking Host (DNS rebinding) and Origin (cross-site). */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  serve: (request: Request) => Promise<Response>,
): Promise<void> {
  const webRequest = toWebRequest(request);
  const refused =
    hostHeaderValidationResponse(webRequest, localhostAllowedHostnames()) ??
    originValidationResponse(webRequest, localhostAllowedOrigins());
  const isOtherPath = new URL(webRequest.url).pathname !== PATH;
  const reply = refused ?? (isOtherPath ? new Response(null, { status: 404 }) : await serve(webRequest));
  response.writeHead(reply.status, Object.fromEntries(reply.headers));
  if (reply.body === null) response.end();
  else await pipeline(Readable.fromWeb(reply.body as Parameters<typeof Readable.fromWeb>[0]), response);
}

function toWebRequest(request: IncomingMessage): Request {
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

function listenError(cause: NodeJS.ErrnoException, port: number): Error {
  if (cause.code !== 'EADDRINUSE') return cause;
  return new CommandError(`port ${port} is already in use; choose another`, {
    cause,
  });
}
