import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openTestBrowser } from '../packages/render/src/testing/chromium.js';
import { headingNames, relativeAddress } from '../site/src/address.js';
import { pageFromMarkdown } from '../site/src/document.js';
import { menuOf } from '../site/src/menu.js';
import { writePlayground, writeSite } from '../site/src/write-site.js';

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

  it('has the syntax of its code in classes, and unknown languages as they are', () => {
    const { html } = pageFromMarkdown('a.md', '```ts\nconst a = 1;\n```\n\n```nothing\na < b\n```\n');
    expect(html).toContain('<span class="hljs-keyword">const</span>');
    expect(html).toContain('a &lt; b');
  });

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
    expect(missing).toEqual([]);
    await tab.close();
  });

  it.for(['index.html', 'overview.html', 'playground.html'])(
    '%s fits a narrow screen',
    async (page, context) => {
      if (browser === undefined)
        return context.skip('Chromium is not installed: run test/install-services.sh');
      const tab = await browser.newPage({ viewport: { width: 360, height: 740 } });
      await tab.goto(`${address}/${page}`);
      const widths = await tab.evaluate(
        'Promise.resolve([document.documentElement.scrollWidth, innerWidth])',
      );
      expect((widths as number[])[0]).toBeLessThanOrEqual((widths as number[])[1]!);
      await tab.close();
    },
  );

  it('has a playground that works without a network, once it was opened', async context => {
    if (browser === undefined) return context.skip('Chromium is not installed: run test/install-services.sh');
    const tab = await browser.newPage();
    await tab.goto(`${address}/playground.html`);
    await tab.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await tab.context().setOffline(true);
    await tab.reload();
    await tab.frameLocator('iframe.article').getByText('Edith Marlow climbed').waitFor();
    await tab.context().close();
  });

  it('has titles, an icon, and no links to missing files', () => {
    const pages = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter(name =>
      name.endsWith('.html'),
    );
    expect(pages.length).toBeGreaterThan(60);
    for (const name of pages) {
      const html = readFileSync(join(out, name), 'utf8');
      expect(html, name).toMatch(/<title>(?!Pith ·)[^<]*Pith[^<]*<\/title>/);
      const targets = [...html.matchAll(/(?:href|src)="([^"#:]+)(?:#[^"]*)?"/g)].map(match => match[1]!);
      const missing = targets.filter(target => !existsSync(join(out, dirname(name), target)));
      expect(missing, name).toEqual([]);
    }
  });

  it('has a front page with a line to copy for npm, pip and Docker, and the figures of the README', () => {
    const html = readFileSync(join(out, 'index.html'), 'utf8');
    for (const line of ['npx webpith extract', 'pip install webpith', 'docker run'])
      expect(html).toContain(`<pre><code>${line}`);
    const [, f1] =
      /\| wcxb, article \| \d+ \| \*\*([\d.]+)\*\*/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? [];
    expect(html).toContain(`<strong>${f1}</strong>`);
    expect(html).toMatch(/<td>resiliparse<\/td><td><strong>\d+<\/strong>/);
  });

  it('has a front page whose tables show all their cells', async context => {
    if (browser === undefined) return context.skip('Chromium is not installed: run test/install-services.sh');
    const tab = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
    await tab.goto(`${address}/index.html`);
    const cut = await tab.evaluate(
      `[...document.querySelectorAll('.figures > div')].filter(part => [part, ...part.querySelectorAll('table')].some(each => each.scrollWidth > each.clientWidth)).length`,
    );
    expect(cut).toBe(0);
    await tab.close();
  });
});

