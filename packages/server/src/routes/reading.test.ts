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
const keepView = (number: number) =>
  extracted({ html: tidePage(number), url: tideUrl(number), keepView: true });
const reports = async () => (await json<{ items: Feedback[] }>(server.get('/v1/feedback'))).items;
/** The blocks of the notice. */
const notice = ({ decisions = [] }: ExtractResult) =>
  decisions
    .filter(({ text }) => /^The Tide Table is|^We answer|^Whoever finds/.test(text))
    .map(({ textFirst }) => textFirst);

describe('a read page', () => {
  it('is listed only for its reader, with its title, and found by its URL', async () => {
    const { view } = await keepView(1);
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

  it('is available after a server restart, with its corrections', async () => {
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

describe('dropping a block', () => {
  it('updates one report, which is removed when the block is restored', async () => {
    const result = await keepView(3);
    const drop = notice(result);
    const correct = async (corrections: { keep: number[]; drop: number[] }) =>
      await json<PageView>(server.get(`/v1/views/${result.view}`, put({ corrections })));
    await correct({ keep: [], drop: drop.slice(0, 1) });
    const corrected = await correct({ keep: [], drop });
    expect(await reports()).toMatchObject([
      { id: corrected.report, extra: drop, missing: [], url: tideUrl(3) },
    ]);
    const [{ page }] = (await reports()) as [Feedback];
    const labels = await json<{ labels: { label: string }[]; done: boolean }>(
      server.get(`/v1/pages/${page}/labels`),
    );
    expect(labels.done).toBe(true);
    expect(labels.labels.map(({ label }) => label)).toContain('noise');
    expect(await correct({ keep: [], drop: [] })).not.toHaveProperty('report');
    expect(await reports()).toEqual([]);
    expect((await server.get(`/v1/pages/${page}`)).status).toBe(404);
  });

  it('labels all texts of a block', async () => {
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
  it('removes its labels and keeps those of other reports by the same reader', async () => {
    const { view, decisions = [] } = await keepView(5);
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
    const { view, decisions = [] } = await keepView(11);
    const extra = notice({ decisions } as ExtractResult);
    const { page } = await json<Feedback>(server.post('/v1/feedback', { view, missing: [], extra }));
    expect((await reports()).some(report => report.page === page)).toBe(true);
    await server.get(`/v1/pages/${page}`, { method: 'DELETE' });
    expect((await reports()).some(report => report.page === page)).toBe(false);
  });
});

describe('rules for a site', () => {
  it('are derived from dropped blocks, tried on other known pages, and applied only if saved', async () => {
    await keepView(6);
    const result = await keepView(7);
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
    expect((await keepView(8)).outputs!.text).toContain(NOTICE);
    const { rules, site } = trial;
    const entry = await json<SiteRulesEntry>(server.post('/v1/site-rules', { site, rules }));
    expect(entry.rules.drop).toEqual(['div.house-notice']);
    expect((await keepView(8)).outputs!.text).not.toContain(NOTICE);
    await server.get(`/v1/site-rules/${site}`, { method: 'DELETE' });
    expect((await keepView(8)).outputs!.text).toContain(NOTICE);
  });

  it('never drop most of a page', async () => {
    await keepView(9);
    const rules = { keep: [], drop: ['div.story', 'div.house-notice'] };
    const body = { site: 'tide-table.example', rules };
    const trial = await json<RuleTrial>(server.post('/v1/site-rules/trial', body));
    expect(trial.refused.map(({ selector }) => selector)).toEqual(['div.story']);
    expect(trial.rules.drop).toEqual(['div.house-notice']);
    const refused = await server.post('/v1/site-rules', body);
    expect(refused.status).toBe(422);
    expect(((await refused.json()) as { detail: string }).detail).toContain('div.story');
  });

  it('are rejected if no selector separates the dropped blocks from the rest', async () => {
    const result = await keepView(10);
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
  it('has an example request that works', async () => {
    const described = await json<Record<string, unknown>>(server.get('/openapi.json'));
    const found = /"example":(\{.*?"outputs":\[[^\]]*\]\})/s.exec(JSON.stringify(described));
    const answer = await server.post('/v1/extract', JSON.parse(found![1]!));
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as ExtractResult).outputs!.markdown).toContain('The tide comes in');
  });
});

describe('a page read again', () => {
  const list = async (number: number) => {
    const query = encodeURIComponent(tideUrl(number));
    return (await json<{ items: PageView[] }>(server.get(`/v1/views?url=${query}`))).items;
  };

  it('is the same page of the history if it has not changed', async () => {
    const first = await keepView(21);
    await server.get(`/v1/views/${first.view}`, put({ corrections: { keep: [], drop: notice(first) } }));
    const again = await keepView(21);
    expect(again.view).toBe(first.view);
    expect(again.outputs!.text).not.toContain(NOTICE);
    expect(await list(21)).toHaveLength(1);
  });

  it('keeps its corrections and its one report if it has changed', async () => {
    const first = await keepView(22);
    const before = (await reports()).length;
    await server.get(`/v1/views/${first.view}`, put({ corrections: { keep: [], drop: notice(first) } }));
    const html = tidePage(22).replace('<body>', '<body><p>High water at noon today.</p>');
    const later = await extracted({ html, url: tideUrl(22), keepView: true });
    expect(later.view).not.toBe(first.view);
    expect(later.outputs!.text).not.toContain(NOTICE);
    expect(later.corrections!.drop).toEqual(notice(later));
    const [page, ...others] = await list(22);
    expect(others).toEqual([]);
    expect(page).toMatchObject({ view: later.view, versions: [{ view: later.view }, { view: first.view }] });
    await server.get(
      `/v1/views/${later.view}`,
      put({ corrections: { keep: [], drop: notice(later).slice(1) } }),
    );
    expect(await reports()).toHaveLength(before + 1);
    expect((await server.get(`/v1/views/${later.view}`, { method: 'DELETE' })).status).toBe(204);
    expect((await server.get(`/v1/views/${first.view}`)).status).toBe(404);
  });

  it('without an address is recognised by its content', async () => {
    const page = { html: tidePage(23), keepView: true };
    const [one, two] = [await extracted(page), await extracted(page)];
    expect(two.view).toBe(one.view);
  });
});
