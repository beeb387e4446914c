import { gzipSync } from 'node:zlib';
import { closeServers, serve } from '@webpith/fetch/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExtractResult } from '../api/extract.js';
import { articlePage } from '../testing/pages.js';
import { startTestServer, type TestServer } from '../testing/server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ threads: 1, bodyLimit: 200_000, allowPrivate: true });
});
afterAll(async () => {
  await server.close();
  closeServers();
});

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const FILES: Readonly<Record<string, Buffer>> = {
  'a PDF document': latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3'),
  'a PNG image': latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'),
  'a ZIP archive': latin1('PK\x03\x04\x14\0\0\0'),
  'a font': latin1('wOF2\0\x01\0\0'),
  'binary data': Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919) % 251)),
};

const send = (body: Uint8Array<ArrayBuffer>, path = '/v1/extract') =>
  server.get(path, { method: 'POST', headers: { 'content-type': 'text/html' }, body });

/** A page saved by a browser as one file. */
const mhtml = `From: <Saved by Blink>
Snapshot-Content-Location: https://example.org/tides
MIME-Version: 1.0
Content-Type: multipart/related; boundary="part"

--part
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: base64

${Buffer.from(articlePage('Ebbton')).toString('base64')}
--part
Content-Type: image/png
Content-Transfer-Encoding: base64

iVBORw0KGgo=
--part--
`;

describe('a file that is not a page', () => {
  it.each(Object.entries(FILES))('gets status 415: %s', async (name, bytes) => {
    for (const answer of [
      await send(new Uint8Array(bytes)),
      await server.post('/v1/extract', { bytes: bytes.toString('base64') }),
    ]) {
      expect(answer.status).toBe(415);
      const problem = await answer.json();
      expect(problem).toMatchObject({ code: 'unsupported-type', detail: expect.stringContaining(name) });
      expect((problem as { remedy: string }).remedy).not.toBe('');
    }
  });

  it('gets status 415 in a batch, from a URL, and when added to a corpus', async () => {
    const bytes = FILES['a PDF document']!;
    const lines = await server.get('/v1/extract/batch', {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: JSON.stringify({ id: 7, bytes: bytes.toString('base64') }),
    });
    expect(await lines.json()).toMatchObject({ id: 7, problem: { status: 415 } });
    const site = await serve((request, response) => {
      const type = request.url === '/honest' ? 'application/pdf' : 'text/html';
      response.writeHead(200, { 'content-type': type }).end(bytes);
    });
    for (const path of ['honest', 'lying']) {
      expect((await server.post('/v1/extract', { url: `${site}/${path}` })).status).toBe(415);
    }
    await server.post('/v1/corpora', { name: 'kept' });
    expect((await send(new Uint8Array(bytes), '/v1/corpora/kept/pages')).status).toBe(415);
  });
});

describe('a page in a container file', () => {
  it.each([
    ['MHTML', Buffer.from(mhtml)],
    ['gzip', gzipSync(articlePage('Ebbton'))],
    ['MHTML in gzip', gzipSync(mhtml)],
  ])('is extracted: %s', async (name, bytes) => {
    const answer = await send(new Uint8Array(bytes));
    expect(answer.status).toBe(200);
    const { article } = (await answer.json()) as ExtractResult;
    expect(article).toMatchObject({ title: 'Tides of Ebbton' });
    if (name !== 'gzip') expect(article.url).toBe('https://example.org/tides');
  });

  it('is rejected if it unpacks to too much, or not at all', async () => {
    expect((await send(new Uint8Array(gzipSync(Buffer.alloc(1e6, '<p>x</p>'))))).status).toBe(413);
    expect((await send(new Uint8Array(gzipSync(articlePage('Ebbton')).subarray(0, 50)))).status).toBe(422);
  });
});
