import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ExtractResult } from '../api/extract.js';
import type { Job, TrainResult } from '../api/jobs.js';
import type { Model } from '../api/models.js';
import { finishedJob } from '../testing/follow-job.js';
import { startTestServer, type TestServer } from '../testing/server.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const CORPUS = fileURLToPath(new URL('../../../../examples/corpus', import.meta.url));
const STORY = 'The new pier was opened on Friday';

let server: TestServer;
let page: string;
beforeAll(async () => {
  server = await startTestServer({ corpora: '/nowhere' });
  await server.post('/v1/corpora', { name: 'articles', task: 'leaves' });
  const folder = execFileSync('tar', ['czf', '-', '-C', CORPUS, 'pages.jsonl', 'html', 'labels']);
  const answer = await server.get('/v1/corpora/articles/imports?name=corpus.tar.gz', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(folder),
  });
  const { job } = (await answer.json()) as { job: string };
  expect((await finishedJob(server.address, job)).state).toBe('done');
  const { items } = (await (await server.get('/v1/corpora/articles/pages')).json()) as {
    items: { id: string; name: string }[];
  };
  page = items.find(({ name }) => name === 'harbour-1')!.id;
});
afterAll(() => server.close());

async function extracted(body: object): Promise<ExtractResult> {
  return (await (await server.post('/v1/extract', { page, explain: true, ...body })).json()) as ExtractResult;
}

const METHODS = ['swarm', 'seeker', 'wrapper', 'density', 'leaves'];

describe.each(METHODS)('a model of %s', method => {
  it('is trained, applied, explained, downloaded and added again', async () => {
    const started = await server.post('/v1/jobs', { kind: 'train', method, corpus: 'articles' });
    const job = await finishedJob(server.address, ((await started.json()) as Job).id);
    expect([job.error, job.state]).toEqual([undefined, 'done']);
    const { model, pages } = job.result as TrainResult;
    const result = await extracted({ model });
    expect(result.article.text).toContain(STORY);
    expect(result.notes?.length ?? 0).toBeGreaterThan(method === 'swarm' ? -1 : 0);
    const story = result.decisions!.find(({ text }) => text.startsWith(STORY))!;
    expect(story).toMatchObject({ kept: true, evidence: expect.arrayContaining([expect.any(Object)]) });
    expect(story.stage).not.toBe('method');

    const answer = await server.get(`/v1/models/${model}/file`);
    const file = (await answer.json()) as Record<string, unknown>;
    expect(file).toMatchObject({ format: 'webpith-model', method, card: { training: { pages } } });
    const added = await server.post('/v1/models', { ...file, name: 'again' });
    expect(added.status).toBe(201);
    const again = (await added.json()) as Model;
    expect(again).toMatchObject({ name: 'again', method, corpus: 'articles', pages });
    expect((await extracted({ model: again.id })).article.text).toBe(result.article.text);
  });
});

describe('adding a model', () => {
  it('is refused if the file is damaged or of an unknown method', async () => {
    const file = { format: 'webpith-model', version: 1, name: 'x', weights: {} };
    for (const [method, message] of [
      ['swarm', 'swarm: expected'],
      ['magic', 'no trainable method is named magic'],
      [undefined, 'expected a model with'],
    ] as const) {
      const answer = await server.post('/v1/models', { ...file, method });
      expect(answer.status).toBe(422);
      expect(((await answer.json()) as { detail: string }).detail).toContain(message);
    }
  });
});
