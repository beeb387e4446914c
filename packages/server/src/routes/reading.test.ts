import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExtractResult } from '../api/extract.js';
import type { Feedback, PageView, RuleTrial, SiteRulesEntry } from '../api/reading.js';
import { startServer } from '../server.js';
import { startTestServer, type TestServer } from '../testing/server.js';
import { tidePage, tideUrl } from '../testing/tide-site.js';

const NOTICE = 'sent a small barometer';
const put = (body: unknown) => ({
  method: 'PUT',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ corpora: '/nowhere' });
});
afterAll(() => server.close());

const json = async <T>(answer: Response | Promise<Response>) => (await (await answer).json()) as T;
const extracted = (body: object, at = server.address) =>
  json<ExtractResult>(
    fetch(`${at}/v1/extract`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ outputs: ['text'], explain: 'brief', ...body }),
    }),
  );
const held = (number: number) => extracted({ html: tidePage(number), url: tideUrl(number), keepView: true });
const reports = async () => (await json<{ items: Feedback[] }>(server.get('/v1/feedback'))).items;
/** The blocks of the notice, as a reader would take them out. */
const notice = ({ decisions = [] }: ExtractResult) =>
  decisions
    .filter(({ text }) => /^The Tide Table is|^We answer|^Whoever finds/.test(text))
    .map(({ textFirst }) => textFirst);

describe('a page that was read', () => {
  it('is listed for its reader alone, with its name, and found by its address', async () => {
    const { view } = await held(1);
    await server.get(`/v1/views/${view}`, put({ title: 'Tide story 1' }));
    const list = (name: string, query = '') =>
      json<{ items: PageView[] }>(server.get(`/v1/views${query}`, { headers: { 'x-pith-annotator': name } }));
    expect((await list('local')).items[0]).toMatchObject({ view, title: 'Tide story 1', url: tideUrl(1) });
    expect((await list('local', `?url=${encodeURIComponent(tideUrl(1))}`)).items).toHaveLength(1);
    expect((await list('local', '?url=https://else.example/')).items).toEqual([]);
    expect((await list('bob')).items).toEqual([]);
    expect((await server.get(`/v1/views/${view}`, { method: 'DELETE' })).status).toBe(204);
    expect((await server.get(`/frame/views/${view}`)).status).toBe(404);
  });

  it('is there when the server is started again, as it was corrected', async () => {
    const store = `${server.folder}/again.sqlite`;
    const options = { port: 0, store, threads: 1, app: server.folder, timeLimit: 120_000 };
    const first = await startServer(options);
    const body = { html: tidePage(2), url: tideUrl(2), keepView: true };
    const result = await extracted(body, first.address);
    const corrections = { keep: [], drop: notice(result) };
    await fetch(`${first.address}/v1/views/${result.view}`, put({ corrections }));
    await first.close();
    const second = await startServer(options);
    const after = await extracted({ view: result.view }, second.address);
    expect(after.corrections).toEqual(corrections);
    expect(after.outputs!.text).not.toContain(NOTICE);
    expect(after.outputs!.text).toContain('Nobody in the village');
    const plain = await extracted({ view: result.view, corrections: { keep: [], drop: [] } }, second.address);
    expect(plain.outputs!.text).toContain(NOTICE);
    await second.close();
  });
});

describe('taking a block out', () => {
  it('is a report that follows what is taken out, and leaves nothing when it is taken back', async () => {
    const result = await held(3);
    const drop = notice(result);
    const say = async (corrections: { keep: number[]; drop: number[] }) =>
      await json<PageView>(server.get(`/v1/views/${result.view}`, put({ corrections })));
    await say({ keep: [], drop: drop.slice(0, 1) });
    const said = await say({ keep: [], drop });
    expect(await reports()).toMatchObject([{ id: said.report, extra: drop, missing: [], url: tideUrl(3) }]);
    const [{ page }] = (await reports()) as [Feedback];
    const labels = await json<{ labels: { label: string }[]; done: boolean }>(
      server.get(`/v1/pages/${page}/labels`),
    );
    expect(labels.done).toBe(true);
    expect(labels.labels.map(({ label }) => label)).toContain('noise');
    expect(await say({ keep: [], drop: [] })).not.toHaveProperty('report');
    expect(await reports()).toEqual([]);
    expect((await server.get(`/v1/pages/${page}`)).status).toBe(404);
  });

  it('labels all of a block that has several texts', async () => {
    const html = tidePage(4).replace('Letters that come', 'Letters that <b>come</b> as a surprise');
    const result = await extracted({ html, url: tideUrl(4), keepView: true });
    const [, middle] = notice(result);
    await server.get(`/v1/views/${result.view}`, put({ corrections: { keep: [], drop: [middle] } }));
    const [report] = await reports();
    const { labels } = await json<{ labels: { node: number; label: string }[] }>(
      server.get(`/v1/pages/${report!.page}/labels`),
    );
    expect(labels.filter(({ label }) => label === 'noise')).toHaveLength(3);
    await server.get(`/v1/feedback/${report!.id}`, { method: 'DELETE' });
  });
});

