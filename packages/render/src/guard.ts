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

/** What a page may ask for. */
export interface GuardOptions {
  /** Whether the page may ask anybody at all; `false` makes every request fail at once. */
  readonly network: boolean;
  /** Whether private, loopback and other special addresses may be asked. */
  readonly allowPrivate?: boolean | undefined;
  /** Most bytes that may come for the page in all. */
  readonly maxBytes: number;
  /** Which addresses may be connected to; takes the place of `allowPrivate`. */
  readonly rule?: AddressRule | undefined;
  /** Resolves names. Default: the system. */
  readonly resolve?: ResolveHost | undefined;
}

/** The way out of one page. */
export interface Guard {
  /** What the browser is told to use as its proxy. */
  readonly address: string;
  /** What was refused, and why: host → reason, the first few dozen. */
  readonly refused: ReadonlyMap<string, Error>;
  /** Whether the page has used up its bytes. */
  isExhausted(): boolean;
  close(): Promise<void>;
}

const MOST_REFUSALS_KEPT = 64;
const CONNECT_TIMEOUT = 10_000;

/**
 * Opens the way out of one page: a forwarding proxy on this machine's loopback, the only place that the page's browser
 * context can reach. To look at requests inside the browser (route interception) and let it connect by itself would
 * leave a gap: Chromium resolves the name again, and a name may answer differently the second time (DNS rebinding);
 * also web sockets and preconnects pass by. Here Chromium never resolves a name. It hands host and port over, the
 * look-up is judged and used for the connection in one step by `guardedConnector`, and whatever it speaks after that
 * (TLS, web sockets) runs through the socket that was judged. One proxy a page costs about a millisecond, and bytes,
 * refusals and open connections are then those of the page and end with it.
 */
export async function openGuard(options: GuardOptions): Promise<Guard> {
  const guard = new PageGuard(options);
  await guard.listen();
  return guard;
}

class PageGuard implements Guard {
  readonly refused = new Map<string, Error>();
  private readonly server: Server;
  private readonly sockets = new Set<Duplex>();
  private readonly stop = new AbortController();
  private readonly connect: ReturnType<typeof guardedConnector>;
  private bytesLeft: number;

  constructor(private readonly options: GuardOptions) {
    this.bytesLeft = options.maxBytes;
    // Every connection of the page listens to it, and a page has as many as it likes: no leak to warn of.
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

  /** A plain http request: asked again on a connection that was judged. */
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
      const asked = httpRequest(
        {
          method: request.method ?? 'GET',
          path: url.pathname + url.search,
          headers: { ...withoutProxyHeaders(request.headers), host: url.host },
          createConnection: () => upstream,
        },
        answer => {
          // A server may answer 099, which may be read and not be written.
          if (!isStatus(answer.statusCode)) return response.destroy();
          response.writeHead(answer.statusCode, answer.headers);
          answer.on('close', () => response.destroy());
          this.pass(answer, response);
        },
      );
      asked.on('error', () => response.destroy());
      // Nobody asked for one: web sockets come through a tunnel.
      asked.on('upgrade', () => response.destroy());
      response.on('close', () => upstream.destroy());
      request.pipe(asked);
    });
  }

  /** Everything else (https, web sockets): bytes both ways. */
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
    if (this.refused.size >= MOST_REFUSALS_KEPT || this.refused.has(what)) return;
    this.refused.set(what, why instanceof Error ? why : new FetchError('network', String(why)));
  }

  private open(url: URL, callback: (error: unknown, socket: Socket | null) => void): void {
    const port = url.port || (url.protocol === 'https:' ? '443' : '80');
    // The browser speaks TLS itself, through the tunnel: ours is always the bare connection.
    this.connect({ protocol: 'http:', hostname: url.hostname, host: url.host, port }, (error, socket) => {
      if (error !== null || socket == null)
        return callback(error ?? new FetchError('network', 'no connection'), null);
      this.track(socket);
      socket.on('error', () => socket.destroy());
      callback(null, socket);
    });
  }

  /** Passes bytes on, for as long as the page has some left. */
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
