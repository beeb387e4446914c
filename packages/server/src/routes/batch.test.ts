import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articlePage } from '../testing/pages.js';
import type { TestServer } from '../testing/server.js';
import { startStubbornServer } from '../testing/stubborn-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startStubbornServer({ threads: 2, bodyLimit: 50_000 });
});
afterAll(() => server.close());

interface Line {
  readonly id?: string | number;
  readonly article?: { readonly title: string };
  readonly problem?: { readonly code: string };
}

async function batch(lines: readonly string[]): Promise<Line[]> {
  const answer = await server.get('/v1/extract/batch', {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('application/x-ndjson');
  return (await answer.text())
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Line);
}

const line = (id: string | number, words: string) => JSON.stringify({ id, html: articlePage(words) });

const PAGES = 200;

async function pagesDone({ services }: TestServer): Promise<number> {
  const text = await services.metrics.registry.metrics();
  return Number(/^pith_thread_task_seconds_count\{task="extract"\} (\d+)$/m.exec(text)?.[1] ?? 0);
}

describe('POST /v1/extract/batch', () => {
  it('returns no lines for a request without a body', async () => {
    const answer = await server.get('/v1/extract/batch', { method: 'POST' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });

  it('returns the lines in order, however long each takes', async () => {
    const lines = Array.from({ length: 30 }, (_, i) =>
      line(i, i % 7 === 0 ? `Town ${i} waits 60` : `Town ${i}`),
    );
    const answers = await batch(lines);
    expect(answers.map(({ id }) => id)).toEqual(lines.map((_, i) => i));
    expect(answers[5]?.article?.title).toBe('Tides of Town 5');
  });

  it('returns a problem for a bad line and continues', async () => {
    const answers = await batch([
      line('a', 'Ebbton'),
      'no json',
      '',
      JSON.stringify({ id: 'c', html: articlePage('X'), lean: 9 }),
      JSON.stringify({ id: 'd', html: 'x'.repeat(60_000) }),
      JSON.stringify({ id: 'e', html: articlePage('X'), method: 'magic' }),
      JSON.stringify({ html: articlePage('Flowton') }),
    ]);
    expect(answers.map(({ id, problem }) => [id, problem?.code])).toEqual([
      ['a', undefined],
      [undefined, 'bad-request'],
      ['c', 'bad-request'],
      [undefined, 'too-large'],
      ['e', 'not-found'],
      [undefined, undefined],
    ]);
  });

  it('streams results while lines are still arriving', async () => {
    const sending = request(`${server.address}/v1/extract/batch`, { method: 'POST' });
    const answers = new Promise<AsyncIterableIterator<string>>((resolve, reject) => {
      sending.on('error', reject);
      sending.on('response', answer => resolve(createInterface(answer)[Symbol.asyncIterator]()));
    });
    sending.write(`${line('first', 'Ebbton')}\n`);
    const lines = await answers;
    expect(JSON.parse((await lines.next()).value as string)).toMatchObject({ id: 'first' });
    sending.end(`${line('second', 'Flowton')}\n`);
    expect(JSON.parse((await lines.next()).value as string)).toMatchObject({ id: 'second' });
    expect((await lines.next()).done).toBe(true);
  });

  it('limits what compressed pages decompress to in all', async () => {
    const small = await startStubbornServer({ threads: 1, batchLimit: 100_000 });
    try {
      const bytes = gzipSync(articlePage('Ebbton') + ' '.repeat(40_000)).toString('base64');
      const lines = Array.from({ length: 12 }, (_, id) => JSON.stringify({ id, bytes }));
      const body = [...lines, line('plain', 'Flowton')].join('\n');
      const answer = await small.get('/v1/extract/batch', { method: 'POST', body });
      const answers = (await answer.text())
        .trimEnd()
        .split('\n')
        .map(text => JSON.parse(text) as Line);
      const codes = answers.map(({ problem }) => problem?.code);
      expect(codes.slice(0, 2)).toEqual([undefined, undefined]);
      // Pages that were being decompressed at the same time may still pass.
      expect(codes.slice(6, 12)).toEqual(Array(6).fill('too-large'));
      expect(answers[12]).toMatchObject({ id: 'plain', article: { title: 'Tides of Flowton' } });
    } finally {
      await small.close();
    }
  });

  it('limits what a compressed body decompresses to, and ends the response with the reason', async () => {
    const small = await startStubbornServer({ threads: 1, batchLimit: 100_000 });
    try {
      const body = gzipSync(`${line('first', 'Ebbton')}\n${'\n'.repeat(10_000_000)}`);
      const headers = { 'content-encoding': 'gzip' };
      const answer = await small.get('/v1/extract/batch', { method: 'POST', headers, body });
      const answers = (await answer.text())
        .trimEnd()
        .split('\n')
        .map(text => JSON.parse(text) as Line);
      // A problem before the first line replaces the whole response.
      const last = answers.at(-1) as Line & { readonly code?: string };
      expect(last.problem?.code ?? last.code).toBe('too-large');
      expect(answers.length).toBeLessThanOrEqual(2);
      expect((await small.get('/health')).status).toBe(200);
    } finally {
      await small.close();
    }
  });

  it('stops reading pages when the client reads no results', async () => {
    const large = await startStubbornServer({ threads: 2 });
    try {
      const sending = request(`${large.address}/v1/extract/batch`, { method: 'POST' });
      sending.on('error', () => {});
      sending.on('response', answer => answer.pause());
      const page = `${line('x', 'Ebbton '.repeat(4000))}\n`;
      for (let i = 0; i < PAGES; i++) sending.write(page);
      // Idle once no page is started for a while after the first.
      let before = 0;
      for (let done = 0; done === 0 || done !== before; ) {
        before = done;
        await new Promise(resolve => setTimeout(resolve, 2000));
        done = await pagesDone(large);
      }
      expect(before).toBeLessThan(PAGES / 2);
      expect(large.services.threads.waiting).toBe(0);
      sending.destroy();
    } finally {
      await large.close();
    }
  });
});
