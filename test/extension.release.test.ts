import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeServers, serve } from '@webpith/fetch/testing';
import { findChromium } from '@webpith/render';
import { type BrowserContext, chromium, type Page, type Worker } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finishedJob } from '../packages/server/src/testing/follow-job.js';
import { labelTides } from '../packages/server/src/testing/labelled-tides.js';
import { startTestServer, type TestServer } from '../packages/server/src/testing/server.js';
import { tidePage } from '../packages/server/src/testing/tide-site.js';

/** The extension and the bookmarklet in Chromium, with a real server. */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const executablePath = findChromium();
if (executablePath === undefined)
  process.stderr.write(
    'the browser extension is not tested: no Chromium (on Debian: apt-get install chromium)\n',
  );

const sentence =
  'The keeper wrote down every vessel that passed inside the rocks before the tide turned again.';
const PAGE = `<!doctype html><html lang="en"><head><title>Notes of a keeper</title></head><body>
<nav><a href="/">Home</a> <a href="/all">All notes</a></nav><article><h1>Notes of a keeper</h1>
<p>${sentence} It was cold that night.</p><p>Forty brigs and a whaler were seen that year, and none of them was lost.</p>
<p>Buy the printed edition of these notes now at our shop around the corner, only this week.</p></article></body></html>`;

