import { createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { fetchPage } from './page.js';
import { fetchFailure } from './testing/fetch-failure.js';
import { closeServers, html, listening, serve } from './testing/servers.js';

afterEach(closeServers);

describe('limits', () => {
  it('ends a redirect loop at its second visit', async () => {
    let asked = 0;
    const site = await serve((request, response) => {
      asked++;
      response.writeHead(307, { location: request.url === '/a' ? '/b' : '/a' }).end();
    });
    expect((await fetchFailure(`${site}/a`)).code).toBe('redirect-loop');
    expect(asked).toBe(2);
  });

  it('follows as many redirects as allowed and no more', async () => {
    const site = await serve((request, response) => {
      const count = Number(request.url?.slice(1));
      if (count === 0) html('here')(request, response);
      else response.writeHead(301, { location: `/${count - 1}` }).end();
    });
    expect((await fetchPage(`${site}/10`, { allowPrivate: true })).url).toBe(`${site}/0`);
    expect((await fetchFailure(`${site}/11`)).code).toBe('too-many-redirects');
    expect((await fetchFailure(`${site}/1`, { maxRedirects: 0 })).code).toBe('too-many-redirects');
  });

  it.each([
    'file:///etc/passwd',
    'ftp://x.example/',
    'http://user:secret@x.example/',
    'http://x.example:22/',
  ])('refuses a redirect to %s', async location => {
    const site = await serve((_request, response) => response.writeHead(302, { location }).end());
    expect((await fetchFailure(site)).code).toBe('bad-url');
  });

  it('refuses a page that announces more than the limit without reading it', async () => {
    const site = await serve(html(Buffer.alloc(2000)));
    const error = await fetchFailure(site, { maxSize: 1999 });
    expect(error.code).toBe('too-large');
    expect(error.message).toContain('--max-size');
    expect((await fetchPage(site, { allowPrivate: true, maxSize: 2000 })).bytes).toHaveLength(2000);
  });

  it('stops an endless page at the limit', async () => {
    let closed = false;
    const site = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const more = () => {
        while (response.write(Buffer.alloc(10_000, 32)));
      };
      response.on('drain', more).on('close', () => {
        closed = true;
      });
      more();
    });
    expect((await fetchFailure(site, { maxSize: 1_000_000 })).code).toBe('too-large');
    await expect.poll(() => closed).toBe(true);
  });

  it('stops a gzip bomb by the bytes that come out', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    const site = await serve(html(bomb, { 'content-encoding': 'gzip' }));
    expect((await fetchFailure(site, { maxSize: 1_000_000 })).code).toBe('too-large');
  });

  it('ends a body that drips by the time for the whole', async () => {
    const site = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    const error = await fetchFailure(site, { timeout: 300 });
    expect(error.code).toBe('timeout');
    expect(error.message).toContain('0.3 s');
  });

  it.each(['http', 'https'])('ends an %s server that never answers', async protocol => {
    let closed = false;
    const silent = createTcpServer(socket =>
      socket
        .on('data', () => {})
        .on('error', () => {})
        .on('close', () => {
          closed = true;
        }),
    );
    const port = await listening(silent);
    expect((await fetchFailure(`${protocol}://127.0.0.1:${port}/`, { timeout: 200 })).code).toBe('timeout');
    await expect.poll(() => closed).toBe(true);
  });

  it('ends a look-up that never answers', async () => {
    const error = await fetchFailure('http://slow.example/', { timeout: 100, resolve: () => {} });
    expect(error.code).toBe('timeout');
  });

  it('stops when told to', async () => {
    const stop = new AbortController();
    const site = await serve(() => stop.abort());
    expect((await fetchFailure(site, { signal: stop.signal })).code).toBe('stopped');
    expect((await fetchFailure(site, { signal: AbortSignal.abort() })).code).toBe('stopped');
  });
});
