import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { sharedBrowser } from '../../../render/src/testing/chromium.js';
import { tidePage, tideUrl } from '../../../server/src/testing/tide-site.js';
import { testPageBytes } from './every-screen.js';
import { openApp, settled } from './opened-app.js';

/** Takes the screenshots of the reader and the inspector for the documentation: `tsx screenshots.ts FOLDER [all]`. */
const folder = process.argv[2] ?? 'docs/images';
const app = await openApp();

const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  narrow: { colorScheme: 'light', viewport: { width: 360, height: 740 } },
};

async function tryExample(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('tab', { name: 'Article' }).waitFor();
}

async function inspectExample(page: Page): Promise<void> {
  await tryExample(page, 'an article');
  await page.getByRole('link', { name: 'Inspect', exact: true }).last().click();
  await page.frameLocator('iframe').first().locator('[data-pith-mark-block]').first().waitFor();
}

async function readTestPage(page: Page, name: string): Promise<void> {
  const bytes = testPageBytes(name).toString('base64');
  const body = { bytes, url: `https://${name}.example/story`, keepView: true };
  const answer = await app.server.post('/v1/extract', body);
  const { view } = (await answer.json()) as { view: string };
  await page.goto(`${app.server.address}/#/read?view=${view}`);
  await page.locator('.prose').waitFor();
}

async function inspectTestPage(page: Page, name: string): Promise<void> {
  await readTestPage(page, name);
  await page.keyboard.press('i');
  await page.frameLocator('iframe').first().locator('[data-pith-mark-block]').first().waitFor();
}

const SHOTS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  welcome: async () => {},
  reader: page => tryExample(page, 'an article'),
  // A self-contained page: rendering it sends no requests.
  'own-style': async page => {
    await tryExample(page, 'a discussion');
    await page.getByRole('tab', { name: 'Article' }).click();
    await page.getByRole('radio', { name: 'Original style' }).check({ force: true });
    await page.locator('.rich-frame:not([hidden])').waitFor();
  },
  thread: async page => {
    await tryExample(page, 'a discussion');
    await page.locator('.thread').waitFor();
  },
  corrected: async page => {
    await tryExample(page, 'an article');
    await page.locator('.prose p').nth(1).hover();
    await page.getByRole('button', { name: /^Remove: / }).click();
    await page.locator('.corrections-bar').waitFor();
    await page.locator('.prose p').nth(1).hover();
  },
  rule: async page => {
    let view = '';
    for (const number of [1, 2, 3]) {
      const body = { html: tidePage(number), url: tideUrl(number), keepView: true };
      view = ((await (await app.server.post('/v1/extract', body)).json()) as { view: string }).view;
      const title = JSON.stringify({ title: `Tide story ${number}` });
      const headers = { 'content-type': 'application/json' };
      await app.server.get(`/v1/views/${view}`, { method: 'PUT', headers, body: title });
    }
    await page.goto(`${app.server.address}/#/read?view=${view}`);
    for (const words of ['The Tide Table is', 'We answer', 'Whoever finds']) {
      const paragraph = page.locator('.prose p').filter({ hasText: new RegExp(`^${words}`) });
      await paragraph.hover();
      await page.getByRole('button', { name: `Remove: ${words}` }).click();
      await paragraph.waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: /^Apply to all of/ }).click();
    await page.getByRole('button', { name: 'Activate' }).waitFor();
  },
  inspector: inspectExample,
  heat: async page => {
    await inspectExample(page);
    await page.keyboard.press('h');
    await page.getByRole('tab', { name: 'Tree' }).click();
    for (let step = 0; step < 34; step++) await page.keyboard.press('j');
  },
  compare: async page => {
    await inspectExample(page);
    await page.getByLabel('Compare with').selectOption('readability');
    await page.locator('iframe').nth(1).waitFor();
    await page.getByRole('radio', { name: /Different/ }).check({ force: true });
    for (let step = 0; step < 3; step++) await page.keyboard.press('j');
  },
  method: async page => {
    await inspectExample(page);
    await page.getByLabel('Method').selectOption('density');
    await page.getByText('About the page:').waitFor();
  },
  arabic: page => readTestPage(page, 'arabic-right-to-left'),
  'arabic-inspector': page => inspectTestPage(page, 'arabic-right-to-left'),
  chinese: page => readTestPage(page, 'chinese-gb18030'),
  'chinese-inspector': page => inspectTestPage(page, 'chinese-gb18030'),
};

/** The screenshots and looks used in the documentation; `all` as a second argument takes everything. */
const IN_DOCUMENTS = new Set(
  ['welcome', 'reader', 'corrected', 'rule', 'own-style', 'thread', 'inspector', 'heat', 'compare', 'method']
    .map(name => `${name}-light`)
    .concat('reader-dark', 'inspector-dark', 'welcome-narrow', 'reader-narrow', 'inspector-narrow'),
);
const takesAll = process.argv[3] === 'all';
await mkdir(folder, { recursive: true });
for (const [look, options] of Object.entries(LOOKS)) {
  for (const [name, prepare] of Object.entries(SHOTS)) {
    if (!takesAll && !IN_DOCUMENTS.has(`${name}-${look}`)) continue;
    const { page, context, errors } = await app.open('', { ...options, reducedMotion: 'reduce' });
    await prepare(page);
    await settled(page);
    await page.screenshot({ path: join(folder, `app-${name}-${look}.png`) });
    // Corrections belong to the page, which other screenshots show too.
    await app.server.get('/v1/views', { method: 'DELETE' });
    for (const error of errors) console.error(`${name} ${look}: ${error}`);
    await context.close();
  }
}
await app.close();
// An open browser would keep the process running.
await (await sharedBrowser()).close();