describe.skipIf(!hasChromium)('the playground', () => {
  let out: string;
  let browser: Browser;
  let page: string;

  beforeAll(async () => {
    out = mkdtempSync(join(tmpdir(), 'pith-playground-'));
    await writePlayground(ROOT, name => join(out, name));
    browser = await openTestBrowser();
    // From disk, where there is no server that could help.
    page = pathToFileURL(join(out, 'playground.html')).href;
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(out, { recursive: true, force: true });
  });

  async function opened(fragment = '') {
    const tab = await browser.newPage();
    const requests: string[] = [];
    tab.on('request', request => /^https?:/.test(request.url()) && requests.push(request.url()));
    await tab.goto(page + fragment);
    return { tab, requests };
  }
  const article = (tab: Page) => tab.frameLocator('iframe.article').locator('body');
  const paste = (tab: Page, html: string) => tab.locator('#source').fill(html);

  it('shows article, blocks with reasons, Markdown and JSON of a pasted page, without a request', async () => {
    const { tab, requests } = await opened();
    const sentence =
      'The keeper wrote down every vessel that passed inside the rocks before the tide turned.';
    await paste(
      tab,
      `<title>Notes</title><nav><a href=/>Home</a></nav><article><h1>Notes</h1><p>${sentence}</p><p>${sentence} <img src=https://example.org/a.png></p></article>`,
    );
    await article(tab).filter({ hasText: sentence }).waitFor();
    await tab.getByRole('tab', { name: 'Blocks' }).click();
    const dropped = tab.locator('.blocks .dropped').filter({ hasText: 'Home' });
    expect(await dropped.textContent()).toMatch(/^Dropped.*one-word link|one word in a menu/i);
    await tab.getByRole('tab', { name: 'Markdown' }).click();
    expect(await tab.locator('pre.output').textContent()).toContain('![](https://example.org/a.png)');
    await tab.getByRole('combobox', { name: 'Markdown' }).selectOption('llm');
    await expect.poll(() => tab.locator('pre.output').textContent()).not.toContain('![]');
    await tab.getByRole('tab', { name: 'JSON' }).click();
    const json = JSON.parse((await tab.locator('pre.output').textContent())!) as { title: string };
    expect(json.title).toBe('Notes');
    expect(requests).toEqual([]);
    await tab.context().close();
  });

  it('runs no script of a page', async () => {
    const { tab } = await opened();
    await tab.evaluate("addEventListener('message', () => { window.fooled = true })");
    const hostile =
      "<script>parent.postMessage('x','*')</script><img src=x onerror=parent.postMessage('x','*')>";
    const text = 'The lamp was lit at dusk and trimmed at midnight, and nobody came for forty days.';
    await paste(tab, `<article><h1>Lamp</h1><p>${text}${hostile}</p><p>${text}</p></article>${hostile}`);
    await article(tab).filter({ hasText: text }).waitFor();
    expect(await tab.evaluate('window.fooled')).toBeUndefined();
    await tab.context().close();
  });

  it('shares page and options by a link that another browser opens', async () => {
    const { tab } = await opened();
    await paste(
      tab,
      '<title>Shared</title><article><h1>Shared</h1><p>High water is at noon today, and at midnight.</article>',
    );
    await tab.getByLabel('Title').check();
    await article(tab).filter({ hasText: 'High water' }).waitFor();
    await tab.getByRole('button', { name: 'Share' }).click();
    await expect.poll(() => tab.url()).toMatch(/#page=[\w-]+$/);
    const { tab: other, requests } = await opened(new URL(tab.url()).hash);
    await article(other).filter({ hasText: 'High water' }).waitFor();
    expect(await other.getByLabel('Title').isChecked()).toBe(true);
    expect(requests).toEqual([]);
    await tab.context().close();
    await other.context().close();
  });

  it('refuses a damaged link, and one that unpacks to gigabytes', async () => {
    const { tab } = await opened('#page=AAAA');
    await tab.locator('#status').filter({ hasText: 'cannot be opened' }).waitFor();
    await tab.context().close();
    const bomb = deflateRawSync(Buffer.alloc(50_000_000, 'a')).toString('base64url');
    const { tab: other } = await opened(`#page=${bomb}`);
    await other.locator('#status').filter({ hasText: 'larger than 20 MB' }).waitFor();
    await other.context().close();
  });

  it('has names for all controls and enough contrast', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const tab = await browser.newPage({ colorScheme });
      await tab.goto(page);
      await tab.locator('.facts').waitFor();
      await tab.getByRole('tab', { name: 'Blocks' }).click();
      await tab.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') });
      const { violations } = (await tab.evaluate('axe.run()')) as { violations: { id: string }[] };
      expect(violations.map(({ id }) => id)).toEqual([]);
      await tab.context().close();
    }
  });
});
