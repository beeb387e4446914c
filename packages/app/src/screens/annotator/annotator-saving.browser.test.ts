import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from '../../../../render/src/testing/chromium.js';
import type { LabelSave } from '../../../../server/src/api/labels.js';
import { type ServerProcess, startServerProcess } from '../../../../server/src/testing/killed-server.js';
import { addCorpus, goToPage, NEWS_PAGE, press, saved, storedLabels } from '../../testing/annotation.js';
import { builtApp, openWindows, type Windows } from '../../testing/opened-app.js';

describe.skipIf(!hasChromium)('saving', () => {
  let windows: Windows;
  let app: string;
  let folder: string;
  let server: ServerProcess;
  const start = async (port = 0) => {
    server = await startServerProcess({ store: join(folder, 'pith.sqlite'), app, port, threads: 1 });
  };
  const restart = () => start(Number(new URL(server.address).port));
  const corpus = (name: string) => addCorpus({ server: serverApi() }, { name }, [NEWS_PAGE]);
  const serverApi = () => {
    const get = (path: string, init?: RequestInit) => fetch(server.address + path, init);
    const json = { 'content-type': 'application/json' };
    const post = (path: string, body: unknown) =>
      get(path, { method: 'POST', headers: json, body: JSON.stringify(body) });
    return { get, post } as Parameters<typeof addCorpus>[0]['server'];
  };
  const open = async (annotator = 'local') => {
    const page = await windows.newPage();
    await page.addInitScript(name => localStorage.setItem('pith-annotator', name), annotator);
    return { context: page.context(), page };
  };

  beforeAll(async () => {
    [windows, app, folder] = await Promise.all([
      openWindows(),
      builtApp(),
      mkdtemp(join(tmpdir(), 'pith-annotator-')),
    ]);
    await start();
  });
  afterAll(async () => {
    await windows?.close();
    await server?.kill();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it('loses no labels of two annotators who label the same page at once', async () => {
    const [id] = await corpus('two');
    const ada = await open('ada');
    const mara = await open('mara');
    for (const { page } of [ada, mara]) await goToPage(page, server.address, 'two', id!);
    const label = async (page: Page, key: string) => {
      for (let i = 0; i < 6; i++) await press(page, key, 'Shift+ArrowDown');
      await saved(page);
    };
    await Promise.all([label(ada.page, 'm'), label(mara.page, 'n')]);
    const [adas, maras] = await Promise.all(
      ['ada', 'mara'].map(name => storedLabels(server.address, id!, name)),
    );
    expect(adas).toHaveLength(6);
    expect(adas!.every(line => line.endsWith('main content node'))).toBe(true);
    expect(maras).toEqual(adas!.map(line => line.replace('main content', 'noise')));

    await ada.page.goto(`${server.address}/#/annotate/two?compare=`);
    await ada.page.getByText('0 of 6 decided').waitFor();
    await press(ada.page, '1', '2', 'n');
    await ada.page.getByText('3 of 6 decided').waitFor();
    await saved(ada.page);
    const settled = await storedLabels(server.address, id!, 'adjudicated');
    expect(settled).toEqual([adas![0], maras![1], maras![2]]);
    await ada.page.reload();
    await ada.page.getByText('3 of 6 decided').waitFor();
    await Promise.all([ada.context.close(), mara.context.close()]);
  });

  it('loses no labels when the server is killed during a save, saves the rest on retry, and warns on leaving', async () => {
    const [[killed], [closed]] = [await corpus('killed'), await corpus('closed')];
    const [stays, leaves] = [await open(), await open()];
    const acknowledged: number[] = [];
    stays.page.on('response', response => {
      const sent = response.request().postDataJSON() as LabelSave | null;
      if (response.ok() && sent?.operations) acknowledged.push(...sent.operations.map(({ node }) => node));
    });
    await goToPage(stays.page, server.address, 'killed', killed!);
    await goToPage(leaves.page, server.address, 'closed', closed!);
    await press(stays.page, 'm', 'Shift+ArrowDown', 'm', 'Shift+ArrowDown');
    await saved(stays.page);
    // The next save is in flight when the server dies.
    const sending = stays.page.waitForRequest(request => request.method() === 'POST');
    await press(stays.page, 'n', 'Shift+ArrowDown', 'n', 'Shift+ArrowDown');
    await sending;
    await server.kill();
    const before = [...acknowledged];
    expect(before.length).toBeGreaterThanOrEqual(2);

    await press(stays.page, 'm', 'Shift+ArrowDown', 'm');
    await press(leaves.page, 'm', 'ArrowLeft', 'ArrowLeft', 'ArrowDown', 'm');
    for (const { page } of [stays, leaves]) await page.getByRole('button', { name: 'Retry' }).waitFor();
    const warned = leaves.page.waitForEvent('dialog').then(async dialog => {
      await dialog.accept();
      return dialog.type();
    });
    await leaves.page.close({ runBeforeUnload: true });
    expect(await warned).toBe('beforeunload');

    await restart();
    const found = await storedLabels(server.address, killed!, 'local');
    for (const node of before) expect(found.some(line => line.startsWith(`${node} `))).toBe(true);
    expect(await storedLabels(server.address, closed!, 'local')).toEqual([]);
    await stays.page.getByRole('button', { name: 'Retry' }).click();
    await saved(stays.page);
    const names = ['main content', 'main content', 'noise', 'noise', 'main content', 'main content'];
    const stored = await storedLabels(server.address, killed!, 'local');
    expect(stored.map(line => line.replace(/^\d+ /, ''))).toEqual(names.map(name => `${name} node`));
  });
});
