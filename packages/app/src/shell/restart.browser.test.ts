import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from '../../../render/src/testing/chromium.js';
import { type ServerProcess, startServerProcess } from '../../../server/src/testing/killed-server.js';
import { builtApp, openWindows, type Windows } from '../testing/opened-app.js';
import { newsPage } from '../testing/pages.js';

describe.runIf(hasChromium)('a server that is killed and started again', () => {
  let windows: Windows;
  let app: string;
  let folder: string;
  let server: ServerProcess;
  beforeAll(async () => {
    [windows, app, folder] = await Promise.all([
      openWindows(),
      builtApp(),
      mkdtemp(join(tmpdir(), 'pith-restart-')),
    ]);
    await start(0);
  });
  afterAll(async () => {
    await windows?.close();
    await server?.kill();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  const start = async (port: number) => {
    server = await startServerProcess({ store: join(folder, 'pith.sqlite'), app, port, threads: 1 });
  };
  const open = async (hash: string): Promise<Page> => {
    const page = await windows.newPage();
    await page.goto(`${server.address}/${hash}`);
    return page;
  };
  const post = (path: string, body: unknown) =>
    fetch(server.address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const paragraph = (page: Page, number: number) => page.getByText(`Paragraph ${number} says`);

  it('opens links to read pages in any window, with their corrections', async () => {
    const url = 'https://ebb.example/harbour';
    await post('/v1/extract', { html: newsPage(), url, keepView: true });
    const first = await open('#/read');
    await first.getByLabel('Address or HTML of a page').fill(newsPage('the mole'));
    await first.getByRole('button', { name: 'Read', exact: true }).click();
    await paragraph(first, 3).hover();
    await first.getByRole('button', { name: /^Remove: Paragraph 3/ }).click();
    await paragraph(first, 3).waitFor({ state: 'detached' });
    await first.getByText('1 part removed').waitFor();
    await first.goto(`${server.address}/#/read`);
    await first.getByText(/pasted.*, corrected/).waitFor();
    const link = await first.getByRole('link', { name: 'Low water at the mole' }).getAttribute('href');

    await server.kill();
    await start(Number(new URL(server.address).port));
    const again = await open(link!);
    await paragraph(again, 4).waitFor();
    await expect.poll(() => again.title()).toBe('Low water at the mole – Pith');
    expect(await paragraph(again, 3).count()).toBe(0);
    await again.getByText('1 part removed').waitFor();
    const byAddress = await open(`#/read?url=${encodeURIComponent(url)}`);
    await paragraph(byAddress, 3).waitFor();
    expect(await byAddress.locator('.head h1').innerText()).toBe('Low water at the harbour');
  });
});
