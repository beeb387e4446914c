import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from '../../../../render/src/testing/chromium.js';
import { labelTides } from '../../../../server/src/testing/labelled-tides.js';
import { type OpenedApp, openApp } from '../../testing/opened-app.js';

describe.runIf(hasChromium)('experiments, further cases', () => {
  let app: OpenedApp;
  beforeAll(async () => {
    app = await openApp({ corpora: '/nowhere' });
    await labelTides(app.server, 'tides', [1, 2, 3]);
  });
  afterAll(() => app?.close());

  it('names a page without labelled content and trains on the others', async () => {
    const ids = await labelTides(app.server, 'mixed', [1, 2, 3, 4]);
    const labels = await app.server.get(`/v1/pages/${ids[3]}/labels`);
    const [{ node }] = ((await labels.json()) as { labels: [{ node: number }] }).labels;
    await app.server.post(`/v1/pages/${ids[3]}/labels`, {
      operations: [{ id: crypto.randomUUID(), node, label: null, scope: 'subtree' }],
      done: true,
    });
    const { page, context } = await app.open('#/experiments');
    await app.server.post('/v1/jobs', { kind: 'train', method: 'adapted', corpus: 'mixed', name: 'Mixed' });
    const job = page.locator('.job').filter({ hasText: 'Train adapted on mixed' });
    await job.getByText('1 page was skipped.').waitFor();
    expect(await job.innerText()).toMatch(/Tide story 4.*: nothing on it is labelled as content/);
    await page.getByRole('button', { name: 'Mixed', exact: true }).waitFor();
    await context.close();
  });

  it('trains on the labels of one of two people, and shows whose they are', async () => {
    const ids = await labelTides(app.server, 'shared', [1, 2, 3]);
    for (const id of ids) {
      const { labels } = (await (await app.server.get(`/v1/pages/${id}/labels`)).json()) as {
        labels: { node: number; label: string; scope: string }[];
      };
      const operations = labels.map(({ node, label, scope }) => ({
        id: crypto.randomUUID(),
        node,
        label,
        scope,
      }));
      const headers = { 'x-pith-annotator': 'mara' };
      await app.server.post(`/v1/pages/${id}/labels`, { operations, done: true }, { headers });
    }
    const { page, context } = await app.open('#/experiments');
    await page.getByLabel('Corpus').selectOption('shared');
    await page.getByLabel('Labels of').selectOption('mara');
    await page.getByLabel('Name of the model').fill('Of Mara');
    await page.getByRole('button', { name: 'Start training' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Of Mara' });
    await row.getByText('labelled by mara').waitFor();
    await context.close();
  });

  it('offers other libraries to compare with, one of them chosen from the start', async () => {
    const { page, context } = await app.open('#/experiments');
    await page.getByRole('tab', { name: 'Evaluate' }).click();
    const rivals = page.getByRole('group', { name: 'Other libraries' });
    await rivals.waitFor();
    expect(await rivals.getByRole('checkbox').count()).toBeGreaterThan(2);
    expect(await rivals.getByLabel('Readability', { exact: true }).isChecked()).toBe(true);
    expect(await rivals.evaluate(own => own.getBoundingClientRect().top < innerHeight)).toBe(true);
    await context.close();
  });
});
