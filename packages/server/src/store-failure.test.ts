import { connect as connectTo, createServer, type Socket } from 'node:net';
import { listening } from '@webpith/fetch/testing';
import { startPostgres, whyNoPostgres } from '@webpith/store/testing';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Json } from './testing/annotation.js';
import { startTestServer, type TestServer } from './testing/server.js';

async function expectUnavailable(answer: Response, detail: string): Promise<void> {
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  const body = (await answer.json()) as Json;
  expect(body).toMatchObject({ status: 503, code: 'unavailable', detail });
  expect(body.remedy).toMatch(/\.$/);
}

it('answers 503 while the store is full, and works again afterwards', async () => {
  const server = await startTestServer();
  const { db } = server.services.store;
  const addCorpus = (name: string) => server.post('/v1/corpora', { name, title: 'x'.repeat(200) });
  try {
    await sql`pragma max_page_count = 1`.execute(db); // as many as there are
    let last = await addCorpus('corpus-0');
    for (let i = 1; last.status === 201 && i < 1000; i++) last = await addCorpus(`corpus-${i}`);
    await expectUnavailable(last, 'The store of the server is full.');
    await sql`pragma max_page_count = 1000000`.execute(db);
    expect((await addCorpus('later')).status).toBe(201);
  } finally {
    await server.close();
  }
});

/** Forwards connections to a database and can refuse them. */
async function proxyTo(port: number) {
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    const onward = connectTo(port, '127.0.0.1');
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {}).on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  const own = await listening(server);
  return {
    port: own,
    async stop() {
      const closed = new Promise(resolve => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    start: () => new Promise<void>(resolve => server.listen(own, '127.0.0.1', resolve)),
  };
}

const reason = whyNoPostgres();
describe.skipIf(reason !== undefined)(`a server on PostgreSQL ${reason ?? ''}`, () => {
  it('answers 503 while the database is down, and works again afterwards', async () => {
    const postgres = await startPostgres();
    const url = new URL(postgres.database());
    const proxy = await proxyTo(Number(url.port));
    url.port = String(proxy.port);
    const server: TestServer = await startTestServer({ store: url.href });
    try {
      expect((await server.post('/v1/corpora', { name: 'before' })).status).toBe(201);
      await proxy.stop();
      for (const _ of [1, 2, 3]) {
        await expectUnavailable(
          await server.get('/v1/corpora'),
          'The store of the server cannot be reached.',
        );
        await expectUnavailable(
          await server.post('/v1/corpora', { name: 'during' }),
          'The store of the server cannot be reached.',
        );
      }
      expect((await server.post('/v1/extract', { html: '<p>The lamp was lit at nine.' })).status).toBe(503);
      await proxy.start();
      expect((await server.post('/v1/corpora', { name: 'after' })).status).toBe(201);
    } finally {
      await server.close();
      await proxy.stop();
      await postgres.stop();
    }
  });
});
