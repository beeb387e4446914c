import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasChromium, openTestBrowser } from '../../../render/src/testing/chromium.js';
import { type ServerProcess, startServerProcess } from '../../../server/src/testing/killed-server.js';
import { labelTides } from '../../../server/src/testing/labelled-tides.js';
import { builtApp } from '../testing/built-app.js';
import { newsPage } from '../testing/pages.js';

// A browser, a server of its own and threads on a machine that has twenty other things to do.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

describe.runIf(hasChromium)('a server that is killed and started again', () => {
  let browser: Browser;
  let app: string;
  let folder: string;
  let server: ServerProcess;
  beforeAll(async () => {
    [browser, app, folder] = await Promise.all([
      openTestBrowser(),
      builtApp(),
      mkdtemp(join(tmpdir(), 'pith-restart-')),
    ]);
    await start(0);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.kill();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  const start = async (port: number) => {
    server = await startServerProcess({ store: join(folder, 'pith.sqlite'), app, port, threads: 1 });
  };
  const open = async (hash: string): Promise<Page> => {
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(180_000);
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

  it('opens links to pages that were read in any window, as they were corrected', async () => {
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

  it('says that nothing is known of a job while it is gone, and goes on with it when it is back', async () => {
    await labelTides({ post }, 'long', [1, 2, 3], 12_000);
    const page = await open('#/experiments');
    await post('/v1/jobs', { kind: 'train', method: 'swarm', corpus: 'long' });
    const job = page.locator('.job').filter({ hasText: 'Train swarm on long' });
    await job.getByText('generations of the swarm').waitFor();
    await server.kill();
    await page.getByText('The server cannot be reached. This page may be out of date').waitFor();
    await job.getByText(/^The server cannot be reached\. The job was at \d+ %/).waitFor();
    expect(await job.locator('.state').innerText()).toBe('unknown');
    await start(Number(new URL(server.address).port));
    await page.getByText('This page may be out of date').waitFor({ state: 'detached' });
    await job.getByText('generations of the swarm').waitFor();
    await job.getByRole('button', { name: /^Stop/ }).click();
    await job.getByText('stopped', { exact: true }).waitFor();
  });
});
