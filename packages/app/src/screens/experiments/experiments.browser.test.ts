import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from '../../../../render/src/testing/chromium.js';
import { labelTides } from '../../../../server/src/testing/labelled-tides.js';
import { tidePage, tideUrl } from '../../../../server/src/testing/tide-site.js';
import { acceptSuggestions, labellingReady, press } from '../../testing/annotation.js';
import { counting } from '../../testing/counting.js';
import { type OpenedApp, openApp } from '../../testing/opened-app.js';

const NOTICE = 'sent a small barometer';

describe.runIf(hasChromium)('experiments', () => {
  let app: OpenedApp;
  beforeAll(async () => {
    app = await openApp({ corpora: '/nowhere' });
    await labelTides(app.server, 'tides', [1, 2, 3]);
  });
  afterAll(() => app?.close());

  const text = async (more: object) => {
    const body = { html: tidePage(9), url: tideUrl(9), outputs: ['text'], ...more };
    const answer = await app.server.post('/v1/extract', body);
    return ((await answer.json()) as { outputs: { text: string } }).outputs.text;
  };

  it('trains on three labelled pages by keyboard alone, shows the model, and uses it', async () => {
    const { page, context, errors } = await app.open('#/experiments');
    await page.getByLabel('Name of the model').focus();
    await page.keyboard.type('Tides');
    await page.keyboard.press('Enter');
    const job = page.locator('.job').filter({ hasText: 'Train adapted on tides' });
    await job.getByText('done', { exact: true }).waitFor();

    const open = page.getByRole('button', { name: 'Tides', exact: true });
    await open.waitFor();
    await open.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Tides' });
    await dialog.getByText('On pages left out of training').waitFor();
    await expect.poll(() => dialog.locator('.change').first().innerText()).toMatch(/^\+0\.\d{3}$/);
    const curve = dialog.getByRole('img', { name: 'Learning curve' });
    await curve.waitFor();
    expect(await curve.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    // A closed dialog loses its role at once; it is closed when its content is gone.
    await page.getByText('On its training pages').waitFor({ state: 'detached' });

    // The table shows the score on pages left out of training, with an interval of the change.
    const table = page.getByRole('table', { name: 'Trained models' });
    await expect
      .poll(() => table.locator('tbody').innerText())
      .toMatch(/0\.\d{3}\s*\+0\.\d{3}\s*[+−]0\.\d{3} to [+−]0\.\d{3} on 3 pages/);
    await expect.poll(() => table.innerText()).toContain('labelled by local');
    expect(await page.getByRole('button', { name: /Promote|Withdraw/ }).count()).toBe(0);

    // One switch makes it the default for requests without a method; the reader shows a badge.
    const hand = counting(page);
    expect(await text({})).toContain(NOTICE);
    await hand.click(page.getByRole('button', { name: 'Use Tides from now on' }));
    await page.getByText('in use', { exact: true }).waitFor();
    expect(hand.clicks).toBe(1);
    expect(await text({})).not.toContain(NOTICE);
    expect(await text({ method: 'default' })).toContain(NOTICE);
    await page.goto(`${app.server.address}/#/read`);
    await page.getByLabel('Address or HTML of a page').fill(tidePage(8));
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await page.getByText('Extracted with your model Tides').waitFor();
    await page.goto(`${app.server.address}/#/experiments`);
    await page.getByRole('button', { name: 'Use the default again' }).click();
    await page.getByText('in use', { exact: true }).waitFor({ state: 'detached' });
    expect(await text({})).toContain(NOTICE);
    expect(errors).toEqual([]);

    // A model that is worse on pages left out of training is used only after a warning.
    await page.route('**/v1/models', async route => {
      const answer = await route.fetch();
      const { items } = (await answer.json()) as { items: { metrics: { heldOut: object } }[] };
      for (const { metrics } of items) Object.assign(metrics.heldOut, { before: 0.9, after: 0.886 });
      await route.fulfill({ response: answer, json: { items } });
    });
    await page.reload();
    await page.getByRole('button', { name: 'Use Tides anyway' }).click();
    await expect
      .poll(() => page.getByRole('dialog').innerText())
      .toMatch(/not better than the default.*scores 0\.886 and the default 0\.900/s);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await text({})).toContain(NOTICE);
    await context.close();
  });

  it('evaluates methods and compares them, with intervals and plots', async () => {
    const { page, context, errors } = await app.open('#/experiments');
    await page.getByRole('tab', { name: 'Evaluate' }).click();
    await page.getByRole('checkbox', { name: 'Tides', exact: true }).check();
    await page.getByRole('button', { name: 'Start evaluation' }).click();
    const table = page.getByRole('table', { name: 'Methods of the selected runs' });
    await table.waitFor();
    const rows = await table.locator('tbody tr').allInnerTexts();
    // Scores on pages that a model was trained on are marked.
    expect(rows.map(row => row.split('\t')[0]!.replace(/\s+/g, ' ').trim()).sort()).toEqual([
      'Tides training pages',
      'default',
      'readability',
    ]);
    expect(rows[0]).toMatch(/\d\.\d{3} to \d\.\d{3}/);
    await page.getByRole('img', { name: 'F1 with intervals' }).waitFor();

    // The worst pages are shown with the run; both methods on a page are one click away.
    await page.getByLabel('Worst pages of', { exact: true }).selectOption('readability');
    const worst = page.getByRole('table', { name: 'Worst pages of readability' });
    expect(await worst.locator('tbody tr').count()).toBe(3);
    const [report] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download report' }).click(),
    ]);
    expect(report.suggestedFilename()).toMatch(/^tides-.*\.html$/);
    expect(await readFile(await report.path(), 'utf8')).toMatch(/Worst pages.*Tide story/s);
    const hand = counting(page);
    await hand.click(worst.getByRole('button').first());
    await page.locator('iframe').nth(1).waitFor();
    expect(hand.clicks).toBe(1);
    await expect
      .poll(() => page.locator('figcaption').allInnerTexts())
      .toEqual(['Readability', 'Pith (default)']);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('stops a running job', async () => {
    await labelTides(app.server, 'long', [1, 2, 3], 3_000);
    const { page, context } = await app.open('#/experiments');
    await app.server.post('/v1/jobs', { kind: 'train', method: 'swarm', corpus: 'long' });
    const job = page.locator('.job').filter({ hasText: 'Train swarm on long' });
    await job.getByText('generations of the swarm').waitFor();
    await job.getByRole('button', { name: /^Stop/ }).click();
    await job.getByText('stopped', { exact: true }).waitFor();
    await context.close();
  });

  it('shows the premise of the wrapper: labels of one site, text of another', async () => {
    const narrow = { viewport: { width: 360, height: 740 } };
    const { page, context, errors } = await app.open('#/experiments/example', narrow);
    // The chosen tab is in sight, although not all fit.
    const edge = () =>
      page.getByRole('tab', { name: 'Example' }).evaluate(tab => tab.getBoundingClientRect().right);
    await page.getByRole('tab', { name: /^Evaluate\s*\d/ }).waitFor();
    await expect.poll(edge).toBeLessThanOrEqual(360);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Add the pages' }).click();
    await page.getByText('0 of 10 pages labelled').waitFor();
    await acceptSuggestions(app, 'one-site', 9);
    await page.getByRole('link', { name: 'Label the pages' }).click();
    await page.getByRole('link', { name: 'Label the next page' }).click();
    await page.getByText('Page 10 of 10,').waitFor();
    await labellingReady(page);
    await page.locator('.waiting-labels').waitFor();
    await press(page, 'A', 'D');
    await page.getByText('All pages of this corpus are done.').waitFor();
    await page.goto(`${app.server.address}/#/experiments/example`);
    await page.getByText('10 of 10 pages labelled').waitFor();
    await page.getByRole('button', { name: 'Train the wrapper' }).click();
    const read = page.getByRole('button', { name: 'Read a page of another site' });
    await expect.poll(() => read.isEnabled(), { timeout: 60_000 }).toBe(true);
    await read.click();
    await page.getByText('Extracted with your model Wrapper of one site').waitFor();
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).innerText())
      .toBe('Apples from an empty village');
    const article = await page.locator('.prose').innerText();
    expect(article).toContain('Children carried messages');
    expect(article).not.toContain('Write to the editors');
    await page.keyboard.press('i');
    await page
      .getByText(/candidates for the body/)
      .first()
      .waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });
});
