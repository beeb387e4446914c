import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { fetchPage } from './page.js';
import { fetchFailure } from './testing/fetch-failure.js';
import { closeServers, serve } from './testing/servers.js';

afterAll(closeServers);

const whole = gzipSync('the bytes as they lie there, however they are packed');

/** Serves ranges, with a Content-Encoding as object stores send it. */
const store = () =>
  serve((request, response) => {
    if (request.url === '/moved') return response.writeHead(302, { location: '/file' }).end();
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (from === undefined || request.url === '/all') return response.writeHead(200).end(whole);
    const part = whole.subarray(Number(from), Number(to) + 1);
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${whole.length}`;
    response.writeHead(206, { 'content-range': range, 'content-encoding': 'gzip' }).end(part);
  });

describe('a range request', () => {
  it('returns the raw bytes and the total size, also after redirects', async () => {
    const site = await store();
    for (const path of ['/file', '/moved']) {
      const options = { allowPrivate: true, mediaTypes: 'any', range: { from: 3, to: 10 } } as const;
      const { bytes, size } = await fetchPage(site + path, options);
      expect(Buffer.from(bytes)).toEqual(whole.subarray(3, 10));
      expect(size).toBe(whole.length);
    }
  });

  it('fails if the server sends the whole file', async () => {
    const options = { mediaTypes: 'any', range: { from: 3, to: 10 } } as const;
    const { message } = await fetchFailure(`${await store()}/all`, options);
    expect(message).toMatch(/does not support range requests; download/);
  });
});