describe('removing a report', () => {
  it('takes back what it said and leaves what others of the same reader say', async () => {
    const { view, decisions = [] } = await held(5);
    const nodes = notice({ decisions } as ExtractResult);
    const report = async (extra: number[]) =>
      await json<Feedback>(server.post('/v1/feedback', { view, missing: [], extra }));
    const one = await report(nodes.slice(0, 1));
    const two = await report(nodes.slice(1));
    const noise = async () => {
      const { labels } = await json<{ labels: { node: number; label: string }[] }>(
        server.get(`/v1/pages/${one.page}/labels`),
      );
      return labels.filter(({ label }) => label === 'noise').map(({ node }) => node);
    };
    expect(await noise()).toEqual(expect.arrayContaining(nodes.slice(1)));
    await server.get(`/v1/feedback/${two.id}`, { method: 'DELETE' });
    expect(await noise()).toEqual(nodes.slice(0, 1));
    await server.get(`/v1/feedback/${one.id}`, { method: 'DELETE' });
    expect((await server.get(`/v1/pages/${one.page}`)).status).toBe(404);
  });
});

describe('removing a page', () => {
  it('removes the reports on it', async () => {
    const { view, decisions = [] } = await held(11);
    const extra = notice({ decisions } as ExtractResult);
    const { page } = await json<Feedback>(server.post('/v1/feedback', { view, missing: [], extra }));
    expect((await reports()).some(report => report.page === page)).toBe(true);
    await server.get(`/v1/pages/${page}`, { method: 'DELETE' });
    expect((await reports()).some(report => report.page === page)).toBe(false);
  });
});

describe('rules for a site', () => {
  it('come of what a reader took out, are tried on the other known pages, and are in force only when wanted', async () => {
    await held(6);
    const result = await held(7);
    const corrections = { keep: [], drop: notice(result) };
    const trial = await json<RuleTrial>(
      server.post('/v1/site-rules/trial', { view: result.view, corrections }),
    );
    expect(trial).toMatchObject({
      site: 'tide-table.example',
      rules: { keep: [], drop: ['div.house-notice'] },
      before: { keep: [], drop: [] },
      refused: [],
    });
    expect(trial.pages.length).toBeGreaterThanOrEqual(2);
    for (const { before, after, removed } of trial.pages) {
      expect(after).toBeLessThan(before);
      expect(removed[0]).toMatch(/^The Tide Table/);
    }
    expect((await held(8)).outputs!.text).toContain(NOTICE);
    const { rules, site } = trial;
    const entry = await json<SiteRulesEntry>(server.post('/v1/site-rules', { site, rules }));
    expect(entry.rules.drop).toEqual(['div.house-notice']);
    expect((await held(8)).outputs!.text).not.toContain(NOTICE);
    await server.get(`/v1/site-rules/${site}`, { method: 'DELETE' });
    expect((await held(8)).outputs!.text).toContain(NOTICE);
  });

  it('never take most of a page away', async () => {
    await held(9);
    const rules = { keep: [], drop: ['div.story', 'div.house-notice'] };
    const body = { site: 'tide-table.example', rules };
    const trial = await json<RuleTrial>(server.post('/v1/site-rules/trial', body));
    expect(trial.refused.map(({ selector }) => selector)).toEqual(['div.story']);
    expect(trial.rules.drop).toEqual(['div.house-notice']);
    const refused = await server.post('/v1/site-rules', body);
    expect(refused.status).toBe(422);
    expect(((await refused.json()) as { detail: string }).detail).toContain('div.story');
  });

  it('say so where no selector tells what was taken out from the rest', async () => {
    const result = await held(10);
    const paragraph = result.decisions!.find(({ kept, text }) => kept && text.length > 60)!;
    const answer = await server.post('/v1/site-rules/trial', {
      view: result.view,
      corrections: { keep: [], drop: [paragraph.textFirst] },
    });
    expect(answer.status).toBe(422);
    expect(((await answer.json()) as { detail: string }).detail).toMatch(/no selector/i);
  });
});

describe('/docs', () => {
  it('tries an extraction that works', async () => {
    const described = await json<Record<string, unknown>>(server.get('/openapi.json'));
    const found = /"example":(\{.*?"outputs":\[[^\]]*\]\})/s.exec(JSON.stringify(described));
    const answer = await server.post('/v1/extract', JSON.parse(found![1]!));
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as ExtractResult).outputs!.markdown).toContain('The tide comes in');
  });
});