describe.skipIf(executablePath === undefined)('the browser extension', { timeout: 180_000 }, () => {
  const dir = mkdtempSync(join(tmpdir(), 'pith-extension-'));
  const folder = join(dir, 'extension');
  const manifest = JSON.parse(readFileSync(join(ROOT, 'extension/manifest.json'), 'utf8'));
  /** Chromium derives the id of an extension from its key. */
  const id = createHash('sha256')
    .update(Buffer.from(manifest.key, 'base64'))
    .digest('hex')
    .slice(0, 32)
    .replace(/./g, digit => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]!);
  let context: BrowserContext;
  let worker: Worker;
  let page: Page;
  let server: TestServer;
  let site: string;

  beforeAll(async () => {
    execFileSync(process.execPath, ['--conditions=pith-source', join(ROOT, 'extension/build.js'), folder]);
    server = await startTestServer({ cors: [`chrome-extension://${id}`], corpora: '/nowhere' });
    site = await serve((request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': "script-src 'none'" })
        .end(request.url === '/notes' ? PAGE : tidePage(8)),
    );
    context = await chromium.launchPersistentContext(join(dir, 'profile'), {
      executablePath: executablePath!,
      chromiumSandbox: process.getuid?.() !== 0,
      headless: false, // the old headless mode, Playwright's default, has no extensions
      args: [
        '--headless=new',
        `--disable-extensions-except=${folder}`,
        `--load-extension=${folder}`,
        '--disable-features=DisableLoadExtensionCommandLineSwitch',
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
        '--disable-gpu',
        '--disable-dev-shm-usage',
      ],
    });
    worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    page = await context.newPage();
    await page.goto(`${site}/notes`);
  }, 180_000);

  afterAll(async () => {
    await context?.close();
    await server?.close();
    closeServers();
    rmSync(dir, { recursive: true, force: true });
  });

  /** Presses the button of the extension. */
  const press = () =>
    worker.evaluate(async () => {
      const { chrome, readTab } = globalThis as unknown as {
        chrome: { tabs: { query(what: object): Promise<{ id: number }[]> } };
        readTab(tab: number): Promise<void>;
      };
      const [tab] = await chrome.tabs.query({ url: 'http://127.0.0.1/*' });
      await readTab(tab!.id);
    });

  it('has the id of its key, so that a server can allow it', () => {
    expect(new URL(worker.url()).host).toBe(id);
    expect(readFileSync(join(ROOT, 'extension/README.md'), 'utf8')).toContain(`chrome-extension://${id}`);
    expect(manifest.version).toBe(
      JSON.parse(readFileSync(join(ROOT, 'packages/pith/package.json'), 'utf8')).version,
    );
  });

  it('shows the article over the page, even if the page blocks scripts', async () => {
    await press();
    const reader = page.locator('webpith-reader');
    await reader.locator('article').waitFor();
    const text = await reader.locator('main').innerText();
    expect(text).toContain('It was cold that night.');
    expect(text).toContain('Notes of a keeper');
    expect(text).not.toContain('All notes');
  });

  it('sends the marked parts to the server, which stores a report', async () => {
    const reader = page.locator('webpith-reader');
    await worker.evaluate(async address => {
      const { chrome } = globalThis as unknown as {
        chrome: { storage: { local: { set(v: object): Promise<void> } } };
      };
      await chrome.storage.local.set({ server: address });
    }, server.address);
    await reader.getByRole('button', { name: 'Mark what is wrong' }).click();
    const advertisement = reader.locator('label', { hasText: 'Buy the printed edition' }).locator('input');
    await advertisement.check();
    await reader.getByRole('button', { name: 'Send to my server' }).click();
    await expect.poll(() => reader.locator('output').innerText()).toBe('Sent. Thank you.');
    const { items } = (await (await server.get('/v1/feedback')).json()) as {
      items: Record<string, unknown>[];
    };
    const name = await advertisement.getAttribute('name');
    const node = Number(await advertisement.inputValue());
    expect(items).toMatchObject([{ url: page.url(), [name!]: [node] }]);
  });

  it('ignores a submit event that is not from the user', async () => {
    await page.evaluate(() => {
      const form = document.querySelector('webpith-reader')!.shadowRoot!.querySelector('form')!;
      form.dispatchEvent(new Event('submit', { cancelable: true }));
    });
    const { items } = (await (await server.get('/v1/feedback')).json()) as { items: unknown[] };
    expect(items).toHaveLength(1);
  });

  it('closes when its button is pressed again', async () => {
    await press();
    expect(await page.locator('webpith-reader').count()).toBe(0);
  });

  it('extracts with the active model of the server, says so, and sends no page for that', async () => {
    const reader = page.locator('webpith-reader');
    await labelTides(server, 'tides', [1, 2, 3], 5, number => `${site}/stories/${number}`);
    const started = await server.post('/v1/jobs', {
      kind: 'train',
      method: 'adapted',
      corpus: 'tides',
      name: 'Tides',
    });
    const job = await finishedJob(server.address, ((await started.json()) as { id: string }).id);
    const answerWith = (model: string | null) =>
      server.get('/v1/settings', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model }),
      });
    const read = async () => {
      await page.goto(`${site}/stories/8`);
      await press();
      return await reader.locator('article').innerText();
    };
    const notice = 'sent a small barometer';
    expect(await read()).toContain(notice);
    const requests: string[] = [];
    context.on('request', request => requests.push(new URL(request.url()).pathname));
    expect((await answerWith((job.result as { model: string }).model)).status).toBe(200);
    const own = await read();
    expect(own).toMatch(/^Extracted with your model Tides/);
    expect(own).toContain('Tide story 8');
    expect(own).not.toContain(notice);
    expect(requests).not.toContain('/v1/extract');
    await answerWith(null);
    const usual = await read();
    expect(usual).not.toContain('Answered by');
    expect(usual).toContain(notice);
  });

  it('explains how to start a server if none responds, also in its options', async () => {
    const options = await context.newPage();
    await options.goto(`chrome-extension://${id}/options.html`);
    expect(await options.locator('code').innerText()).toBe(`pith serve --cors chrome-extension://${id}`);
    await options.close();
  });

  it('works as a bookmarklet, which reads and cannot send', async () => {
    const address = readFileSync(join(folder, 'bookmarklet.txt'), 'utf8');
    expect(address).toMatch(/^javascript:[^\n"#]+$/);
    expect(address.length).toBeLessThan(360_000);
    const plain = await context.newPage();
    await plain.setContent(PAGE);
    // As browsers do with such a URL: decode it and run it in the page.
    await plain.evaluate(decodeURIComponent(address.slice('javascript:'.length)));
    const reader = plain.locator('webpith-reader');
    expect(await reader.locator('article').innerText()).toContain('It was cold that night.');
    await reader.getByRole('button', { name: 'Mark what is wrong' }).click();
    expect(await reader.getByRole('button', { name: 'Sending needs the extension' }).isDisabled()).toBe(true);
  });
});
