import { createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { FetchOptions } from './page.js';
import { whileCollecting } from './testing/collecting.js';
import { fetchFailure } from './testing/fetch-failure.js';
import { closeServers, listening, serve } from './testing/servers.js';

afterEach(closeServers);

/** A server that sends its responses slowly, piece by piece and without end. */
function dripping(piece: (count: number) => string | Uint8Array, headers: Record<string, string>) {
  return serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', ...headers });
    let count = 0;
    const drip = setInterval(() => response.write(piece(count++)), 20);
    response.on('close', () => clearInterval(drip));
  });
}

const packed = gzipSync(Buffer.alloc(1_000_000, 'page '));

/** Requests that never finish: each returns a URL and options. */
const endless: Readonly<Record<string, () => Promise<readonly [string, FetchOptions?]>>> = {
  'headers that never arrive': async () => {
    const silent = createTcpServer(socket => socket.on('data', () => {}).on('error', () => {}));
    return [`http://127.0.0.1:${await listening(silent)}/`];
  },
  'a handshake that never ends': async () => {
    const silent = createTcpServer(socket => socket.on('data', () => {}).on('error', () => {}));
    return [`https://127.0.0.1:${await listening(silent)}/`];
  },
  'headers that drip': async () => {
    const slow = createTcpServer(socket => {
      socket.on('error', () => {}).write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('x-more: 1\r\n'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    return [`http://127.0.0.1:${await listening(slow)}/`];
  },
  'a body that stops': async () => [
    await serve((_request, response) => void response.writeHead(200).write('<p>the first word')),
  ],
  'a body that drips': async () => [await dripping(() => '.', {})],
  'a compressed body that drips': async () => [
    await dripping(count => packed.subarray(count, count + 1), { 'content-encoding': 'gzip' }),
  ],
  'redirects that each take a while': async () => {
    let hop = 0;
    const site = await serve((_request, response) => {
      setTimeout(() => response.writeHead(302, { location: `/${hop++}` }).end(), 50);
    });
    return [site, { maxRedirects: 1_000_000 }];
  },
  'a DNS lookup that never responds': async () => ['http://slow.example/', { resolve: () => {} }],
};

describe('the total time limit', () => {
  it.each(Object.entries(endless))('stops %s while garbage is collected', async (_name, begin) => {
    const [address, options] = await begin();
    // The caller's signal must not replace the time limit.
    const { signal } = new AbortController();
    const error = await whileCollecting(() => fetchFailure(address, { timeout: 400, signal, ...options }));
    expect(error.code).toBe('timeout');
    expect(error.message).toContain('0.4 s');
  });

  it('does not replace a signal of the caller that nothing else references', async () => {
    const site = await dripping(() => '.', {});
    const error = await whileCollecting(() =>
      fetchFailure(site, { timeout: 600_000, signal: AbortSignal.timeout(300) }),
    );
    expect(error.code).toBe('stopped');
  });
});
