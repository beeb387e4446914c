import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itInRelease } from '../../../../test/tiers.js';
import { hasChromium } from '../../../render/src/testing/chromium.js';
import { openTokenAdmin } from '../../../server/src/auth/tokens.js';
import { type OpenedApp, openApp } from '../testing/opened-app.js';
import { newsPage } from '../testing/pages.js';

/** Limit of what the first screen loads, compressed. */
const FIRST_KILOBYTES = 60;

describe.runIf(hasChromium)('the app', () => {
  let app: OpenedApp;
  beforeAll(async () => {
    app = await openApp();
  });
  afterAll(() => app?.close());

  const painted = (page: Page) =>
    page.frameLocator('iframe').last().locator('[data-pith-mark-block]').first().waitFor();

  it('loads little before it can be used', async () => {
    const { page, context } = await app.open();
    await page.getByRole('heading', { level: 1 }).waitFor();
    const loaded = await page.evaluate(() =>
      ['navigation', 'resource'].flatMap(type =>
        (performance.getEntriesByType(type) as PerformanceResourceTiming[]).map(
          ({ name, encodedBodySize }) => [name, encodedBodySize] as const,
        ),
      ),
    );
    const files = loaded.filter(([name]) => !name.includes('/v1/'));
    expect(files.filter(([name]) => name.endsWith('.js')).length).toBeGreaterThan(1);
    // The sizes as sent, so the server compresses them.
    const bytes = files.reduce((sum, [, size]) => sum + size, 0);
    expect(bytes / 1024).toBeGreaterThan(FIRST_KILOBYTES / 2);
    expect(bytes / 1024).toBeLessThan(FIRST_KILOBYTES);
    await context.close();
  });

  it('explains problems in whole sentences, without options, routes or fields', async () => {
    const { page, context } = await app.open('#/read?url=http%3A%2F%2F127.0.0.1%3A8080%2Fstory');
    const message = await page.getByRole('alert').innerText();
    expect(message).toMatch(/not a public address/);
    for (const line of message.split(/\n+/)) expect(line).toMatch(/^[A-Z].*\.$/);
    expect(message).not.toMatch(/--\w|\/v1\/|PITH_|keepView|allowPrivate/);
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
      .poll(() => page.getByRole('dialog', { name: 'Keyboard shortcuts' }).innerText())
      .toContain('Next block');
    await page.keyboard.press('Escape');
    // An open dialog handles its own keys.
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByRole('heading', { name: /Read a page/ }).waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  itInRelease('has API documentation whose example works', async () => {
    const { page, context } = await app.open();
    await page.goto(`${app.server.address}/docs`);
    const operation = page.locator('.opblock').filter({ has: page.locator('[data-path="/v1/extract"]') });
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    const answer = operation.locator('.live-responses-table');
    await expect
      .poll(() => answer.locator('.response-col_status').last().innerText(), { timeout: 60_000 })
      .toMatch(/^200/);
    await expect.poll(() => answer.innerText()).toContain('The tide comes in');
    await context.close();
  });

  itInRelease('keeps the chosen theme', async () => {
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

  itInRelease('reports when the server is down, and when it is back', async () => {
    const { page, context } = await app.open();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.route('**/{v1,health}/**', route => route.abort());
    await page.route('**/health', route => route.abort());
    await page.getByRole('button', { name: 'an article' }).click();
    await page.getByText('The server cannot be reached. This page may be out of date').waitFor();
    await page.unroute('**/{v1,health}/**');
    await page.unroute('**/health');
    await page.getByText('This page may be out of date').waitFor({ state: 'detached' });
    await context.close();
  });

  itInRelease('shows the user name, and accepts another', async () => {
    const { page, context } = await app.open();
    await page.getByRole('button', { name: 'local' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Ada' }).waitFor();
    await context.close();
  });

  it('accepts a token, and stores it where no script can read it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pith-tokens-'));
    const store = join(folder, 'pith.sqlite');
    const tokens = await openTokenAdmin(store);
    const { secret } = await tokens.add({ name: 'ada', role: 'reader' });
    await tokens.close();
    const guarded = await openApp({ store, tokens: true });
    try {
      const { page } = await guarded.open();
      // A request without a token offers to enter one.
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
