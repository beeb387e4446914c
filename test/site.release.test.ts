import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openTestBrowser } from '../packages/render/src/testing/chromium.js';
import { headingNames, relativeAddress } from '../site/src/address.js';
import { pageFromMarkdown } from '../site/src/document.js';
import { menuOf } from '../site/src/menu.js';
import { writeSite } from '../site/src/write-site.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

describe('a document as a page', () => {
  const page = pageFromMarkdown(
    'docs/guides/tides.md',
    '# Tides\n\nSee [scale](scale.md#costs), [code](../../bench/run.ts), [up](#high-water) and [out](https://example.org/).\n\n## High water\n\nAt **noon**.\n\n## High water\n',
  );

  it('has the path of its file and the title of its first heading', () => {
    expect(page).toMatchObject({ address: 'docs/guides/tides.html', title: 'Tides' });
  });

  it('links to pages as pages, to sources as text, and keeps external links', () => {
    const targets = [...page.html.matchAll(/href="([^"]+)"/g)].map(match => match[1]);
    expect(targets).toEqual([
      'scale.html#costs',
      '../../bench/run.ts.txt',
      '#high-water',
      'https://example.org/',
    ]);
    expect(page.links).toContainEqual({ file: 'docs/guides/scale.md', heading: 'costs' });
  });

  it('has anchors like those in the links of the documents, each unique', () => {
    expect(page.headings.map(({ name }) => name)).toEqual(['tides', 'high-water', 'high-water-1']);
    expect(headingNames()('`pith run` & more')).toBe('pith-run--more');
  });

  it('is split into sections for the search', () => {
    expect(page.sections[1]).toEqual({ heading: 'High water', name: 'high-water', text: 'At noon. ' });
  });

  it('links to other pages from any depth', () => {
    expect(relativeAddress('docs/guides/a.html', 'index.html')).toBe('../../index.html');
    expect(relativeAddress('index.html', 'docs/index.html')).toBe('docs/index.html');
  });
});

describe('the menu', () => {
  it('has the guides in the groups of the index', () => {
    const index =
      '# Documents\n\n## Use\n\n- [B](guides/b.md)\n- [A](guides/a.md)\n\n## Operate\n\n- [C](guides/c.md)\n';
    const pages = ['a', 'b', 'c'].map(name => pageFromMarkdown(`docs/guides/${name}.md`, `# ${name}`));
    const menu = menuOf([...pages, pageFromMarkdown('docs/README.md', index)]);
    expect(menu.map(({ title, entries }) => [title, ...entries.map(entry => entry.title)])).toEqual([
      ['Use', 'b', 'a'],
      ['Operate', 'c'],
    ]);
  });
});

describe('the site', () => {
  const out = mkdtempSync(join(tmpdir(), 'pith-site-'));
  let server: Server;
  let browser: Browser | undefined;
  let address: string;

  beforeAll(async () => {
    await writeSite(ROOT, out); // rejects broken links
    server = createServer((request, response) => {
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
      try {
        const body = readFileSync(join(out, path.endsWith('/') ? `${path}index.html` : path));
        response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream').end(body);
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    if (hasChromium) browser = await openTestBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    server.close();
    rmSync(out, { recursive: true, force: true });
  });

  it('has the exports of the library from its source', () => {
    const page = readFileSync(join(out, 'docs/api/index.html'), 'utf8');
    expect(page).toContain('extract');
  });

  it('finds a command by typing, and opens it by keyboard', async context => {
    if (browser === undefined) return context.skip('Chromium is not installed: run test/install-services.sh');
    const tab = await browser.newPage();
    const missing: string[] = [];
    tab.on('response', response => response.status() >= 400 && missing.push(response.url()));
    await tab.goto(`${address}/docs/guides/quick-start.html`);
    await tab.keyboard.press('/');
    await tab.keyboard.type('enqueue');
    await tab.waitForSelector('#found a');
    await tab.keyboard.press('ArrowDown');
    await Promise.all([tab.waitForNavigation(), tab.keyboard.press('Enter')]);
    expect(await tab.textContent('main')).toContain('enqueue');
    expect(missing.filter(url => !url.endsWith('/favicon.ico'))).toEqual([]);
    await tab.close();
  });

  it('fits a narrow screen', async context => {
    if (browser === undefined) return context.skip('Chromium is not installed: run test/install-services.sh');
    const tab = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await tab.goto(`${address}/index.html`);
    const widths = await tab.evaluate('Promise.resolve([document.documentElement.scrollWidth, innerWidth])');
    expect((widths as number[])[0]).toBeLessThanOrEqual((widths as number[])[1]!);
    await tab.close();
  });
});
