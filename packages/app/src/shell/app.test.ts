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

/** All that the first screen loads, compressed. */
const FIRST_KILOBYTES = 120;

/** Milliseconds for a test that goes through all screens, on a machine that is busy. */
const PATIENCE = 400_000;

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
    [
      'corrected',
      `#/read?view=${view}`,
      async page => {
        await page.locator('.prose p').first().hover();
        await page.getByRole('button', { name: /^Take out/ }).click();
        await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
        await page.keyboard.press('x');
        await page.locator('.hint-letter').first().waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Undo', exact: true }).click();
      },
    ],
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
    PATIENCE,
  );

  it.each([
    ['forced colours', { forcedColors: 'active' as const }],
    // A window of 1280 pixels at 200 % is one of 640 with twice the pixels.
    ['200 % zoom', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
  ])(
    'has no fault that axe-core knows of with %s',
    async (_, look) => {
      const { page, context } = await app.open('', { ...look, reducedMotion: 'reduce' });
      const faults: string[] = [];
      for (const [name, hash, prepare] of screens()) {
        await page.goto(`${app.server.address}/?${name}${hash}`);
        await prepare(page);
        for (const fault of await accessibilityFaults(page)) faults.push(`${name}: ${fault}`);
        const pixels = await overflow(page);
        if (pixels > 0) faults.push(`${name}: ${pixels} pixels too wide`);
      }
      expect(faults).toEqual([]);
      await context.close();
    },
    PATIENCE,
  );

  it(
    'fits a window 360 pixels wide',
    async () => {
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
    },
    PATIENCE,
  );

  it('loads little before one can begin', async () => {
    const { page, context } = await app.open();
    await page.getByRole('heading', { level: 1 }).waitFor();
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    const files = [`${app.server.address}/`, ...loaded.filter(name => !name.includes('/v1/'))];
    const sizes = await Promise.all(
      [...new Set(files)].map(
        async name => gzipSync(Buffer.from(await (await fetch(name)).arrayBuffer())).length,
      ),
    );
    expect(loaded.filter(name => name.endsWith('.js')).length).toBeGreaterThan(1);
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

  it('says that the server is gone, and when it is back', async () => {
    const { page, context } = await app.open();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.route('**/{v1,health}/**', route => route.abort());
    await page.route('**/health', route => route.abort());
    await page.getByRole('button', { name: 'an article' }).click();
    await page.getByText('The server cannot be reached. What is shown may be old').waitFor();
    await page.unroute('**/{v1,health}/**');
    await page.unroute('**/health');
    await page.getByText('What is shown may be old').waitFor({ state: 'detached' });
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
      // What is refused for want of a token offers the way to show one.
      await page.getByRole('button', { name: 'an article' }).click();
      await page.getByRole('alert').getByRole('button', { name: 'Sign in with a token' }).click();
      await page.getByLabel('Token').fill(`${secret}x`);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('alert').waitFor();
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
