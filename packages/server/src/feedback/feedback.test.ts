import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCorpus } from '@webpith/lab';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job, TrainResult } from '../api/jobs.js';
import type { Feedback, RuleTrial, SiteRulesEntry } from '../api/reading.js';
import { finishedJob } from '../testing/follow-job.js';
import { labelTides, nodeOfClass } from '../testing/labelled-tides.js';
import { startTestServer, type TestServer } from '../testing/server.js';
import { tidePage, tideUrl } from '../testing/tide-site.js';

const NOTICE = 'sent a small barometer';

interface Extracted {
  readonly view?: string;
  readonly outputs: { readonly text: string };
  readonly siteRules?: { readonly site: string };
}

let server: TestServer;
let corpora: string;
beforeAll(async () => {
  corpora = await mkdtemp(join(tmpdir(), 'pith-corpora-'));
  const page = (number: number) => ({
    id: `${number}`,
    html: Buffer.from(tidePage(number)),
    text: 'The harbour master',
  });
  await writeCorpus(join(corpora, 'disk'), [page(21), page(22)]);
  server = await startTestServer({ corpora });
});
afterAll(async () => {
  await server.close();
  await rm(corpora, { recursive: true, force: true });
});

const extract = async (number: number, more: object = {}) => {
  const body = { html: tidePage(number), url: tideUrl(number), outputs: ['text'], ...more };
  return (await (await server.post('/v1/extract', body)).json()) as Extracted;
};
const list = async <T>(path: string) => ((await (await server.get(path)).json()) as { items: T[] }).items;

/** Extracts a page, keeps its view, and reports its notice as extra. */
async function reportNotice(number: number, more: object = {}): Promise<Response> {
  const { view } = await extract(number, { keepView: true });
  const extra = [nodeOfClass(tidePage(number), 'house-notice')];
  return await server.post('/v1/feedback', { view, missing: [], extra, ...more });
}

describe('feedback', () => {
  it('becomes labels: extracted blocks are content, reported blocks are noise', async () => {
    const answer = await reportNotice(1, { note: 'a notice' });
    expect(answer.status).toBe(201);
    const { page, site, note } = (await answer.json()) as Feedback;
    expect([site, note]).toEqual(['tide-table.example', 'a notice']);
    const { labels, done } = (await (
      await server.get(`/v1/pages/${page}/labels?annotator=local`)
    ).json()) as {
      labels: { node: number; label: string; scope: string }[];
      done: boolean;
    };
    const story = nodeOfClass(tidePage(1), 'story');
    const notice = nodeOfClass(tidePage(1), 'house-notice');
    expect(done).toBe(true);
    expect(labels).toEqual([
      { node: story, label: 'main content', scope: 'subtree' },
      { node: notice, label: 'noise', scope: 'subtree' },
    ]);
    expect(await list<Feedback>('/v1/feedback')).toMatchObject([{ page, extra: [notice], missing: [] }]);
  });

  it('on the same page builds on earlier feedback', async () => {
    const html = tidePage(1);
    const { page } = (await list<Feedback>('/v1/feedback'))[0]!;
    const notice = nodeOfClass(html, 'house-notice');
    expect((await server.post('/v1/feedback', { page, missing: [notice], extra: [] })).status).toBe(201);
    const labels = async () =>
      ((await (await server.get(`/v1/pages/${page}/labels?annotator=local`)).json()) as { labels: object[] })
        .labels;
    expect(await labels()).toMatchObject([{ label: 'main content' }]);
    expect((await server.post('/v1/feedback', { page, missing: [], extra: [notice] })).status).toBe(201);
    expect(await labels()).toMatchObject([{ label: 'main content' }, { node: notice, label: 'noise' }]);
  });

  it('is rejected if it is empty or refers to no page', async () => {
    const { view } = await extract(2, { keepView: true });
    const status = async (body: object) => (await server.post('/v1/feedback', body)).status;
    expect(await status({ view, missing: [], extra: [] })).toBe(400);
    expect(await status({ view, missing: [9_999_999], extra: [] })).toBe(400);
    expect(await status({ missing: [3], extra: [] })).toBe(400);
    expect(await status({ view: 'gone', missing: [3], extra: [] })).toBe(404);
  });

  it('trains a model that is better on the reported pages, and checks it on the corpora on disk', async () => {
    await reportNotice(2);
    await reportNotice(3);
    const body = { kind: 'train', method: 'adapted', corpus: 'feedback' };
    const { id } = (await (await server.post('/v1/jobs', body)).json()) as Job;
    const job = await finishedJob(server.address, id);
    expect(job.error).toBeUndefined();
    const { model, metrics, pages } = job.result as TrainResult;
    expect(pages).toBe(3);
    expect(metrics.own!.after).toBeGreaterThan(metrics.own!.before);
    expect(metrics.gate).toMatchObject([{ corpus: 'disk', pages: 2, holds: true }]);
    expect(await list('/v1/evaluations/corpora')).toContainEqual({ name: 'disk', place: 'disk' });
    expect((await extract(9, { model })).outputs.text).not.toContain(NOTICE);
  });
});

describe('site rules', () => {
  it('are learned from labelled pages, applied on that site only, listed and removed', async () => {
    expect(await list<{ site: string; pages: number }>('/v1/site-rules/sites')).toEqual([
      { site: 'tide-table.example', pages: 3 },
    ]);
    expect((await extract(9)).outputs.text).toContain(NOTICE);
    const trial = await server.post('/v1/site-rules/trial', { site: 'www.tide-table.example' });
    expect(trial.status).toBe(200);
    const { site, rules, learned, pages } = (await trial.json()) as RuleTrial;
    expect([site, rules]).toEqual(['tide-table.example', { keep: [], drop: ['div.house-notice'] }]);
    expect(learned!.own.after).toBeGreaterThan(learned!.own.before);
    expect(learned!.heldOut!.after).toBeGreaterThan(learned!.heldOut!.before);
    expect(pages.every(({ before, after }) => after < before)).toBe(true);
    expect((await extract(9)).outputs.text).toContain(NOTICE);
    expect((await server.post('/v1/site-rules', { site, rules })).status).toBe(201);

    const corrected = await extract(9);
    expect(corrected.siteRules?.site).toBe('tide-table.example');
    expect(corrected.outputs.text).not.toContain(NOTICE);
    expect(corrected.outputs.text).toContain('Nobody in the village');
    expect((await extract(9, { applySiteRules: false })).outputs.text).toContain(NOTICE);
    expect((await extract(9, { url: 'https://elsewhere.example/9' })).outputs.text).toContain(NOTICE);

    expect(await list<SiteRulesEntry>('/v1/site-rules')).toMatchObject([{ site, rules }]);
    expect((await server.get(`/v1/site-rules/${site}`, { method: 'DELETE' })).status).toBe(204);
    expect((await server.get(`/v1/site-rules/${site}`, { method: 'DELETE' })).status).toBe(404);
    expect((await extract(9)).outputs.text).toContain(NOTICE);
  });

  it('are rejected, with the reason, if nothing can be learned', async () => {
    const refused = async (site: string) => {
      const answer = await server.post('/v1/site-rules/trial', { site });
      return [answer.status, ((await answer.json()) as { detail: string }).detail];
    };
    expect(await refused('unknown.example')).toEqual([
      422,
      'There are no labelled pages of unknown.example.',
    ]);
    expect((await refused('../etc'))[0]).toBe(400);
  });

  it('are learned from the pages of any corpus', async () => {
    await labelTides(server, 'others', [5]);
    expect(await list('/v1/site-rules/sites')).toEqual([{ site: 'tide-table.example', pages: 4 }]);
  });
});
