import { createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { fetchPage } from './page.js';
import { fetchFailure } from './testing/fetch-failure.js';
import { closeServers, html, listening, serve } from './testing/servers.js';

afterEach(closeServers);

describe('limits', () => {
  it('stop a redirect loop at the second visit', async () => {
    let requests = 0;
    const site = await serve((request, response) => {
      requests++;
      response.writeHead(307, { location: request.url === '/a' ? '/b' : '/a' }).end();
    });
    expect((await fetchFailure(`${site}/a`)).code).toBe('redirect-loop');
    expect(requests).toBe(2);
  });

  it('allow exactly the maximum number of redirects', async () => {
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
  ])('reject a redirect to %s', async location => {
    const site = await serve((_request, response) => response.writeHead(302, { location }).end());
    expect((await fetchFailure(site)).code).toBe('bad-url');
  });

  it('reject a page by its Content-Length without reading it', async () => {
    const site = await serve(html(Buffer.alloc(2000)));
    const error = await fetchFailure(site, { maxSize: 1999 });
    expect(error.code).toBe('too-large');
    expect(error.message).toContain('maxSize');
    expect((await fetchPage(site, { allowPrivate: true, maxSize: 2000 })).bytes).toHaveLength(2000);
  });

  it('stop an endless page at the size limit', async () => {
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

  it('stop a gzip bomb by its output size', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    const site = await serve(html(bomb, { 'content-encoding': 'gzip' }));
    expect((await fetchFailure(site, { maxSize: 1_000_000 })).code).toBe('too-large');
  });

  it('stop a slow body at the total time limit', async () => {
    const site = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    const error = await fetchFailure(site, { timeout: 300 });
    expect(error.code).toBe('timeout');
    expect(error.message).toContain('0.3 s');
  });

  it.each(['http', 'https'])('stop an %s server that never responds', async protocol => {
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

  it('stop a DNS lookup that never responds', async () => {
    const error = await fetchFailure('http://slow.example/', { timeout: 100, resolve: () => {} });
    expect(error.code).toBe('timeout');
  });

  it('can be aborted by the caller', async () => {
    const stop = new AbortController();
    const site = await serve(() => stop.abort());
    expect((await fetchFailure(site, { signal: stop.signal })).code).toBe('stopped');
    expect((await fetchFailure(site, { signal: AbortSignal.abort() })).code).toBe('stopped');
  });
});
