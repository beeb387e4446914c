import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTokenDesk } from '../../../server/src/auth/token-desk.js';
import { accessibilityFaults, overflow } from '../testing/accessibility.js';
import { hasChromium } from '../testing/browser.js';
import { type OpenedApp, openApp } from '../testing/opened-app.js';
import { newsPage } from '../testing/pages.js';

/** Scripts of the first screen, compressed. */
const FIRST_KILOBYTES = 30;

describe.runIf(hasChromium)('the app', () => {
  let app: OpenedApp;
  let view: string;
  beforeAll(async () => {
    app = await openApp();
    const answer = await app.server.post('/v1/extract', { html: newsPage(), keepView: true });
    view = ((await answer.json()) as { view: string }).view;
  });
  afterAll(() => app?.close());

  const painted = (page: Page) =>
    page.frameLocator('iframe').last().locator('[data-pith-mark-block]').first().waitFor();
  const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();
  /** Every state of a screen that looks different, and how one gets there. */
  const screens = (): [name: string, hash: string, prepare: (page: Page) => Promise<unknown>][] => [
    ['welcome', '', page => page.getByRole('heading', { level: 1 }).waitFor()],
    ['article', `#/read?view=${view}`, page => page.locator('.prose').waitFor()],
    ['outputs', `#/read?view=${view}`, tab('Copy and download')],
    ['options', `#/read?view=${view}`, page => page.getByText('Options', { exact: true }).click()],
    ['keys', '', page => page.getByRole('button', { name: 'Keyboard shortcuts' }).click()],
    ['problem', '#/read?view=none', page => page.getByRole('alert').waitFor()],
    ['inspect', '#/inspect', page => page.getByRole('heading', { level: 1 }).waitFor()],
    ['blocks', `#/inspect?view=${view}`, page => painted(page).then(() => page.keyboard.press('j'))],
    ['tree', `#/inspect?view=${view}`, page => painted(page).then(() => tab('Tree')(page))],
    [
      'nothing found',
      `#/inspect?view=${view}`,
      page => painted(page).then(() => page.getByLabel('Search blocks').fill('no such words')),
    ],
    ['comparison', `#/inspect?view=${view}&with=tb&paint=heat`, painted],
  ];

  it.each(['light', 'dark'] as const)(
    'has no fault that axe-core knows of on any screen, %s',
    async colorScheme => {
      const { page, context } = await app.open('', { colorScheme, reducedMotion: 'reduce' });
      const faults: string[] = [];
      for (const [name, hash, prepare] of screens()) {
        await page.goto(`${app.server.address}/?${name}${hash}`);
        await prepare(page);
        for (const fault of await accessibilityFaults(page)) faults.push(`${name}: ${fault}`);
      }
      expect(faults).toEqual([]);
      await context.close();
    },
  );

  it('fits a window 360 pixels wide', async () => {
    const { page, context } = await app.open('', { viewport: { width: 360, height: 740 } });
    const wide: string[] = [];
    for (const [name, hash, prepare] of screens()) {
      await page.goto(`${app.server.address}/?${name}${hash}`);
      await prepare(page);
      const pixels = await overflow(page);
      if (pixels > 0) wide.push(`${name}: ${pixels} pixels too wide`);
    }
    expect(wide).toEqual([]);
    await context.close();
  });

  it('loads little before one can begin', async () => {
    const { page, context } = await app.open();
    await page.getByRole('heading', { level: 1 }).waitFor();
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    const scripts = loaded
      .filter(name => name.endsWith('.js'))
      .map(name => fetch(name).then(each => each.text()));
    const sizes = (await Promise.all(scripts)).map(script => gzipSync(script).length);
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.reduce((sum, size) => sum + size, 0) / 1024).toBeLessThan(FIRST_KILOBYTES);
    await context.close();
  });

  it('can be used by keyboard alone', async () => {
    const { page, context, errors } = await app.open();
    await page.getByRole('heading', { level: 1 }).waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.id);
    for (let step = 0; step < 20 && (await focused()) !== 'page-input'; step++)
      await page.keyboard.press('Tab');
    await page.keyboard.insertText(newsPage('the pier'));
    await page.keyboard.press('Control+Enter');
    await page.locator('.prose').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('i');
    await painted(page);
    await page.keyboard.press('j');
    await expect.poll(() => page.locator('.virtual-row[aria-selected=true]').count()).toBe(1);
    await page.keyboard.press('?');
    await expect
      .poll(() => page.getByRole('dialog', { name: 'Keyboard' }).innerText())
      .toContain('Next block');
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByRole('heading', { name: /Read a page/ }).waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  it('keeps the theme that was chosen', async () => {
    const { page, context } = await app.open('', { colorScheme: 'light' });
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await background();
    await page.getByLabel('Theme').selectOption('dark');
    await expect.poll(background).not.toBe(light);
    const dark = await background();
    await page.reload();
    await page.getByLabel('Theme').waitFor();
    await expect.poll(background).toBe(dark);
    await context.close();
  });

  it('says who one is, and takes another name', async () => {
    const { page, context } = await app.open();
    await page.getByRole('button', { name: 'local' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Ada' }).waitFor();
    await context.close();
  });

  it('lets in who has a token, and keeps it where no script can read it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pith-tokens-'));
    const store = join(folder, 'pith.sqlite');
    const desk = await openTokenDesk(store);
    const { secret } = await desk.add({ name: 'ada', role: 'reader' });
    await desk.close();
    const guarded = await openApp({ store, tokens: true });
    try {
      const { page } = await guarded.open();
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByLabel('Token').fill(`${secret}x`);
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      await page.getByLabel('Token').fill(secret);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'ada' }).waitFor();
      await expect.poll(() => page.evaluate(() => document.cookie)).toBe('');
      await page.getByRole('button', { name: 'an article' }).click();
      await page.locator('.prose').waitFor();
      await page.keyboard.press('i');
      await painted(page);
    } finally {
      await guarded.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
