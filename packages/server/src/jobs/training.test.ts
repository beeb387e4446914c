import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job, TrainResult } from '../api/jobs.js';
import type { EvaluationWithPlots, Model } from '../api/models.js';
import { finishedJob, followJob } from '../testing/follow-job.js';
import { labelTides } from '../testing/labelled-tides.js';
import { startTestServer, type TestServer } from '../testing/server.js';
import { tidePage, tideUrl } from '../testing/tide-site.js';

const NOTICE = 'sent a small barometer';
const UNSEEN = 9;

let server: TestServer;
beforeAll(async () => {
  // Without corpora on disk, the test measures only its own pages.
  server = await startTestServer({ corpora: '/nowhere' });
  await labelTides(server, 'tides', [1, 2, 3]);
});
afterAll(() => server.close());

const start = async (body: unknown) => (await (await server.post('/v1/jobs', body)).json()) as Job;
const text = async (more: object) => {
  const answer = await server.post('/v1/extract', {
    html: tidePage(UNSEEN),
    url: tideUrl(UNSEEN),
    outputs: ['text'],
    ...more,
  });
  const { outputs } = (await answer.json()) as { outputs: { text: string } };
  return outputs.text;
};
const models = async () => ((await (await server.get('/v1/models')).json()) as { items: Model[] }).items;

describe('training on three labelled pages', () => {
  let trained: Job;
  beforeAll(async () => {
    const { id } = await start({ kind: 'train', method: 'adapted', corpus: 'tides', name: 'Tides' });
    const events = await followJob(server.address, id);
    trained = events.at(-1)!;
    expect(events.every(({ share }, i) => i === 0 || share >= events[i - 1]!.share)).toBe(true);
  });

  it('yields a model that is better on those pages and on an unseen page of the site', async () => {
    expect(trained).toMatchObject({ state: 'done', share: 1, kind: 'train' });
    const { model, metrics, pages } = trained.result as TrainResult;
    expect(pages).toBe(3);
    expect(metrics.own!.after).toBeGreaterThan(metrics.own!.before + 0.05);
    expect(metrics.heldOut!.after).toBeGreaterThan(metrics.heldOut!.before);
    expect(metrics.each!.map(({ url }) => url)).toEqual([1, 2, 3].map(tideUrl));
    expect(metrics.gate).toBeUndefined();
    expect(await text({})).toContain(NOTICE);
    const corrected = await text({ model });
    expect(corrected).not.toContain(NOTICE);
    expect(corrected).toContain('The harbour master wrote');
    const [listed] = await models();
    expect(listed).toMatchObject({
      id: model,
      name: 'Tides',
      method: 'adapted',
      corpus: 'tides',
    });
  });

  it('provides plots of the model', async () => {
    const { model } = trained.result as TrainResult;
    const { items } = (await (await server.get(`/v1/models/${model}/plots`)).json()) as {
      items: { title: string; svg: string }[];
    };
    expect(items.map(({ title }) => title)).toEqual(['Learning curve', 'Features of the correction']);
    for (const { svg } of items) expect(svg).toMatch(/^<svg[^>]*>.*<\/svg>$/s);
  });

  it('uses the model that is set for requests without a method and for its own method', async () => {
    const { model } = trained.result as TrainResult;
    const set = (id: string | null) =>
      server.get('/v1/settings', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model: id }),
      });
    expect(await text({ method: 'adapted' })).toContain(NOTICE);
    await set(model);
    for (const request of [{}, { method: 'adapted' }]) expect(await text(request)).not.toContain(NOTICE);
    expect(await text({ method: 'default' })).toContain(NOTICE);
    await set(null);
    for (const request of [{}, { method: 'adapted' }]) expect(await text(request)).toContain(NOTICE);
  });

  it('supports all outputs and decisions with the model, like the default method', async () => {
    const { model } = trained.result as TrainResult;
    const body = {
      html: tidePage(UNSEEN),
      url: tideUrl(UNSEEN),
      model,
      explain: true,
      outputs: ['markdown'],
    };
    const { decisions, outputs } = (await (await server.post('/v1/extract', body)).json()) as {
      decisions: { kept: boolean; text: string }[];
      outputs: { markdown: string };
    };
    expect(decisions.find(({ text: own }) => own.includes(NOTICE))).toMatchObject({ kept: false });
    expect(outputs.markdown).not.toContain(NOTICE);
  });

  it('evaluates the model beside other methods', async () => {
    const { model } = trained.result as TrainResult;
    const { id } = await start({
      kind: 'evaluate',
      corpus: 'tides',
      methods: ['default', 'cetr'],
      models: [model],
    });
    const job = await finishedJob(server.address, id);
    expect(job.error).toBeUndefined();
    const { evaluation } = job.result as { evaluation: string };
    const found = (await (await server.get(`/v1/evaluations/${evaluation}`)).json()) as EvaluationWithPlots;
    const byName = new Map(found.table.map(row => [row.name, row]));
    expect([...byName.keys()].sort()).toEqual(['Tides', 'cetr', 'default']);
    expect(byName.get('Tides')!.f1).toBeGreaterThan(byName.get('default')!.f1);
    for (const { low, f1, high, failed } of found.table) {
      expect(low).toBeLessThanOrEqual(f1);
      expect(high).toBeGreaterThanOrEqual(f1);
      expect(failed).toBe(0);
    }
    expect(found.plots[0]).toMatchObject({ title: 'F1 with intervals' });
    expect(found.each).toHaveLength(3);
    expect(Object.keys(found.each[0]!.f1).sort()).toEqual(['Tides', 'cetr', 'default']);
    const least = found.each.map(({ f1 }) => Math.min(...Object.values(f1)));
    expect(least).toEqual(least.toSorted((a, b) => a - b));
    const shown = await server.post(`/v1/evaluations/${evaluation}/pages`, { page: found.each[0]!.page });
    const { view } = (await shown.json()) as { view: string };
    expect((await server.get(`/frame/views/${view}`)).status).toBe(200);
    const none = await server.post(`/v1/evaluations/${evaluation}/pages`, { page: 'none' });
    expect(none.status).toBe(404);
  });

  it('removes a model', async () => {
    const { model } = trained.result as TrainResult;
    expect((await server.get(`/v1/models/${model}`, { method: 'DELETE' })).status).toBe(204);
    expect(await models()).toEqual([]);
    const answer = await server.post('/v1/extract', { html: tidePage(1), model });
    expect(answer.status).toBe(404);
  });
});

