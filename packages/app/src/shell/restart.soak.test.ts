import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from '../../../render/src/testing/chromium.js';
import { type ServerProcess, startServerProcess } from '../../../server/src/testing/killed-server.js';
import { labelTides } from '../../../server/src/testing/labelled-tides.js';
import { builtApp, openWindows, type Windows } from '../testing/opened-app.js';

describe.runIf(hasChromium)('a job of a server that is killed', () => {
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

  it('is shown as unknown while the server is down and resumes when it is back', async () => {
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
