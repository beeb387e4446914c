import { describe, expect, it } from 'vitest';
import { openTokenAdmin } from '../auth/tokens.js';
import type { ServerOptions } from '../options.js';
import { startTestServer, type TestServer } from '../testing/server.js';

async function withServer(
  options: Partial<ServerOptions>,
  test: (server: TestServer) => Promise<void>,
): Promise<void> {
  const server = await startTestServer({ sandbox: false, ...options });
  try {
    await test(server);
  } finally {
    await server.close();
  }
}

/** Requests the state until it has a status, as probes do: a worker may take long to start on a busy machine. */
const untilReady = (server: TestServer, status: number) =>
  expect
    .poll(async () => (await server.get('/ready')).status, { timeout: 100_000, interval: 500 })
    .toBe(status);

describe('GET /ready', () => {
  it('succeeds if the store answers and a worker extracts', async () => {
    await withServer({}, async server => {
      await untilReady(server, 200);
      const answer = await server.get('/ready');
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({ status: 'ready', store: 'ok', workers: 'ok' });
    });
  });

  it('fails without the store, while the process is alive', async () => {
    await withServer({}, async server => {
      await untilReady(server, 200);
      await server.services.store.close();
      await untilReady(server, 503);
      const answer = await server.get('/ready');
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(await answer.json()).toEqual({ status: 'not ready', store: 'failed', workers: 'ok' });
      expect((await server.get('/health')).status).toBe(200);
    });
  });

  it('fails if no worker can process a page', async () => {
    const tasks = 'data:text/javascript,export const tasks = {}';
    await withServer({ tasks }, async server => {
      const answer = await server.get('/ready');
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ store: 'ok', workers: 'failed' });
    });
  });
});

describe('a token of the role metrics', () => {
  it('may read the metrics and nothing else', async () => {
    const first = await startTestServer({ sandbox: false });
    const store = first.services.options.store;
    const tokens = await openTokenAdmin(store);
    const { secret } = await tokens.add({ name: 'prometheus', role: 'metrics' });
    const reader = await tokens.add({ name: 'eve', role: 'reader' });
    await tokens.close();
    await withServer({ store, tokens: true }, async server => {
      const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
      const metrics = await server.get('/metrics', as(secret));
      expect(metrics.status).toBe(200);
      expect(await metrics.text()).toContain('pith_http_requests_total');
      for (const path of ['/v1/session', '/v1/corpora', '/v1/tokens'])
        expect((await server.get(path, as(secret))).status, path).toBe(403);
      expect((await server.get('/metrics', as(reader.secret))).status).toBe(403);
    });
    await first.close();
  });
});

describe('the access log', () => {
  it('has a line of JSON per request, without tokens and bodies', async () => {
    const lines: string[] = [];
    await withServer({ accessLog: { write: line => lines.push(line) } }, async server => {
      const headers = { authorization: 'Bearer pith_secret', 'content-type': 'text/html' };
      await server.get('/v1/extract?format=text', {
        method: 'POST',
        headers,
        body: '<p>The body of the page.',
      });
      await server.get('/nowhere');
    });
    const entries = lines.map(line => JSON.parse(line));
    expect(entries).toMatchObject([
      { method: 'POST', url: '/v1/extract?format=text', status: 200, caller: 'local', ip: '127.0.0.1' },
      { method: 'GET', url: '/nowhere', status: 404 },
    ]);
    expect(Date.parse(entries[0].time)).not.toBeNaN();
    expect(lines.join('')).not.toMatch(/pith_secret|body of the page/);
    for (const line of lines) expect(line.indexOf('\n')).toBe(line.length - 1);
  });
});
