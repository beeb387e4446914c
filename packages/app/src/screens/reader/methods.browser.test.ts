import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from '../../../../render/src/testing/chromium.js';
import { finishedJob } from '../../../../server/src/testing/follow-job.js';
import { type AppPage, type OpenedApp, openApp } from '../../testing/opened-app.js';
import { newsPage } from '../../testing/pages.js';

const CORPUS = fileURLToPath(new URL('../../../../../examples/corpus', import.meta.url));
const STORY = 'The new pier was opened on Friday';

describe.runIf(hasChromium)('another method', () => {
  let app: OpenedApp;
  beforeAll(async () => {
    app = await openApp({ corpora: '/nowhere' });
    await app.server.post('/v1/corpora', { name: 'articles', task: 'leaves' });
    const folder = execFileSync('tar', ['czf', '-', '-C', CORPUS, 'pages.jsonl', 'html', 'labels']);
    const answer = await app.server.get('/v1/corpora/articles/imports?name=corpus.tar.gz', {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(folder),
    });
    const { job } = (await answer.json()) as { job: string };
    expect((await finishedJob(app.server.address, job)).state).toBe('done');
  });
  afterAll(() => app?.close());

  /** Chooses a method in the inspector, checks its explanation of a paragraph, and reads its text in the reader. */
  async function readBy(
    { page }: AppPage,
    choice: { label: string | RegExp; badge: string; fact: RegExp },
    html: string,
    words: string,
  ): Promise<void> {
    const answer = await app.server.post('/v1/extract', { html, keepView: true });
    const { view } = (await answer.json()) as { view: string };
    await page.goto(`${app.server.address}/#/inspect?view=${view}`);
    const method = page.getByLabel('Method');
    const option = method.locator('option').filter({ hasText: choice.label }).first();
    await option.waitFor({ state: 'attached' });
    await method.selectOption((await option.getAttribute('value'))!);
    await page.frameLocator('iframe').getByText(words).click();
    await expect.poll(() => page.getByRole('region', { name: 'Why' }).innerText()).toMatch(choice.fact);
    await page.keyboard.press('r');
    await page.getByText(choice.badge).waitFor();
    // Each block is a paragraph, although the text of the method has no line breaks.
    await page.locator('.prose p').filter({ hasText: words }).waitFor();
    expect(await page.locator('.prose p').count()).toBeGreaterThan(1);
    // Options and the original style are those of Pith's own article.
    expect(await page.getByText('Original style').count()).toBe(0);
    expect(await page.getByText('Options', { exact: true }).count()).toBe(0);
  }

  it('is chosen in the reader, and changed back to the default', async () => {
    const answer = await app.server.post('/v1/extract', { html: newsPage(), keepView: true });
    const { view } = (await answer.json()) as { view: string };
    const { page, context, errors } = await app.open(`#/read?view=${view}`);
    await page.getByText('Method', { exact: true }).click();
    const method = page.getByLabel('Extract with');
    await method.locator('option[value="density"]').waitFor({ state: 'attached' });
    await method.selectOption('density');
    await page.getByText('Extracted by: Style-density tree').waitFor();
    const inspect = page.getByLabel('Details').getByRole('link', { name: 'Inspect' });
    expect(await inspect.getAttribute('href')).toContain('method=density');
    await method.selectOption('default');
    await page.getByText('Extracted by: Style-density tree').waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
    await context.close();
  });

  it('is chosen by its title and explained in the inspector, and read in the reader', async () => {
    const window = await app.open();
    const label = /^Thresholds learned by a particle swarm \(Ziegler/;
    const choice = {
      label,
      badge: 'Extracted by: Thresholds learned by a particle swarm',
      fact: /expected at (?:least|most)/,
    };
    await readBy(window, choice, newsPage(), 'Paragraph 3');
    await window.page.getByRole('link', { name: 'Use the default' }).click();
    await window.page.getByText(choice.badge).waitFor({ state: 'detached' });
    await window.page.locator('.prose').waitFor();
    expect(window.errors).toEqual([]);
    await window.context.close();
  });

  it.each([
    ['swarm', /average sentence length .* expected at least/],
    ['density', /distance from the densest .* T1 =/],
    ['leaves', /near:body/],
    ['seeker', /main content: stopWordRatio \S+ >/],
    ['wrapper', /FormattingElementsNum .*support vector \d+ \(a correct subtree\)/s],
  ])('%s is trained on a labelled corpus, read with and explained with its own facts', async (name, fact) => {
    const window = await app.open('#/experiments');
    const { page } = window;
    await page.getByLabel('Method').selectOption(name);
    await page.getByLabel('Name of the model').fill(`My ${name}`);
    await page.getByRole('button', { name: 'Start training' }).click();
    await page.getByRole('button', { name: `My ${name}`, exact: true }).waitFor();
    const html = gunzipSync(readFileSync(`${CORPUS}/html/harbour-1.html.gz`)).toString();
    const choice = { label: `My ${name}`, badge: `Extracted with your model My ${name}`, fact };
    await readBy(window, choice, html, STORY);
    expect(window.errors).toEqual([]);
    await window.context.close();
  });
});
