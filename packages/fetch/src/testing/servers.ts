import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Server as TcpServer } from 'node:net';

const running: (Server | TcpServer)[] = [];

/** Starts a server on a free local port and returns the port. */
export async function listening(server: Server | TcpServer): Promise<number> {
  running.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Starts a web server and returns its origin. */
export async function serve(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listening(createServer(listener))}`;
}

/** Responds to every request with one page. */
export function html(body: string | Uint8Array, headers: Record<string, string> = {}): RequestListener {
  return (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body);
}

/** Closes all servers started here, with their connections. */
export function closeServers(): void {
  for (const server of running.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  }
}
