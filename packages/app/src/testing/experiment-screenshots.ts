import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { sharedBrowser } from '../../../render/src/testing/chromium.js';
import { labelTides } from '../../../server/src/testing/labelled-tides.js';
import { tidePage, tideUrl } from '../../../server/src/testing/tide-site.js';
import { openApp, settled } from './opened-app.js';

/** Takes the screenshots of experiments and feedback for the documentation: `tsx experiment-screenshots.ts FOLDER`. */
const [folder = 'docs/images'] = process.argv.slice(2);

const app = await openApp({ corpora: '/nowhere' });
await mkdir(folder, { recursive: true });
await labelTides(app.server, 'tides', [1, 2, 3, 4]);

const shot = async (page: Page, name: string) => {
  await settled(page);
  await page.screenshot({ path: join(folder, `${name}.png`) });
};
const open = (hash: string, colorScheme: 'light' | 'dark' = 'light') =>
  app.open(hash, { colorScheme, viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });

const { page, context } = await open('#/experiments');
for (const [method, name] of [
  ['adapted', 'Tides'],
  ['swarm', 'Tide swarm'],
] as const) {
  await app.server.post('/v1/jobs', { kind: 'train', method, corpus: 'tides', name });
  await page.getByRole('button', { name, exact: true }).waitFor({ timeout: 120_000 });
}
await shot(page, 'app-experiments-light');
await page.getByRole('button', { name: 'Tide swarm', exact: true }).click();
await page.getByRole('dialog').getByRole('img').first().waitFor();
await shot(page, 'app-model-light');
await page.keyboard.press('Escape');
await page.getByRole('tab', { name: 'Evaluate' }).click();
await page.getByLabel('Tides', { exact: true }).check();
await page.getByRole('button', { name: 'Start evaluation' }).click();
await page.getByRole('img', { name: 'F1 with intervals' }).waitFor();
await page
  .getByRole('table', { name: 'Runs', exact: true })
  .evaluate(own => scrollBy(0, own.getBoundingClientRect().top - 130));
await shot(page, 'app-runs-light');
await context.close();

const feedback = await open('#/read', 'dark');
const reader = feedback.page;
const html = tidePage(5).replace('<head>', `<head><link rel="canonical" href="${tideUrl(5)}">`);
await reader.getByLabel('Address or HTML of a page').fill(html);
await reader.getByRole('button', { name: 'Read', exact: true }).click();
for (const start of ['The Tide Table is written', 'We answer every letter', 'Whoever finds a mistake']) {
  await reader.locator('.prose').getByText(start).hover();
  await reader.getByRole('button', { name: `Remove: ${start}` }).click();
  await reader.locator('.prose').getByText(start).waitFor({ state: 'detached' });
}
await reader.getByText('3 parts removed. Saved as a report.').waitFor();
await reader.goto(`${app.server.address}/#/feedback`);
await reader.getByRole('button', { name: 'Retrain with feedback' }).click();
await reader.getByRole('table', { name: 'Trained models' }).waitFor({ timeout: 120_000 });
await reader.goto(`${app.server.address}/#/feedback`);
await reader
  .getByRole('button', { name: /Learn rules for/ })
  .first()
  .click();
await reader.getByRole('button', { name: 'Activate' }).click();
await reader.locator('.rules code').first().waitFor();
await shot(reader, 'app-feedback-dark');
await feedback.context.close();
await app.close();
// An open browser would keep the process running.
await (await sharedBrowser()).close();
