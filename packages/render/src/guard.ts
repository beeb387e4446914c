import { setMaxListeners } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex, Readable, Writable } from 'node:stream';
import {
  type AddressRule,
  anyAddress,
  checkedUrl,
  FetchError,
  publicAddress,
  type ResolveHost,
} from '@webpith/fetch';
import { guardedConnector, systemResolver } from '@webpith/fetch/connector';

export interface GuardOptions {
  /** False makes every request fail. */
  readonly network: boolean;
  readonly allowPrivate?: boolean | undefined;
  readonly maxBytes: number;
  readonly rule?: AddressRule | undefined;
  readonly resolve?: ResolveHost | undefined;
}

const MAX_REFUSALS = 64;
const CONNECT_TIMEOUT = 10_000;

/**
 * Starts a forwarding proxy on loopback, the only address that the browser context of a page can reach. Chromium never
 * resolves names: `guardedConnector` checks the address in the lookup that it connects with. Intercepted requests
 * inside the browser would be resolved again (DNS rebinding), and web sockets and preconnects would not be intercepted.
 */
export async function openGuard(options: GuardOptions): Promise<Guard> {
  const guard = new Guard(options);
  await guard.listen();
  return guard;
}

export class Guard {
  /** Refused hosts with reasons, at most `MAX_REFUSALS`. */
  readonly refused = new Map<string, Error>();
  private readonly server: Server;
  private readonly sockets = new Set<Duplex>();
  private readonly stop = new AbortController();
  private readonly connect: ReturnType<typeof guardedConnector>;
  private bytesLeft: number;

  constructor(private readonly options: GuardOptions) {
    this.bytesLeft = options.maxBytes;
    // Every connection adds a listener, and their number is unlimited.
    setMaxListeners(0, this.stop.signal);
    this.connect = guardedConnector({
      rule: options.rule ?? (options.allowPrivate ? anyAddress : publicAddress),
      resolve: options.resolve ?? systemResolver,
      timeout: CONNECT_TIMEOUT,
      signal: this.stop.signal,
    });
    this.server = createServer((request, response) => this.forward(request, response));
    this.server.on('connect', (request: IncomingMessage, socket: Socket, head: Buffer) =>
      this.tunnel(request, socket, head),
    );
    this.server.on('connection', (socket: Socket) => this.track(socket));
    this.server.on('clientError', (_error, socket) => socket.destroy());
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(0, '127.0.0.1', () => resolve());
    });
  }

  isExhausted(): boolean {
    return this.bytesLeft <= 0;
  }

  async close(): Promise<void> {
    this.stop.abort();
    for (const socket of this.sockets) socket.destroy();
    this.server.closeAllConnections();
    await new Promise<void>(resolve => this.server.close(() => resolve()));
  }

  private forward(request: IncomingMessage, response: ServerResponse): void {
    const url = this.allowed(request.url ?? '');
    if (url === undefined) {
      response.writeHead(403).end();
      return;
    }
    this.open(url, (error, upstream) => {
      if (upstream === null) {
        this.refuse(url.host, error);
        response.writeHead(502).end();
        return;
      }
      const outgoing = httpRequest(
        {
          method: request.method ?? 'GET',
          path: url.pathname + url.search,
          headers: { ...withoutProxyHeaders(request.headers), host: url.host },
          createConnection: () => upstream,
        },
        incoming => {
          // A status such as 099 can be received but not written.
          if (!isStatus(incoming.statusCode)) return response.destroy();
          response.writeHead(incoming.statusCode, incoming.headers);
          incoming.on('close', () => response.destroy());
          this.pass(incoming, response);
        },
      );
      outgoing.on('error', () => response.destroy());
      // Upgrades are never requested here, since web sockets use a tunnel.
      outgoing.on('upgrade', () => response.destroy());
      response.on('close', () => upstream.destroy());
      request.pipe(outgoing);
    });
  }

  private tunnel(request: IncomingMessage, socket: Socket, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const url = this.allowed(`https://${request.url ?? ''}/`);
    if (url === undefined) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    this.open(url, (error, upstream) => {
      if (upstream === null) {
        this.refuse(url.host, error);
        socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
        return;
      }
      socket.on('close', () => upstream.destroy());
      upstream.on('close', () => socket.destroy());
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.write(head);
      this.pass(upstream, socket);
      socket.pipe(upstream);
    });
  }

  private allowed(address: string): URL | undefined {
    try {
      const url = checkedUrl(address);
      if (!this.options.network) return this.refuse(url.host, 'the network is off');
      if (this.isExhausted()) return this.refuse(url.host, 'the page has used up its bytes');
      return url;
    } catch (error) {
      return this.refuse(address.slice(0, 200), error);
    }
  }

  private refuse(what: string, why: unknown): undefined {
    if (this.refused.size >= MAX_REFUSALS || this.refused.has(what)) return;
    this.refused.set(what, why instanceof Error ? why : new FetchError('network', String(why)));
  }

  private open(url: URL, callback: (error: unknown, socket: Socket | null) => void): void {
    const port = url.port || (url.protocol === 'https:' ? '443' : '80');
    // The browser does TLS itself through the tunnel, so the connection is always plain.
    this.connect({ protocol: 'http:', hostname: url.hostname, host: url.host, port }, (error, socket) => {
      if (error !== null || socket == null)
        return callback(error ?? new FetchError('network', 'no connection'), null);
      this.track(socket);
      socket.on('error', () => socket.destroy());
      callback(null, socket);
    });
  }

  private pass(from: Readable, to: Writable): void {
    from.on('data', (chunk: Buffer) => {
      this.bytesLeft -= chunk.length;
      if (this.isExhausted()) from.destroy();
    });
    from.pipe(to);
  }

  private track(socket: Duplex): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
  }
}

function isStatus(status: number | undefined): status is number {
  return status !== undefined && status >= 100 && status <= 999;
}

const PROXY_HEADERS = new Set([
  'proxy-connection',
  'proxy-authorization',
  'connection',
  'keep-alive',
  'host',
]);

function withoutProxyHeaders(headers: IncomingMessage['headers']): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !PROXY_HEADERS.has(name)) kept[name] = value;
  }
  return kept;
}
