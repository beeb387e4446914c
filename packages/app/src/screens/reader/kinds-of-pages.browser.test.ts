import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itInRelease } from '../../../../../test/tiers.js';
import { hasChromium } from '../../../../render/src/testing/chromium.js';
import { testPage } from '../../testing/every-screen.js';
import { type OpenedApp, openApp } from '../../testing/opened-app.js';
import { newsPage } from '../../testing/pages.js';

/** An image of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

let app: OpenedApp;
beforeAll(async () => {
  if (hasChromium) app = await openApp();
});
afterAll(() => app?.close());

describe.runIf(hasChromium)('the reader, by kind of page', () => {
  const open = async (html: string, url: string) => {
    const answer = await app.server.post('/v1/extract', { html, url, keepView: true });
    const { view } = (await answer.json()) as { view: string };
    return await app.open(`#/read?view=${view}`);
  };
  const chosen = (page: Page) => page.getByRole('tab', { selected: true }).innerText();

  it('opens a listing as cards, and loads their images only on request', async () => {
    const { page, context, errors } = await open(
      testPage('product-grid'),
      'https://www.tarntrail.example/tents',
    );
    const requests: string[] = [];
    await page.route('https://www.tarntrail.example/**', route => {
      requests.push(new URL(route.request().url()).pathname);
      return route.fulfill({ contentType: 'image/png', body: PIXEL });
    });
    await page.locator('.card').first().waitFor();
    expect(await chosen(page)).toMatch(/^Items\s*8$/);
    expect(await page.locator('.card').count()).toBe(8);
    expect(await page.locator('.card').first().innerText()).toMatch(/Fell 1 tent\s+£199\.00/);
    expect(await page.getByRole('link', { name: 'Fell 1 tent' }).getAttribute('href')).toBe(
      'https://www.tarntrail.example/p/0',
    );
    expect(requests).toEqual([]);
    await page.getByLabel('Show images').check();
    const first = page.locator('.card img').first();
    await expect.poll(() => first.evaluate(own => (own as HTMLImageElement).naturalWidth)).toBe(1);
    expect(requests[0]).toMatch(/^\/img\/t\d\.jpg$/);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('opens a product with its price and specification', async () => {
    const { page, context, errors } = await open(testPage('product'), 'https://www.tarntrail.example/p/1');
    const table = page.getByRole('table', { name: 'Specification' });
    await table.waitFor();
    expect(await chosen(page)).toBe('Product');
    expect(await page.locator('.price').innerText()).toContain('£249.00');
    expect((await table.locator('tbody tr').allInnerTexts()).map(row => row.split(/\t/))).toEqual([
      ['Weight', '2.4 kg'],
      ['Packed size', '38 × 15 cm'],
      ['Water head', '4,000 mm'],
      ['Season', 'three and a half'],
    ]);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('opens a discussion with nested replies that can be folded', async () => {
    const { page, context } = await open(testPage('forum-nested-replies'), 'https://forum.example/t/1');
    const posts = page.locator('.thread > li');
    await posts.first().waitFor();
    expect(await chosen(page)).toMatch(/^Posts/);
    const all = await posts.count();
    const fold = page.getByRole('button', { name: /^Hide \d+ repl/ }).first();
    const answers = Number(/\d+/.exec(await fold.innerText())![0]);
    await fold.click();
    expect(await posts.count()).toBe(all - answers);
    await context.close();
  });

  itInRelease('names the kind of a page that has no content', async () => {
    const { page, context } = await open(
      '<title>Page not found</title><h1>404</h1><p>The page was not found.</p>',
      'https://ebb.example/missing',
    );
    await page.getByText('This is an error page.').waitFor();
    await context.close();
  });

  /** Drops a file onto the field. */
  const drop = async (name: string, bytes: Uint8Array) => {
    const opened = await app.open('#/read');
    const dataTransfer = await opened.page.evaluateHandle(
      ([file, content]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(content)], file));
        return transfer;
      },
      [name, [...bytes]] as const,
    );
    await opened.page.dispatchEvent('.page-input', 'drop', { dataTransfer });
    return opened;
  };
  const archive = `From: <Saved by Blink>
Snapshot-Content-Location: https://ebb.example/harbour
MIME-Version: 1.0
Content-Type: multipart/related; boundary="part"

--part
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: base64

${Buffer.from(newsPage()).toString('base64')}
--part--
`;

  itInRelease.each([
    ['page.mht', Buffer.from(archive)],
    ['page.html.gz', gzipSync(newsPage())],
  ])('reads %s', async (name, bytes) => {
    const { page, context } = await drop(name, bytes);
    await expect.poll(() => page.locator('.prose').innerText()).toContain('Paragraph 4 says something');
    expect(await page.locator('.head h1').innerText()).toBe('Low water at the harbour');
    await context.close();
  });

  itInRelease.each([
    ['report.pdf', Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3', 'latin1'), 'a PDF document'],
    ['boat.png', PIXEL, 'a PNG image'],
    ['bytes.bin', Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919) % 251)), 'binary data'],
  ])('rejects %s by its kind, with advice', async (name, bytes, words) => {
    const { page, context } = await drop(name, bytes);
    await expect.poll(() => page.getByRole('alert').innerText()).toMatch(new RegExp(`${words}.*\n+.+`));
    expect(await page.locator('.prose').count()).toBe(0);
    await context.close();
  });
});

