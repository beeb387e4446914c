import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openBrowser } from '../../testing/browser.js';
import { builtApp } from '../../testing/built-app.js';
import { startKillable } from '../../testing/killable-server.js';
import { newsPage } from '../../testing/pages.js';

describe.runIf(hasChromium)('links to pages that were read', () => {
  let browser: Browser;
  let app: string;
  let folder: string;
  beforeAll(async () => {
    [browser, app, folder] = await Promise.all([
      openBrowser(),
      builtApp(),
      mkdtemp(join(tmpdir(), 'pith-reader-')),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it('open in any window when the server was killed and started again, as they were corrected', async () => {
    const store = join(folder, 'pith.sqlite');
    const start = (port: number) => startKillable(store, app, port);
    const paragraph = (page: Page, number: number) => page.getByText(`Paragraph ${number} says`);
    const open = async (hash: string): Promise<Page> => {
      const page = await (await browser.newContext()).newPage();
      page.setDefaultTimeout(60_000);
      await page.goto(`${server.address}/${hash}`);
      return page;
    };
    let server = await start(0);
    try {
      const url = 'https://ebb.example/harbour';
      await fetch(`${server.address}/v1/extract`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ html: newsPage(), url, keepView: true }),
      });
      const first = await open('#/read');
      await first.getByLabel('Address or HTML of a page').fill(newsPage('the mole'));
      await first.getByRole('button', { name: 'Read', exact: true }).click();
      await paragraph(first, 3).hover();
      await first.getByRole('button', { name: /^Take out: Paragraph 3/ }).click();
      await paragraph(first, 3).waitFor({ state: 'detached' });
      await first.getByText('1 part taken out').waitFor();
      await first.goto(`${server.address}/#/read`);
      await first.getByText(/pasted.*, corrected/).waitFor();
      const link = await first.getByRole('link', { name: 'Low water at the mole' }).getAttribute('href');

      await server.kill();
      server = await start(Number(new URL(server.address).port));
      const again = await open(link!);
      await paragraph(again, 4).waitFor();
      expect(await again.title()).toBe('Low water at the mole – Pith');
      expect(await paragraph(again, 3).count()).toBe(0);
      await again.getByText('1 part taken out').waitFor();
      const byAddress = await open(`#/read?url=${encodeURIComponent(url)}`);
      await paragraph(byAddress, 3).waitFor();
      expect(await byAddress.locator('.head h1').innerText()).toBe('Low water at the harbour');
    } finally {
      await server.kill();
    }
  }, 300_000);
});
