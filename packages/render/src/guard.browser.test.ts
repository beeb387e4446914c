import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ResolveHost } from '@webpith/fetch';
import { closeServers, html as page, serve } from '@webpith/fetch/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { blocksFromTree, type PageTree } from 'webpith/stages';
import { openGuard } from './guard.js';
import { openPool, type RenderPool } from './pool.js';
import { hasChromium } from './testing/chromium.js';
import { failure } from './testing/failure.js';

const text = (tree: PageTree) => [...blocksFromTree(tree).texts].join(' | ');

/** Script that fetches a URL and writes the outcome into the page. */
const fetchScript = (address: string) =>
  `<p id=p>asking</p><script>fetch(${JSON.stringify(address)}).then(r => r.text()).then(t => p.textContent = t, () => p.textContent = 'refused')</script>`;

/** A resolver without names: no DNS request leaves this machine. */
const resolve: ResolveHost = (_host, _options, callback) => callback(new Error('no such name'), []);
const BASE = { url: 'http://public.example/' };

describe.skipIf(!hasChromium)('the guard', () => {
  let pool: RenderPool;
  let requests: string[];
  const target = () =>
    serve((request, response) => {
      requests.push(request.url ?? '');
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end('secret');
    });
  beforeAll(() => {
    pool = openPool({ pages: 1 });
  });
  afterAll(() => pool?.close());
  afterEach(() => {
    closeServers();
    requests = [];
  });
  requests = [];

  it('rejects a page at a private address, with advice', async () => {
    const site = await target();
    for (const url of [site, site.replace('127.0.0.1', 'localhost'), site.replace('127.0.0.1', '[::1]')]) {
      const error = await failure(pool.render({ url }));
      expect(error.code).toBe('blocked-address');
      expect(error.message).toContain('allowPrivate');
    }
    expect(requests).toEqual([]);
  });

  it('blocks requests of a page to private addresses: fetch, images, frames, web sockets, beacons', async () => {
    const site = await target();
    const html =
      fetchScript(site) +
      `<img src="${site}/image"><iframe src="${site}/frame"></iframe><link rel=preconnect href="${site}">` +
      `<script>new WebSocket('${site.replace('http', 'ws')}/socket'); navigator.sendBeacon('${site}/beacon')</script>`;
    const { tree, refused } = await pool.render({ html, ...BASE }, { wait: 'idle', resolve });
    expect(text(tree)).toContain('refused');
    expect(refused[new URL(site).host]).toContain('loopback');
    expect(requests).toEqual([]);
  });

  it('allows permitted requests', async () => {
    const site = await target();
    const html = fetchScript(`${site}/there`);
    const { tree } = await pool.render({ html, ...BASE }, { allowPrivate: true, wait: 'idle', resolve });
    expect(text(tree)).toBe('secret');
    expect(requests).toContain('/there');
  });

  it('blocks DNS rebinding', async () => {
    const site = await target();
    const { port } = new URL(site);
    const answers = ['127.0.0.1'];
    const resolve: ResolveHost = (host, _options, callback) =>
      callback(
        null,
        host === 'rebind.example' ? [{ address: answers.shift() ?? '127.0.0.2', family: 4 }] : [],
      );
    const rule = (address: string) => (address === '127.0.0.1' ? undefined : 'private');
    const html = `${fetchScript(`http://rebind.example:${port}/first`)}<script>setTimeout(() => fetch('http://rebind.example:${port}/second'), 100)</script>`;
    const { refused } = await pool.render({ html, ...BASE }, { resolve, rule, wait: 'idle' });
    expect(requests).toEqual(['/first']);
    expect(refused[`rebind.example:${port}`]).toContain('127.0.0.2');
  });

  it('stops the requests of a page at the size limit', async () => {
    const site = await serve((_request, response) => {
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end(Buffer.alloc(400_000, 'x'));
    });
    const options = { allowPrivate: true, maxBytes: 100_000, wait: 'idle', resolve } as const;
    const { tree } = await pool.render({ html: fetchScript(site), ...BASE }, options);
    expect(text(tree)).toBe('refused');
  });

  it('blocks local files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pith-render-test-'));
    try {
      const file = join(folder, 'secret.html');
      writeFileSync(file, '<p>secret</p>');
      const address = pathToFileURL(file).href;
      const html = `${fetchScript(address)}<iframe src="${address}"></iframe><script>setTimeout(() => location = ${JSON.stringify(address)})</script>`;
      const { tree, html: after } = await pool.render(
        { html },
        { allowPrivate: true, readFrames: true, resolve },
      );
      expect(text(tree)).not.toContain('secret');
      expect(after).not.toContain('<p>secret');
      const mhtml = [
        'From: <Saved by Blink>',
        'Snapshot-Content-Location: https://page.invalid/',
        'MIME-Version: 1.0',
        'Content-Type: multipart/related; type="text/html"; boundary="----b"',
        '',
        '------b',
        'Content-Type: text/html',
        'Content-Location: https://page.invalid/',
        '',
        `<p>kept</p><iframe src="${address}"></iframe><object data="${address}"></object>`,
        '',
        '------b--',
        '',
      ].join('\r\n');
      const reopened = await pool.render({ mhtml: Buffer.from(mhtml) }, { readFrames: true, resolve });
      expect(text(reopened.tree)).toBe('kept');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('blocks popups, dialogs, downloads, service workers and navigation', async () => {
    const site = await serve((request, response) => {
      requests.push(request.url ?? '');
      if (request.url === '/file') {
        response.writeHead(200, { 'content-disposition': 'attachment; filename=x' }).end('data');
      } else if (request.url === '/hostile') page(html)(request, response);
      else if (request.url === '/worker.js')
        response.writeHead(200, { 'content-type': 'text/javascript' }).end('');
      else page('<p>other')(request, response);
    });
    const html =
      '<p id=p>here</p><script>alert(1); const answer = confirm(2); const other = open("/popup");' +
      'p.textContent += " " + answer + " " + other;' +
      'navigator.serviceWorker?.register("/worker.js").catch(() => {});' +
      'setTimeout(() => { location = "/elsewhere" }, 10);' +
      'setTimeout(() => { const a = document.createElement("a"); a.href = "/file"; a.download = "x"; a.click() }, 20);' +
      '</script>';
    const options = { allowPrivate: true, wait: 'idle' } as const;
    const given = await pool.render({ html, url: `${site}/` }, options);
    expect(given.url).toBe(`${site}/`);
    expect(text(given.tree)).toBe('here false null');
    expect(requests.filter(address => address !== '/favicon.ico')).toEqual([]);
    const fetched = await pool.render({ url: `${site}/hostile` }, options);
    expect(fetched.url).toBe(`${site}/elsewhere`); // a fetched page may navigate
    expect(requests).not.toContain('/popup');
    expect(requests).not.toContain('/worker.js');
  });
});

/** Requests a page through a proxy on this machine; returns the status or the error. */
function requestThrough(proxy: string, url: string): Promise<number | string | undefined> {
  return new Promise(resolve => {
    const sent = request(proxy, { path: url }, answer => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode));
      answer.on('error', error => resolve(error.message));
    });
    sent.on('error', error => resolve(error.message));
    sent.end();
  });
}

it.each(['HTTP/1.1 099 X', 'HTTP/1.1 000 X', 'HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade'])(
  'survives a server that responds with %j',
  async head => {
    const server = createServer(socket => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(`${head}\r\n\r\n`));
    });
    await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
    const guard = await openGuard({ network: true, allowPrivate: true, maxBytes: 1000 });
    try {
      const { port } = server.address() as AddressInfo;
      expect(await requestThrough(guard.address, `http://127.0.0.1:${port}/`)).toBe('socket hang up');
      expect(await requestThrough(guard.address, '/')).toBe(403);
    } finally {
      await guard.close();
      server.close();
    }
  },
);
