import { closeServers, html, serve } from '@webpith/fetch/testing';
import { addCorpus, addPage } from '@webpith/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExtractResult, extractResult, type MethodInfo } from '../api/extract.js';
import { articlePage } from '../testing/pages.js';
import type { TestServer } from '../testing/server.js';
import { startStubbornServer } from '../testing/stubborn-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startStubbornServer({ threads: 2, bodyLimit: 200_000 });
});
afterAll(async () => {
  await server.close();
  closeServers();
});

const page = articlePage('Ebbton');

async function extracted(body: object): Promise<ExtractResult> {
  const answer = await server.post('/v1/extract', body);
  expect(answer.status).toBe(200);
  return (await answer.json()) as ExtractResult;
}

/** Parses the problem of a response. */
async function problemOf(
  answer: Response,
): Promise<{ code: string; status: number; detail: string; remedy: string }> {
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  const problem = (await answer.json()) as { code: string; status: number; detail: string; remedy: string };
  expect(problem.status).toBe(answer.status);
  return problem;
}

describe('POST /v1/extract', () => {
  it('returns a result that matches its schema', async () => {
    const result = await extracted({
      html: page,
      url: 'https://example.org/a',
      explain: true,
      outputs: ['text', 'tei'],
    });
    expect(extractResult.parse(result)).toEqual(result);
    expect(result).toMatchObject({ method: 'default', bytes: Buffer.byteLength(page) });
    expect(result.article).toMatchObject({
      title: 'Tides of Ebbton',
      url: 'https://example.org/a',
      language: 'en',
    });
    expect(result.outputs?.tei).toContain('<TEI');
  });

  it('explains every block and its text nodes', async () => {
    const { decisions = [] } = await extracted({ html: page, explain: true });
    const kept = decisions.filter(decision => decision.kept);
    expect(kept.every(({ text }) => text.includes('Ebbton'))).toBe(true);
    expect(decisions.some(decision => !decision.kept && decision.text === 'Imprint')).toBe(true);
    for (const { textFirst, textEnd, node } of decisions) {
      expect(textEnd).toBeGreaterThan(textFirst);
      expect(textFirst).toBeGreaterThan(node);
    }
  });

  it('explains the metadata and which blocks it came from', async () => {
    const { decisions = [], facts = [] } = await extracted({ html: page, explain: true });
    const title = facts.find(({ fact }) => fact === 'title')!;
    const chosen = title.candidates.find(candidate => candidate.chosen)!;
    expect(chosen.value).toBe(title.value);
    expect(chosen.blocks.map(block => decisions[block]!.text)).toEqual([title.value]);
    expect((await extracted({ html: page, explain: 'brief' })).facts).toBeUndefined();
  });

  it.each([
    ['text', 'text/plain', 'The tide rises'],
    ['markdown', 'text/markdown', 'The tide rises'],
    ['html', 'text/html', '<p>The tide rises'],
    ['tei', 'application/tei+xml', '<?xml'],
  ])('returns %s without JSON', async (format, type, opening) => {
    const answer = await server.post('/v1/extract', { html: page, format });
    expect(answer.headers.get('content-type')).toContain(type);
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(await answer.text()).toContain(opening);
  });

  it('accepts the page itself, in the encoding of its Content-Type', async () => {
    const bytes = Buffer.from(articlePage('Zürich'), 'latin1');
    const answer = await server.get('/v1/extract?format=text&url=https://example.org/', {
      method: 'POST',
      headers: { 'content-type': 'text/html; charset=iso-8859-1' },
      body: bytes,
    });
    expect(await answer.text()).toContain('boats of Zürich');
    const { article } = await extracted({ bytes: bytes.toString('base64'), charset: 'iso-8859-1' });
    expect(article.title).toBe('Tides of Zürich');
  });

  it('applies lean, include and rules', async () => {
    const { article } = await extracted({ html: page, rules: { keep: ['footer'], drop: ['p', 'h1'] } });
    expect(article.text).toBe('Imprint');
    const answer = await server.post('/v1/extract', {
      html: page,
      format: 'markdown',
      include: { title: true },
      lean: 0.5,
    });
    expect(await answer.text()).toMatch(/^# Tides of Ebbton/);
  });

  it('writes Markdown as requested', async () => {
    const html = page.replace(
      '</h1>',
      '</h1><p>See <a href="https://e.org/t">the table of all tides</a>.</p>',
    );
    const rules = { keep: ['p'] };
    const { outputs } = await extracted({
      html,
      rules,
      outputs: ['markdown'],
      markdown: { links: 'reference' },
    });
    expect(outputs?.markdown).toContain('[the table of all tides][1]');
    expect(outputs?.markdown).toMatch(/\n\n\[1\]: https:\/\/e\.org\/t$/);
    const send = (settings: string) =>
      server.get(`/v1/extract?format=markdown&lean=1&markdown=${settings}`, {
        method: 'POST',
        headers: { 'content-type': 'text/html' },
        body: html,
      });
    expect(await (await send('links=none,images=none')).text()).not.toContain('](');
    expect((await send('links=footer')).status).toBe(400);
  });

  it('runs other methods and returns the blocks they kept', async () => {
    const result = await extracted({ html: page, method: 'density', explain: true });
    expect(extractResult.parse(result)).toEqual(result);
    expect(result.outputs?.text).toBe(result.article.text);
    expect(result.labels?.map(({ label }) => label)).toContain('article');
    const kept = result.decisions?.filter(decision => decision.kept).map(({ text }) => text) ?? [];
    expect(kept.some(text => text.includes('Ebbton'))).toBe(true);
    expect(kept).not.toContain('Imprint');
  });

  it('fetches pages from allowed addresses only', async () => {
    const address = await serve(html(page));
    const problem = await problemOf(await server.post('/v1/extract', { url: `${address}/story` }));
    expect(problem).toMatchObject({ code: 'forbidden' });
    const open = await startStubbornServer({ allowPrivate: true });
    try {
      const answer = await open.post('/v1/extract', { url: `${address}/story` });
      expect(await answer.json()).toMatchObject({
        article: { title: 'Tides of Ebbton', url: `${address}/story` },
      });
      const missing = await serve((_request, response) => void response.writeHead(404).end());
      expect(await problemOf(await open.post('/v1/extract', { url: missing }))).toMatchObject({
        code: 'upstream-failed',
      });
    } finally {
      await open.close();
    }
  });

  it.each([
    ['no page', {}, 'bad-request', 'has no page'],
    ['two pages', { html: page, view: 'x' }, 'bad-request', 'html and view'],
    ['an empty page', { html: '' }, 'unprocessable', 'empty'],
    ['an unknown option', { html: page, wish: 1 }, 'bad-request', 'wish'],
    ['an option out of range', { html: page, lean: 3 }, 'bad-request', 'lean'],
    ['an unknown method', { html: page, method: 'magic' }, 'not-found', 'magic'],
    [
      'an output that the method does not support',
      { html: page, method: 'cetr', format: 'tei' },
      'bad-request',
      'tei',
    ],
    ['a bad selector', { html: page, rules: { keep: ['a > b'] } }, 'bad-request', 'selector'],
    ['an unknown view', { view: 'x' }, 'not-found', 'no longer stored'],
    ['an unknown page', { page: 'x' }, 'not-found', 'stored page'],
    ['an unknown model', { html: page, model: 'x' }, 'not-found', 'model'],
    ['a URL that is not HTTP', { url: 'gopher://example.org' }, 'bad-request', 'http'],
    ['rich without a browser', { html: page, outputs: ['rich'] }, 'bad-request', 'rendered'],
    ['bytes that are not base64', { bytes: '<p>' }, 'bad-request', 'base64'],
  ])('returns a problem for %s', async (_name, body, code, detail) => {
    const problem = await problemOf(await server.post('/v1/extract', body));
    expect(problem).toMatchObject({ code, detail: expect.stringContaining(detail) });
    expect(problem.remedy).not.toBe('');
  });

  it('returns a problem for a body that is not JSON, is empty, or is too large', async () => {
    const post = (body: string, type: string) =>
      server.get('/v1/extract', { method: 'POST', body, headers: { 'content-type': type } });
    expect(await problemOf(await post('{', 'application/json'))).toMatchObject({ code: 'bad-request' });
    expect(await problemOf(await post('', 'application/json'))).toMatchObject({ code: 'bad-request' });
    expect(await problemOf(await post('', 'text/html'))).toMatchObject({ code: 'unprocessable' });
    expect(await problemOf(await server.get('/v1/extract', { method: 'POST' }))).toMatchObject({
      code: 'bad-request',
    });
    expect(await problemOf(await post('x'.repeat(300_000), 'text/html'))).toMatchObject({
      code: 'too-large',
    });
  });

  it('cuts off a slow page without affecting others', async () => {
    const hasty = await startStubbornServer({ threads: 2, timeLimit: 5000 });
    try {
      const slow = hasty.post('/v1/extract', { html: articlePage('never ends') });
      const others = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          hasty.post('/v1/extract', { html: articlePage(`Town ${i}`), format: 'text' }),
        ),
      );
      expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
      expect(await problemOf(await slow)).toMatchObject({ code: 'took-too-long', status: 504 });
      expect(await (await hasty.get('/metrics')).text()).toMatch(/pith_thread_replacements_total 1\n/);
    } finally {
      await hasty.close();
    }
  });

  it('does not reveal internals when it fails', async () => {
    const lines: string[] = [];
    const talking = await startStubbornServer({ log: { write: line => void lines.push(line) } });
    try {
      const answer = await talking.post('/v1/extract', { html: articlePage('throws what nobody foresaw') });
      const text = await answer.text();
      expect(answer.status).toBe(500);
      expect(text).not.toMatch(/secret|TypeError|\.js|node:/);
      expect(JSON.parse(text)).toMatchObject({ code: 'internal', instance: expect.any(String) });
      expect(lines.join('')).toContain('secret of the inside');
    } finally {
      await talking.close();
    }
  });

  it('responds 503 with Retry-After when too many requests wait', async () => {
    const small = await startStubbornServer({ queueLimit: 2 });
    try {
      const many = Array.from({ length: 12 }, (_, i) =>
        small.post('/v1/extract', { html: articlePage(`Town ${i} waits 100`), format: 'text' }),
      );
      const answers = await Promise.all(many);
      const refused = answers.filter(({ status }) => status === 503);
      expect(refused.length).toBeGreaterThan(0);
      expect(answers.length - refused.length).toBeGreaterThan(0);
      for (const answer of refused) {
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(await problemOf(answer)).toMatchObject({ code: 'unavailable' });
      }
    } finally {
      await small.close();
    }
  });

  it('handles hundreds of concurrent requests without an error', async () => {
    const answers = await Promise.all(
      Array.from({ length: 300 }, async (_, i) => {
        const answer = await server.post('/v1/extract', { html: articlePage(`Town ${i}`), format: 'text' });
        return [answer.status, (await answer.text()).includes(`boats of Town ${i} `)];
      }),
    );
    expect(answers.filter(([status, isRight]) => status !== 200 || !isRight)).toEqual([]);
  });
});