describe.runIf(hasChromium)('printing', () => {
  it('contains only the article, dark on white', () => printsArticle('dark', 'Sepia'));
  itInRelease('contains only the article on light paper', () => printsArticle('light', 'Plain'));
  itInRelease('contains only the article on plain paper in the dark theme', () =>
    printsArticle('dark', 'Plain'),
  );

  async function printsArticle(colorScheme: 'light' | 'dark', paper: 'Plain' | 'Sepia') {
    // A page of its own for each test: corrections belong to the page.
    const html = newsPage()
      .replace('Paragraph 1', '<a href="https://ebb.example/tides">Paragraph 1</a>')
      .replace('<main>', `<main class="${colorScheme} ${paper}">`);
    const answer = await app.server.post('/v1/extract', { html, keepView: true });
    const { view } = (await answer.json()) as { view: string };
    const { page, context } = await app.open(`#/read?view=${view}`, { colorScheme });
    await page.locator('.prose p').first().waitFor();
    await page.getByText('Typography').click({ force: true });
    await page.getByRole('radio', { name: paper }).check({ force: true });
    await page.keyboard.press('Escape');
    // Temporary elements must not be printed: the bar of a correction, letters beside the blocks.
    await page.locator('.prose p').last().hover();
    await page.getByRole('button', { name: /^Remove: Paragraph 4/ }).click();
    await page.locator('.corrections-bar').waitFor();
    await page.locator('.prose').getByText('Paragraph 4').waitFor({ state: 'detached' });
    await page.keyboard.press('x');
    await page.locator('.hint-letter').first().waitFor();
    await page.emulateMedia({ media: 'print' });

    const printed = (await page.locator('body').innerText()).replace(/\s+/g, ' ').trim();
    expect(printed).toMatch(/^Low water at the harbour Ada Fenn · .* · 1 minute Paragraph 1 says/);
    expect(printed).toMatch(/Paragraph 3 says.*as paragraphs do\.$/);
    expect(printed).not.toContain('Paragraph 4');
    const drawn = await page.evaluate(() => {
      const brightness = (colour: string) => {
        const [r = 0, g = 0, b = 0, a = 1] = colour.match(/[\d.]+/g)!.map(Number);
        return a === 0 ? 255 : (r + g + b) / 3;
      };
      const up: Element[] = [];
      for (let own = document.querySelector('.prose p'); own !== null; own = own.parentElement) up.push(own);
      const prose = document.querySelector('.prose')!.getBoundingClientRect();
      return {
        ink: Math.max(
          ...['.head h1', '.byline', '.prose p'].map(name =>
            brightness(getComputedStyle(document.querySelector(name)!).color),
          ),
        ),
        ground: Math.min(...up.map(own => brightness(getComputedStyle(own).backgroundColor))),
        share: prose.width / document.documentElement.clientWidth,
        link: getComputedStyle(document.querySelector('.prose a')!, '::after').content,
      };
    });
    expect(drawn.ink).toBeLessThan(120);
    expect(drawn.ground).toBeGreaterThan(250);
    expect(drawn.share).toBeGreaterThan(0.8);
    expect(drawn.link).toContain('https://ebb.example/tides');
    expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
    await context.close();
  }
});
