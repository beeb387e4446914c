import { createRequire } from 'node:module';
import { createServer as createTcpServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { FetchErrorCode } from './errors.js';
import { fetchPage } from './page.js';
import { fetchFailure } from './testing/fetch-failure.js';
import { closeServers, html, listening, serve } from './testing/servers.js';

const { version } = createRequire(import.meta.url)('@webpith/fetch/package.json') as { version: string };

afterEach(closeServers);

describe('fetchPage', () => {
  it('returns bytes, charset, media type and the final URL', async () => {
    const site = await serve((request, response) => {
      if (request.url === '/') response.writeHead(302, { location: '/sub/page?q=1#part' }).end('moved');
      else html('<p>žluť', { 'content-type': 'text/html; charset=iso-8859-2' })(request, response);
    });
    const page = await fetchPage(site, { allowPrivate: true });
    expect(page.url).toBe(`${site}/sub/page?q=1#part`);
    expect(page.charset).toBe('iso-8859-2');
    expect(page.mediaType).toBe('text/html');
    expect(Buffer.from(page.bytes).toString()).toBe('<p>žluť');
  });

  it('sends its user agent and no credentials', async () => {
    let headers: NodeJS.Dict<string | string[]> = {};
    const site = await serve((request, response) => {
      headers = request.headers;
      html('x')(request, response);
    });
    await fetchPage(site, { allowPrivate: true });
    expect(headers['user-agent']).toBe(`pith/${version}`);
    expect(headers.authorization).toBeUndefined();
    expect(headers.cookie).toBeUndefined();
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ] as const)('decodes %s', async (encoding, encode) => {
    const site = await serve(html(encode(Buffer.from('<p>packed')), { 'content-encoding': encoding }));
    expect(Buffer.from((await fetchPage(site, { allowPrivate: true })).bytes).toString()).toBe('<p>packed');
  });

  it('accepts an empty page without a Content-Type', async () => {
    const site = await serve((_request, response) => response.writeHead(200).end());
    const page = await fetchPage(site, { allowPrivate: true });
    expect(page.bytes).toHaveLength(0);
    expect(page.mediaType).toBeUndefined();
  });

  it('reads a non-ASCII URL from a Location header', async () => {
    const site = await serve((request, response) => {
      if (request.url === '/') {
        response.writeHead(301, { location: Buffer.from('/höhe').toString('latin1') }).end();
      } else html(request.url ?? '')(request, response);
    });
    expect(Buffer.from((await fetchPage(site, { allowPrivate: true })).bytes).toString()).toBe('/h%C3%B6he');
  });
});

describe('fetchPage, for responses that are not pages,', () => {
  it.each([
    [404, /check the URL/],
    [403, /browser/],
    [503, /later/],
    [304, /check the URL/],
    [302, /check the URL/],
    [599, /later/],
  ])('reports status %i with advice', async (status, remedy) => {
    const site = await serve((_request, response) => response.writeHead(status).end());
    const error = await fetchFailure(site);
    expect(error.code).toBe('http-status');
    expect(error.status).toBe(status);
    expect(error.message).toContain(String(status));
    expect(error.message).toMatch(remedy);
  });

  it('reports the type of a PDF', async () => {
    const site = await serve(html('%PDF-1.7', { 'content-type': 'application/pdf' }));
    const error = await fetchFailure(site);
    expect(error.code).toBe('bad-content-type');
    expect(error.message).toContain('application/pdf');
  });

  it('rejects an encoding it cannot decode', async () => {
    expect((await fetchFailure(await serve(html('x', { 'content-encoding': 'zstd' })))).code).toBe(
      'bad-encoding',
    );
    expect((await fetchFailure(await serve(html('x', { 'content-encoding': 'gzip' })))).code).toBe(
      'bad-encoding',
    );
  });

  it.each<[name: string, answer: string, code: FetchErrorCode]>([
    ['closed at once', '', 'network'],
    [
      'cut off in the body',
      'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 100\r\n\r\nhalf',
      'network',
    ],
    ['cut off in a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n64\r\nhalf', 'network'],
    ['not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'network'],
    ['endless headers', `HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(20_000)}`, 'too-large'],
  ])('reports a connection that is %s', async (_name, answer, code) => {
    const port = await listening(
      createTcpServer(socket => {
        socket.on('error', () => {}).once('data', () => socket.end(answer));
      }),
    );
    const error = await fetchFailure(`http://127.0.0.1:${port}/`);
    expect(error.code).toBe(code);
    expect(error.message).toContain(`127.0.0.1:${port}`);
  });

  it('reports a port that nothing listens on', async () => {
    const server = createTcpServer();
    const port = await listening(server);
    await new Promise(resolve => server.close(resolve));
    const error = await fetchFailure(`http://127.0.0.1:${port}/`);
    expect(error.code).toBe('network');
    expect(error.message).toContain('refused');
  });
});