describe('GET /v1/methods', () => {
  it('lists our methods, classical ones and rivals', async () => {
    const methods = (await (await server.get('/v1/methods')).json()) as MethodInfo[];
    const of = (name: string) => methods.find(method => method.name === name);
    expect(of('default')).toMatchObject({ kind: 'method' });
    expect(of('leaves')?.labels).toHaveLength(30);
    expect(of('cetr')).toMatchObject({ kind: 'baseline', trainable: false });
    expect(of('readability')).toMatchObject({ kind: 'rival' });
  });
});

describe('views and frames', () => {
  it('keep a page for a while and show it without scripts', async () => {
    const hostile = page.replace('<main>', '<main onclick=alert(1)><script>alert(1)</script>');
    const { view } = await extracted({ html: hostile, url: 'https://example.org/', keepView: true });
    const frame = await server.get(`/frame/views/${view}`);
    expect(frame.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(frame.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    const policy = frame.headers.get('content-security-policy')!;
    expect(policy).toMatch(/^sandbox allow-same-origin; default-src 'none'/);
    expect(policy).not.toMatch(/script-src|allow-scripts|https:/);
    const text = await frame.text();
    expect(text).toMatch(/<pith-text data-pith-node="\d+">The tide rises/);
    expect(text).not.toMatch(/<script|onclick/);
    const withAssets = await server.get(`/frame/views/${view}?assets=1`);
    expect(withAssets.headers.get('content-security-policy')).toContain('img-src data: https:');
    const { article } = await extracted({ view, method: 'default' });
    expect(article.title).toBe('Tides of Ebbton');
  });

  it('use the same node ids in the decisions and in the frame', async () => {
    const { view, decisions = [] } = await extracted({ html: page, explain: true, keepView: true });
    const frame = await (await server.get(`/frame/views/${view}`)).text();
    for (const { text, textFirst } of decisions) {
      expect(frame).toContain(`<pith-text data-pith-node="${textFirst}">${text.slice(0, 20)}`);
    }
  });

  it('show and extract stored pages', async () => {
    await addCorpus(server.services.store, { name: 'coast', title: 'Coast', task: 'content' });
    const kept = await addPage(server.services.store, {
      corpus: 'coast',
      url: 'https://example.org/',
      bytes: Buffer.from(page),
    });
    const id = kept!.page.id;
    const { article } = await extracted({ page: id });
    expect(article).toMatchObject({ title: 'Tides of Ebbton', url: 'https://example.org/' });
    expect(await (await server.get(`/frame/pages/${id}`)).text()).toContain('boats of Ebbton');
  });

  it('return a problem for an unknown view or page', async () => {
    expect(await problemOf(await server.get('/frame/views/none'))).toMatchObject({ code: 'not-found' });
    expect(await problemOf(await server.get('/frame/pages/none'))).toMatchObject({ code: 'not-found' });
  });
});
