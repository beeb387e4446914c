import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evaluate, writeCorpus, writeReport } from '@webpith/lab';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenedApp, openApp } from '../../packages/app/src/testing/opened-app.js';
import { hasChromium } from '../../packages/render/src/testing/chromium.js';
import { operation } from '../../packages/server/src/testing/annotation.js';
import { finishedJob } from '../../packages/server/src/testing/follow-job.js';
import { labelTides } from '../../packages/server/src/testing/labelled-tides.js';
import { tidePage } from '../../packages/server/src/testing/tide-site.js';
import { type AttackBrowser, openAttackBrowser } from './browser.js';

/** Text that people and other programs store, and that the app and the reports show. */
const HOSTILE = `<img src=x onerror=top.__ran=1>'"><svg onload=top.__ran=1>`;

describe.runIf(hasChromium)('hostile text stored on a server', () => {
  let app: OpenedApp;
  let beacon: Server;
  let page: Page;
  let tide: string;
  let labelled: string | undefined;
  let errors: readonly string[];
  const received: string[] = [];
  const dialogs: string[] = [];

  beforeAll(async () => {
    beacon = createServer((request, response) => {
      received.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>(resolve => beacon.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(beacon.address() as AddressInfo).port}/`;
    const title = `${HOSTILE}<img src=${address}>`;
    app = await openApp({ corpora: '/nowhere' });
    const { server } = app;
    const post = async (path: string, body: object) => {
      const answer = await server.post(path, body);
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
      return (await answer.json()) as Record<string, string>;
    };
    const job = async (body: object) => {
      const ended = await finishedJob(server.address, (await post('/v1/jobs', body)).id!);
      expect(ended).toMatchObject({ state: 'done' });
      return ended.result as Record<string, string>;
    };
    await post('/v1/corpora', { name: 'tides', title, task: 'content' });
    [labelled] = await labelTides(
      server,
      'tides',
      [1, 2, 3],
      5,
      number => `https://hostile.example/${number}?${title}`,
    );
    const operations = [operation(8, '<img src=x onerror=top.__ran=1>')];
    await post(`/v1/pages/${labelled}/labels`, { operations });
    await post('/v1/corpora/tides/pages', {
      html: titled(tidePage(4), title),
      url: 'https://hostile.example/4',
    });
    const { model } = await job({ kind: 'train', method: 'adapted', corpus: 'tides', name: HOSTILE });
    await job({ kind: 'evaluate', corpus: 'tides', methods: ['default'], models: [model] });
    const article = { html: titled(tidePage(5), title), url: 'https://hostile.example/5' };
    const { view, decisions } = (await post('/v1/extract', {
      ...article,
      keepView: true,
      explain: 'brief',
    })) as unknown as { view: string; decisions: { kept: boolean; textFirst: number }[] };
    tide = view;
    const firstText = decisions.find(({ kept }) => kept)!.textFirst;
    await server.get(`/v1/views/${tide}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title, corrections: { keep: [], drop: [firstText] } }),
    });
    await post('/v1/feedback', { view: tide, missing: [], extra: [firstText], note: title });
    const drop = [`a[title="${HOSTILE.replaceAll(/["'\\]/g, '')}"]`];
    await post('/v1/site-rules', { site: 'hostile.example', rules: { keep: [], drop } });
    ({ page, errors } = await app.open());
    page.on('dialog', dialog => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
  });
  afterAll(async () => {
    beacon?.close();
    await app?.close();
  });

  /** The screens, what to do there, and the place that shows the text. */
  const SCREENS: readonly (readonly [
    name: string,
    hash: () => string,
    shown: (page: Page) => Promise<string>,
  ])[] = [
    ['the history', () => '#/read', textOf('.history')],
    ['an article', () => `#/read?view=${tide}`, textOf('main')],
    ['the inspector', () => `#/inspect?view=${tide}`, textOf('main')],
    ['the corpora', () => '#/annotate', textOf('main table')],
    ['the pages of a corpus', () => '#/annotate/tides', textOf('main table')],
    ['the labels of a page', () => `#/annotate/tides/${labelled}`, textOf('main')],
    ['the models', () => '#/experiments', textOf('main table')],
    [
      'a model',
      () => '#/experiments',
      async shown => {
        await shown.getByRole('button', { name: HOSTILE, exact: true }).click();
        return await textOf('dialog[open]')(shown);
      },
    ],
    [
      'the runs',
      () => '#/experiments/evaluate',
      async shown => {
        await shown.locator('.plots img').first().waitFor();
        return await textOf('main')(shown);
      },
    ],
    ['the reports and rules', () => '#/feedback', textOf('.rules')],
  ];

  it.each(SCREENS)('is shown as text by %s', async (_name, hash, shown) => {
    await page.goto('about:blank');
    await page.goto(`${app.server.address}/${hash()}`);
    await expect.poll(() => shown(page)).toContain('<img src=x onerror=top.__ran=1>');
    expect(await page.evaluate('"__ran" in top')).toBe(false);
    expect(
      await page.locator('main img[src="x"], main [onerror], main [onload], dialog [onerror]').count(),
    ).toBe(0);
    expect({ dialogs, received }).toEqual({ dialogs: [], received: [] });
    expect(errors).toEqual([]);
  });
});

const textOf = (selector: string) => async (page: Page) => await page.locator(selector).first().innerText();
const titled = (html: string, title: string) =>
  html.replace(/(<(title|h1)>).*?(?=<\/\2>)/gs, (_, tag: string) => tag + title.replaceAll('<', '&lt;'));

/** Marks the policy and the script of a report, which the browser of the tests would report as an attack. */
function withOwnMarked(report: string): string {
  const script = report.lastIndexOf('<script>') + '<script'.length;
  const marked = `${report.slice(0, script)} data-harness${report.slice(script)}`;
  return marked.replace('<meta http-equiv', '<meta data-harness http-equiv');
}

describe.runIf(hasChromium)('hostile names in a report of an evaluation', () => {
  let browser: AttackBrowser;
  let folder: string;
  beforeAll(async () => {
    browser = await openAttackBrowser();
    folder = await mkdtemp(join(tmpdir(), 'pith-hostile-'));
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('run no script, with or without the policy of the report', { timeout: 300_000 }, async () => {
    const name = '<img src=x onerror=alert(1)>';
    const corpus = join(folder, name);
    const method = join(folder, `${name}.mjs`);
    const text = `The keeper wrote <script>alert(1)</script> in the book of the lamp. ${HOSTILE}`;
    await writeFile(
      method,
      `export default { name: 'x', extract: ({ id }) => { if (id.endsWith('1')) throw new Error(${JSON.stringify(HOSTILE)}); return { text: ${JSON.stringify(HOSTILE)}, confidence: 0.5 }; } };`,
    );
    const html = new TextEncoder().encode(`<title>Lamps</title><p>${text.replaceAll('<', '&lt;')}</p>`);
    const pages = Array.from({ length: 4 }, (_, i) => ({
      id: `${name}${i}`,
      url: `https://example.org/"><script>alert(1)</script>${i}`,
      type: i % 2 === 0 ? name : `${name}'"`,
      text,
      html,
    }));
    await mkdir(folder, { recursive: true });
    await writeCorpus(corpus, pages);
    const out = join(folder, 'run');
    const evaluation = await evaluate({ corpus, methods: ['default', method], out, workers: 1 });
    const report = await readFile(await writeReport(evaluation), 'utf8');
    expect(report).toContain('&lt;img src=x onerror=alert(1)&gt;');
    const open = report.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
    expect(open.length).toBeLessThan(report.length);
    expect(await browser.load([report, open].map(body => ({ body: withOwnMarked(body) })))).toEqual([]);
  });
});
