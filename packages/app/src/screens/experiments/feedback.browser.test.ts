import { changeSiteMemory, listSiteMemories } from '@webpith/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from '../../../../render/src/testing/chromium.js';
import { labelTides } from '../../../../server/src/testing/labelled-tides.js';
import { tidePage, tideUrl } from '../../../../server/src/testing/tide-site.js';
import { accessibilityFaults } from '../../testing/accessibility.js';
import { takeNoticeOut } from '../../testing/every-screen.js';
import { type OpenedApp, openApp } from '../../testing/opened-app.js';

const NOTICE = 'sent a small barometer';

describe.runIf(hasChromium)('feedback', () => {
  let app: OpenedApp;
  beforeAll(async () => {
    app = await openApp({ corpora: '/nowhere' });
  });
  afterAll(() => app?.close());

  const text = async (more: object) => {
    const body = { html: tidePage(9), url: tideUrl(9), outputs: ['text'], ...more };
    const answer = await app.server.post('/v1/extract', body);
    return ((await answer.json()) as { outputs: { text: string } }).outputs.text;
  };

  it('retrains with the corrections of readers and learns rules for the site from them', async () => {
    await labelTides(app.server, 'tides', [1, 2, 3]);
    const { page, context, errors } = await app.open('#/read');
    const html = tidePage(5).replace('<head>', `<head><link rel="canonical" href="${tideUrl(5)}">`);
    await page.getByLabel('Address or HTML of a page').fill(html);
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    // The notice after the story is not part of it.
    for (const start of ['The Tide Table is written', 'We answer every letter', 'Whoever finds a mistake']) {
      await page.locator('.prose').getByText(start).hover();
      await page.getByRole('button', { name: `Remove: ${start}` }).click();
      await page.locator('.prose').getByText(start).waitFor({ state: 'detached' });
    }
    await page.getByText('3 parts removed. Saved as a report.').waitFor();
    // Another reader corrects another page in the same way.
    const body = { html: tidePage(6), url: tideUrl(6), keepView: true };
    const answer = await app.server.post('/v1/extract', body);
    await takeNoticeOut(app, ((await answer.json()) as { view: string }).view);
    await page.goto(`${app.server.address}/#/feedback`);
    await page.getByRole('table', { name: 'Reports' }).waitFor();
    await expect.poll(() => page.getByRole('table', { name: 'Reports' }).locator('tbody tr').count()).toBe(2);
    await page.getByRole('button', { name: 'Retrain with feedback' }).click();
    const models = page.getByRole('table', { name: 'Trained models' });
    await expect
      .poll(() => models.locator('.change').allInnerTexts(), { timeout: 60_000 })
      .toEqual([expect.stringMatching(/^\+0\.\d{3}$/)]);

    await page.getByRole('tab', { name: 'Feedback' }).click();
    await page.getByRole('button', { name: 'Learn rules for tide-table.example' }).click();
    const trial = page.getByRole('dialog', { name: 'Rules for tide-table.example' });
    await trial.getByText(/Tested on \d+ stored pages/).waitFor();
    expect(await text({})).toContain(NOTICE);
    expect(await accessibilityFaults(page)).toEqual([]);
    await trial.getByRole('button', { name: 'Activate' }).click();
    await page.locator('.rules code').waitFor();
    await expect.poll(() => page.locator('.rules code').allInnerTexts()).toEqual(['div.house-notice']);
    expect(await text({})).not.toContain(NOTICE);
    await page.getByRole('button', { name: 'Remove the rules of tide-table.example' }).click();
    await page.getByText('There are no rules yet.').waitFor();
    expect(await text({})).toContain(NOTICE);

    // Removing a report removes its labels, after a confirmation.
    await page
      .getByRole('button', { name: /^Remove the report on/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByRole('table', { name: 'Reports' }).locator('tbody tr').count()).toBe(2);
    await page
      .getByRole('button', { name: /^Remove the report on/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove report' }).click();
    await expect.poll(() => page.getByRole('table', { name: 'Reports' }).locator('tbody tr').count()).toBe(1);
    const pages = await app.server.get('/v1/corpora/feedback/pages');
    expect(((await pages.json()) as { items: unknown[] }).items).toHaveLength(1);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('lists the memories of sites, and removes them after a confirmation', async () => {
    const { store } = app.server.services;
    await changeSiteMemory(store, 'ebb.example', () => ({ memory: '{}', pages: 7 }));
    const { page, context, errors } = await app.open('#/feedback');
    const memories = page.getByRole('region', { name: 'Site memories' });
    await memories.getByText('ebb.example 7 pages').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await memories.getByRole('button', { name: 'Remove the memory of ebb.example' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove memory' }).click();
    await memories.waitFor({ state: 'detached' });
    expect(await listSiteMemories(store)).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  });
});
