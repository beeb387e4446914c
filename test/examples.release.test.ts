import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { closeServers, serve } from '@webpith/fetch/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openTestBrowser } from '../packages/render/src/testing/chromium.js';
import { ROOT } from './packages/tarballs.js';

/** Runs the examples as in their READMEs, from the sources. */
const FLAGS = ['--import', 'tsx', '--conditions=pith-source'];
const PAGE = 'examples/lighthouse.html';
const TITLE = 'The last keeper of Gannet Head hands over the lamp';

async function run(script: string, ...args: string[]) {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...FLAGS, script, ...args], {
    cwd: ROOT,
  });
  return { stdout, stderr };
}

afterAll(closeServers);

it('every example folder has a README and is tested here', () => {
  const folders = readdirSync(join(ROOT, 'examples'), { withFileTypes: true }).filter(entry =>
    entry.isDirectory(),
  );
  expect(folders.map(({ name }) => name).sort()).toEqual([
    'corpus',
    'crawlee',
    'fastify',
    'reader',
    'retrieval',
    'spark',
  ]);
  for (const { name } of folders) expect(existsSync(join(ROOT, 'examples', name, 'README.md'))).toBe(true);
});

describe('examples/retrieval', () => {
  const answer = (question: string) =>
    run('examples/retrieval/answer.js', question, PAGE, 'test/pages/recipe/source.html');

  it('answers from the relevant passage', async () => {
    const { stdout, stderr } = await answer('When did the tower go up?');
    expect(stderr).toBe('');
    const [best] = stdout.split('---');
    expect(best).toContain('1868');
    expect(best).toContain('Gannet Head');
    expect(best).toContain('https://example.org/coast/lighthouse');
  });

  it('reports when nothing is found', async () => {
    expect((await answer('xylophone')).stdout).toBe('Nothing was found.\n');
  });
});

describe('examples/fastify', () => {
  let server: ChildProcess;
  let address: string;

  beforeAll(async () => {
    server = spawn(process.execPath, [...FLAGS, 'examples/fastify/server.js'], {
      cwd: ROOT,
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    address = await new Promise((resolve, reject) => {
      server.stdout!.once('data', output => resolve(String(output).trim()));
      server.once('exit', code => reject(new Error(`the server ended with ${code}`)));
    });
  });

  afterAll(() => {
    server.kill();
  });

  const extract = (body: string | Uint8Array, type = 'text/html') =>
    fetch(`${address}/extract`, {
      method: 'POST',
      body: body as BodyInit,
      headers: { 'content-type': type },
    });

  it('extracts a posted page', async () => {
    const response = await extract(readFileSync(join(ROOT, PAGE)));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      title: TITLE,
      markdown: expect.stringContaining('142 steps'),
    });
  });

  it('rejects other types, and bodies that are too large', async () => {
    expect((await extract('{}', 'application/x-other')).status).toBe(415);
    expect(await statusOfLength(`${address}/extract`, 5_000_001)).toBe(413);
  });

  it('does not fetch private addresses', async () => {
    let requests = 0;
    const site = await serve((_request, response) => {
      requests++;
      response.end();
    });
    const response = await fetch(`${address}/read?url=${encodeURIComponent(site)}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: expect.stringContaining('127.0.0.1') });
    expect(requests).toBe(0);
    expect((await fetch(`${address}/read`)).status).toBe(400);
  });
});

/** The status of a request that announces a body without sending it: sending could meet a closed connection. */
function statusOfLength(url: string, length: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'text/html', 'content-length': length };
    const asking = request(url, { method: 'POST', headers }, answer => {
      resolve(answer.statusCode);
      asking.destroy();
    });
    asking.on('error', reject);
    asking.flushHeaders();
  });
}

describe('examples/crawlee', () => {
  it('follows links in the text and not in the menu, and prints one article per line', async () => {
    const requests: string[] = [];
    const words = 'The boats lay on the mud until the water came back, and nobody minded the wait very much.';
    const page = (title: string, links: string) =>
      `<html lang=en><title>${title}</title><nav><a href=/menu>Menu</a></nav><article><h1>${title}</h1><p>${words}</p><p>${words.replace('boats', 'ships')} ${links}</p></article>`;
    const pages: Record<string, string> = {
      '/': page(
        'Harbours',
        'More on <a href=/north>the north</a> and <a href="https://example.org/x">elsewhere</a>.',
      ),
      '/north': page('The north', 'Back to <a href=/>all harbours</a>, on to <a href=/south>the south</a>.'),
      '/south': page('The south', ''),
    };
    const site = await serve((request, response) => {
      requests.push(request.url!);
      const html = pages[request.url!];
      response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(html);
    });
    const { stdout, stderr } = await run('examples/crawlee/crawl.js', `${site}/`, '--allow-private');
    expect(stderr).toBe('');
    const articles = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as { title: string; text: string });
    expect(articles.map(({ title }) => title)).toEqual(['Harbours', 'The north', 'The south']);
    expect(articles[2]!.text).toContain('nobody minded');
    expect(requests.sort()).toEqual(['/', '/north', '/south']);
  });
});

describe.skipIf(!hasChromium)('examples/reader', () => {
  let folder: string;
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pith-reader-'));
    await run('examples/reader/build.js', join(folder, 'reader.html'));
    browser = await openTestBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await rm(folder, { recursive: true });
  });

  async function open() {
    const page = await browser.newPage();
    const requests: string[] = [];
    const errors: string[] = [];
    page.on('request', request => requests.push(request.url()));
    page.on('pageerror', error => errors.push(error.message));
    await page.goto(pathToFileURL(join(folder, 'reader.html')).href);
    return { page, requests, errors };
  }

  it('shows a chosen file without network requests', async () => {
    const { page, requests, errors } = await open();
    await page.getByLabel(/choose its file/).setInputFiles(join(ROOT, PAGE));
    await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
    expect(await page.title()).toBe(TITLE);
    expect(await page.locator('article').innerText()).toContain('142 steps');
    expect(await page.locator('article').innerText()).not.toContain('cookies');
    expect(requests.filter(url => !url.startsWith('file:'))).toEqual([]);
    expect(errors).toEqual([]);
    await page.close();
  });

  it('shows a dropped file without running its scripts', async () => {
    const { page, errors } = await open();
    const html = `<title>Tides</title><article><h1>Tides</h1><p>High water is at noon, and low water at six, said the keeper of the lamp.</p><p><img src=x onerror="window.ran=1"><svg onload="window.ran=1"></svg>The boats go out between the two and come back with the next.</p></article><script>window.ran=1</script>`;
    await page.evaluate(text => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'tides.html', { type: 'text/html' }));
      dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, html);
    await page.getByText('tides.html is shown.').waitFor();
    expect(await page.locator('article').innerText()).toContain('come back with the next');
    expect(await page.evaluate('window.ran')).toBeUndefined();
    expect(errors).toEqual([]);
    await page.close();
  });

  it('shows a hint when nothing is dropped', async () => {
    const { page } = await open();
    await page.evaluate(() =>
      dispatchEvent(new DragEvent('drop', { dataTransfer: new DataTransfer(), cancelable: true })),
    );
    await page.getByText('drop the saved file here').waitFor();
    await page.close();
  });
});