describe('jobs', () => {
  it('are rejected with advice if they cannot succeed', async () => {
    const refused = async (body: unknown) => {
      const answer = await server.post('/v1/jobs', body);
      return [answer.status, ((await answer.json()) as { remedy: string }).remedy];
    };
    const train = { kind: 'train', method: 'adapted', corpus: 'tides' };
    expect(await refused({ ...train, corpus: 'none' })).toEqual([404, 'Choose an existing corpus.']);
    expect(await refused({ ...train, method: 'none' })).toEqual([404, 'Choose another method.']);
    expect(await refused({ kind: 'evaluate', corpus: 'tides', methods: ['none'] })).toEqual([
      404,
      'Choose another method.',
    ]);
    expect((await refused({ kind: 'evaluate', corpus: 'tides' }))[0]).toBe(400);
    expect((await refused({ kind: 'evaluate', corpus: '../tides', methods: ['default'] }))[0]).toBe(400);
    expect((await refused({ kind: 'import', corpus: 'tides' }))[0]).toBe(400);
    expect((await server.get('/v1/jobs/none')).status).toBe(404);
  });

  it('fail with the reason and the next step if there is nothing to learn from', async () => {
    await server.post('/v1/corpora', { name: 'empty', title: 'Empty', task: 'content' });
    const { id } = await start({ kind: 'train', method: 'adapted', corpus: 'empty' });
    expect(await finishedJob(server.address, id)).toMatchObject({
      state: 'failed',
      error: 'There are no labelled pages in the corpus empty. Label some pages first; three are enough.',
    });
  });

  it('skip a page without content, and name it', async () => {
    await labelTides(server, 'partly', [1, 2, 3]);
    const added = await server.get(`/v1/corpora/partly/pages?url=${encodeURIComponent(tideUrl(4))}`, {
      method: 'POST',
      headers: { 'content-type': 'text/html' },
      body: tidePage(4),
    });
    const { id: page } = (await added.json()) as { id: string };
    await server.post(`/v1/pages/${page}/labels`, { operations: [], done: true });
    const { id } = await start({ kind: 'train', method: 'adapted', corpus: 'partly' });
    const job = await finishedJob(server.address, id);
    expect(job.error).toBeUndefined();
    const { pages, skipped } = job.result as TrainResult;
    expect(pages).toBe(3);
    expect(skipped).toMatchObject([{ url: tideUrl(4), reason: 'nothing on it is labelled as content' }]);

    await server.post('/v1/corpora', { name: 'bare', title: 'Bare', task: 'content' });
    const bare = await server.get('/v1/corpora/bare/pages', {
      method: 'POST',
      headers: { 'content-type': 'text/html' },
      body: tidePage(5),
    });
    const { id: only } = (await bare.json()) as { id: string };
    await server.post(`/v1/pages/${only}/labels`, { operations: [], done: true });
    const failed = await start({ kind: 'train', method: 'adapted', corpus: 'bare' });
    expect((await finishedJob(server.address, failed.id)).error).toContain('Tide story 5');
  });

  it.each([
    ['swarm', 'Convergence of the swarm'],
    ['density', undefined],
    ['seeker', 'Decision tree: '],
  ])('can train %s', async (method, plot) => {
    const { id } = await start({ kind: 'train', method, corpus: 'tides' });
    const job = await finishedJob(server.address, id);
    expect(job.error).toBeUndefined();
    const { model } = job.result as TrainResult;
    expect((await text({ model })).length).toBeGreaterThan(200);
    const plots = (await (await server.get(`/v1/models/${model}/plots`)).json()) as {
      items: { title: string }[];
    };
    expect(plots.items.some(({ title }) => title.startsWith(plot ?? 'none'))).toBe(plot !== undefined);
  });
});
