import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { articlePage } from '../testing/pages.js';
import { startTestServer, type TestServer } from '../testing/server.js';
import { atMinimumRate } from './bodies.js';

const LIMIT = 100_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ bodyLimit: LIMIT });
});
afterAll(() => server.close());

async function send(body: Uint8Array, encoding: string, path = '/v1/extract', type = 'application/json') {
  const headers = { 'content-type': type, 'content-encoding': encoding };
  const answer = await server.get(path, { method: 'POST', headers, body: body as Uint8Array<ArrayBuffer> });
  return { status: answer.status, text: await answer.text() };
}

describe('a compressed body', () => {
  const request = Buffer.from(JSON.stringify({ html: articlePage('Ebbton'), format: 'text' }));

  it.each([
    ['gzip', gzipSync(request)],
    ['deflate', deflateSync(request)],
    ['br', brotliCompressSync(request)],
    ['gzip, br', brotliCompressSync(gzipSync(request))],
    ['identity', request],
  ])('is decompressed: %s', async (encoding, body) => {
    expect(await send(body, encoding)).toMatchObject({
      status: 200,
      text: expect.stringContaining('boats of Ebbton'),
    });
  });

  it('can be a page itself, or lines of a batch', async () => {
    const page = gzipSync(articlePage('Ebbton'));
    expect((await send(page, 'gzip', '/v1/extract', 'text/html')).text).toContain('boats of Ebbton');
    const lines = gzipSync(`${request}\n`.replace('"format":"text"', '"id":"e"').repeat(3));
    const { text } = await send(lines, 'gzip', '/v1/extract/batch', 'application/x-ndjson');
    expect(
      text
        .trim()
        .split('\n')
        .map(line => JSON.parse(line).id),
    ).toEqual(['e', 'e', 'e']);
    const broken = await send(lines.subarray(0, 10), 'gzip', '/v1/extract/batch', 'application/x-ndjson');
    expect([broken.status, JSON.parse(broken.text).code]).toEqual([400, 'bad-request']);
  });

  it.each([
    ['gzip', gzipSync('x'.repeat(LIMIT + 1)), 413, 'too-large'],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(50 * LIMIT))), 413, 'too-large'],
    ['gzip', gzipSync(request).subarray(0, -20), 400, 'bad-request'],
    ['br', request, 400, 'bad-request'],
    ['zstd', request, 415, 'unsupported-type'],
    ['gzip, gzip, gzip, gzip', request, 415, 'unsupported-type'],
  ])(
    'is rejected if too large, broken or of an unknown encoding: %s',
    async (encoding, body, status, code) => {
      const answer = await send(body, encoding);
      expect([answer.status, JSON.parse(answer.text).code]).toEqual([status, code]);
    },
  );
});

describe('a slow body', () => {
  it('times out, and its connection is closed', async () => {
    const hasty = await startTestServer({ timeLimit: 500 });
    try {
      const socket = connect(Number(new URL(hasty.address).port), '127.0.0.1');
      let received = '';
      socket.on('data', piece => {
        received += String(piece);
      });
      socket.on('error', () => {});
      const closed = new Promise(resolve => socket.on('close', resolve));
      socket.write(
        'POST /v1/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/html\r\nContent-Length: 9999\r\n\r\n',
      );
      const drip = setInterval(() => socket.write('x'), 50);
      await closed;
      clearInterval(drip);
      expect(received).toMatch(/^HTTP\/1\.1 408 .*connection: close.*"code":"too-slow"/is);
    } finally {
      await hasty.close();
    }
  });

  describe('with fake timers', () => {
    afterEach(() => vi.useRealTimers());

    /** Number of pieces that are read from a body that sends one every `seconds` seconds. */
    async function passed(piece: string, seconds: number, isLines: boolean): Promise<number> {
      vi.useFakeTimers();
      async function* body() {
        for (let i = 0; i < 100; i++) {
          await new Promise(resolve => setTimeout(resolve, 1000 * seconds));
          yield Buffer.from(piece);
        }
      }
      let count = 0;
      const read = (async () => {
        for await (const _ of atMinimumRate(body(), 30_000, { isLines })) count++;
      })().catch((error: { code?: string }) => expect(error.code).toBe('too-slow'));
      await vi.runAllTimersAsync();
      await read;
      return count;
    }

    it('may be slow as long as it keeps sending', async () => {
      expect(await passed('x'.repeat(6000), 5, false)).toBe(100);
      expect(await passed('x', 1, false)).toBe(30);
      expect(await passed('x', 31, false)).toBe(0);
    });

    it('may send line after line, but not half a line', async () => {
      expect(await passed('{}\n', 20, true)).toBe(100);
      expect(await passed('{}', 20, true)).toBe(1);
      expect(await passed('{}\n', 20, false)).toBe(1);
    });

    it('is not blamed for a slow reader', async () => {
      vi.useFakeTimers();
      async function* body() {
        for (let i = 0; i < 5; i++) yield Buffer.from('x');
      }
      let count = 0;
      const read = (async () => {
        for await (const _ of atMinimumRate(body(), 1000)) {
          await new Promise(resolve => setTimeout(resolve, 60_000));
          count++;
        }
      })();
      await vi.runAllTimersAsync();
      await read;
      expect(count).toBe(5);
    });
  });
});
