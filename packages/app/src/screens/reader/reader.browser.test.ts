import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itInRelease } from '../../../../../test/tiers.js';
import { hasChromium } from '../../../../render/src/testing/chromium.js';
import { accessibilityFaults } from '../../testing/accessibility.js';
import { type OpenedApp, openApp } from '../../testing/opened-app.js';
import { FILLED_BY_SCRIPT, newsPage } from '../../testing/pages.js';

describe.runIf(hasChromium)('the reader', () => {
  let app: OpenedApp;
  let site: Server;
  let address: string;
  beforeAll(async () => {
    app = await openApp({ allowPrivate: true });
    site = createServer((request, response) =>
      response
        .setHeader('content-type', request.url!.endsWith('.js') ? 'text/javascript' : 'text/html')
        .end(FILLED_BY_SCRIPT[request.url!] ?? newsPage('the quay')),
    );
    await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/story`;
  });
  afterAll(async () => {
    site?.close();
    await app?.close();
  });

  async function paste(text: string) {
    const opened = await app.open('#/read');
    await opened.page.getByLabel('Address or HTML of a page').fill(text);
    await opened.page.getByRole('button', { name: 'Read', exact: true }).click();
    await opened.page.locator('.head h1').waitFor();
    return opened;
  }
  const articleText = (page: Page) => page.locator('.prose').innerText();

  it('shows only the article of pasted HTML, in a clean and in its original style', async () => {
    const { page, context, errors } = await paste(newsPage());
    await expect.poll(() => page.locator('.head h1').innerText()).toBe('Low water at the harbour');
    const text = await articleText(page);
    expect(text).toContain('Paragraph 4 says something');
    expect(text).not.toMatch(/Home|More to read|Privacy/);
    await expect.poll(() => page.locator('.about').innerText()).toMatch(/Ada Fenn\s+from a meta tag/);
    await expect.poll(() => page.locator('.confidence').innerText()).toMatch(/[a-z]+.*\d+ %/s);
    await expect.poll(() => page.locator('.about').innerText()).toMatch(/Extracted by\s+Pith \(default\)/);
    await page.getByRole('radio', { name: 'Original style' }).check({ force: true });
    const frame = page.frameLocator('.rich-frame');
    await frame.getByText('Paragraph 2 says something').waitFor();
    await expect.poll(() => frame.locator('body').innerText()).not.toContain('More to read');
    expect(errors).toEqual([]);
    await context.close();
  });

  itInRelease('reads a dropped file in any encoding', async () => {
    const { page, context } = await app.open('#/read');
    const bytes = [
      ...Buffer.from(newsPage('le café').replace('<head>', '<head><meta charset="windows-1252">'), 'latin1'),
    ];
    const dataTransfer = await page.evaluateHandle(content => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(content)], 'page.html', { type: 'text/html' }));
      return transfer;
    }, bytes);
    await page.dispatchEvent('.page-input', 'drop', { dataTransfer });
    await page.locator('.prose').waitFor();
    expect(await articleText(page)).toContain('le café');
    await context.close();
  });

  itInRelease('explains what is wrong with a URL and what to do', async () => {
    const { page, context } = await app.open('#/read');
    await page.getByLabel('Address or HTML of a page').fill('http://127.0.0.1:9/nobody');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('alert').innerText()).toMatch(/.+\n+.+/);
    expect(await page.getByLabel('Address or HTML of a page').inputValue()).toBe('http://127.0.0.1:9/nobody');
    await context.close();
  });

  it('shows the same page with its corrections when its address is pasted again', async () => {
    const { page, context } = await paste(address);
    expect(await articleText(page)).toContain('the quay');
    const paragraph = page.locator('.prose p').filter({ hasText: 'Paragraph 3' });
    await paragraph.hover();
    await page.getByRole('button', { name: /^Remove: Paragraph 3/ }).click();
    await page.getByText('1 part removed. Saved as a report.').waitFor();
    for (const fetches of [false, true]) {
      await page.getByRole('link', { name: 'Another page' }).click();
      await page.getByLabel('Address or HTML of a page').fill(address);
      await page.keyboard.press('Enter');
      await page.locator('.prose').getByText('Paragraph 4').waitFor();
      if (fetches) await page.getByRole('button', { name: 'Fetch it again' }).click();
      await page.locator('.corrections-bar').waitFor();
      expect(await paragraph.count()).toBe(0);
    }
    const list = async (path: string) =>
      ((await (await app.server.get(path)).json()) as { items: { url?: string }[] }).items;
    const own = (items: { url?: string }[]) => items.filter(({ url }) => url === address);
    expect(own(await list('/v1/views'))).toHaveLength(1);
    expect(own(await list('/v1/feedback'))).toHaveLength(1);
    await context.close();
  });

  it('renders a page that scripts fill, on request, and corrects it like others', async () => {
    const { page, context } = await paste(`${address}/filled`);
    await page.getByText('This page is filled in by scripts').waitFor();
    await page.getByRole('button', { name: 'Render this page in a browser' }).first().click();
    const paragraph = page.locator('.prose p').filter({ hasText: 'Paragraph 2' });
    await paragraph.hover();
    await page.getByRole('button', { name: /^Remove: Paragraph 2/ }).click();
    await paragraph.waitFor({ state: 'detached' });
    await page.getByText('1 part removed. Saved as a report.').waitFor();
    await page.reload();
    await page.locator('.prose').getByText('Paragraph 3').waitFor();
    expect(await paragraph.count()).toBe(0);
    await context.close();
  });

  itInRelease('offers the site of a dropped file that declares its address', async () => {
    const html = newsPage('the lock').replace(
      '<head>',
      '<head><link rel="canonical" href="https://ebb.example/lock">',
    );
    const { page, context } = await app.open('#/read');
    const dataTransfer = await page.evaluateHandle(content => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], 'page.html', { type: 'text/html' }));
      return transfer;
    }, html);
    await page.dispatchEvent('.page-input', 'drop', { dataTransfer });
    await page.locator('.prose p').filter({ hasText: 'Paragraph 2' }).hover();
    await page.getByRole('button', { name: /^Remove: Paragraph 2/ }).click();
    await page.getByRole('button', { name: 'Apply to all of ebb.example' }).waitFor();
    await context.close();
  });

  itInRelease('is ready to be pasted into, finds recent pages, and remembers images', async () => {
    const picture = newsPage('the sluice').replace(
      '<p>Paragraph 2',
      '<img src="https://ebb.example/a.png" alt="A"><p>Paragraph 2',
    );
    const { page, context } = await paste(picture);
    await page.getByLabel('Show images').check();
    await page.reload();
    await expect.poll(() => page.getByLabel('Show images').isChecked()).toBe(true);
    await page.getByRole('link', { name: 'Another page' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('page-input');
    for (let i = 0; i < 7; i++)
      await app.server.post('/v1/extract', { html: newsPage(`weir ${i}`), keepView: true });
    await page.goto(`${app.server.address}/#/inspect?url=`);
    const recent = page.getByRole('region', { name: 'Recent pages' });
    await recent.getByLabel('Search recent pages').fill('the sluice');
    await expect.poll(() => recent.getByRole('listitem').count()).toBe(1);
    await recent.getByRole('link', { name: 'Low water at the sluice' }).click();
    await page.locator('iframe').waitFor();
    await context.close();
  });

  it('offers every output to copy and to download', async () => {
    const { page, context } = await paste(newsPage());
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('tab', { name: 'Copy and download' }).click();
    const view = new URLSearchParams(page.url().split('?')[1]).get('view');
    const answer = await app.server.post('/v1/extract', {
      view,
      outputs: ['text', 'markdown', 'html', 'tei'],
    });
    const { outputs, article } = (await answer.json()) as {
      outputs: Record<string, string>;
      article: object;
    };
    const expected: Record<string, string> = { ...outputs, json: JSON.stringify(article, null, 2) };
    const shown = () => page.locator('.output pre').innerText();
    await expect
      .poll(shown)
      .toMatch(/^---\ntitle: "Low water at the harbour"\nauthors: \["Ada Fenn"\]\npublished: "2025-05-02"/);
    await page.getByLabel('With title, authors, date and address').uncheck();
    for (const [form, extension] of [
      ['Text', 'txt'],
      ['Markdown', 'md'],
      ['HTML', 'html'],
      ['JSON', 'json'],
      ['TEI', 'xml'],
    ] as const) {
      await page.getByRole('radio', { name: form, exact: true }).check({ force: true });
      await page.getByRole('button', { name: 'Copy' }).click();
      await page.getByText('Copied.').first().waitFor();
      await expect
        .poll(() => page.evaluate(() => navigator.clipboard.readText()))
        .toBe(expected[form.toLowerCase()]);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`low-water-at-the-harbour.${extension}`);
      expect(await readFile(await download.path(), 'utf8')).toBe(expected[form.toLowerCase()]);
    }
    await context.close();
  });

  it('shows nested comments and a product table, and finds the page again after a reload', async () => {
    const { page, context, errors } = await app.open();
    await page.getByRole('button', { name: 'an article' }).click();
    await page.getByRole('tab', { name: /Comments/ }).click();
    const depths = () =>
      page
        .locator('.thread > li')
        .evaluateAll(posts => posts.map(post => getComputedStyle(post).getPropertyValue('--depth')));
    expect(await depths()).toEqual(['0', '1', '0']);
    await page.reload();
    await page.getByRole('tab', { name: /Comments/ }).click();
    expect(await depths()).toEqual(['0', '1', '0']);
    await page.getByRole('link', { name: 'Another page' }).click();
    await page.getByRole('button', { name: 'a product' }).click();
    await page.getByRole('tab', { name: 'Product' }).click();
    await expect
      .poll(() => page.getByRole('table', { name: 'Specification' }).innerText())
      .toMatch(/Capacity\s+1.4 litres/);
    expect(errors).toEqual([]);
    await context.close();
  });

  itInRelease('has links to pages that open in any window, and shows when they were fetched', async () => {
    const shared = `#/read?url=${encodeURIComponent(address)}`;
    const { page, context } = await app.open(shared);
    await page.locator('.prose').waitFor();
    expect(page.url()).toContain(encodeURIComponent(address));
    await expect.poll(() => page.title()).toBe('Low water at the quay – Pith');
    await page.reload();
    await page.getByRole('button', { name: 'Fetch it again' }).waitFor();
    await expect.poll(() => articleText(page)).toContain('the quay');
    await page.goto(`${app.server.address}/#/read`);
    const lately = page.getByRole('region', { name: 'Recent pages' });
    await lately.getByRole('link', { name: 'Low water at the quay' }).first().click();
    await page.locator('.prose').waitFor();
    await page.goto(`${app.server.address}/#/read`);
    const bookmark = await page.getByRole('link', { name: 'Read with Pith' }).getAttribute('href');
    expect(bookmark).toBe(
      `javascript:location.href='${app.server.address}/#/read?url='+encodeURIComponent(location.href)`,
    );
    const named = () => lately.getByRole('link', { name: 'Low water at the quay' }).count();
    await expect.poll(named).toBeGreaterThan(0);
    const before = await named();
    await lately
      .getByRole('button', { name: /^Forget Low water at the quay/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Forget page' }).click();
    await expect.poll(named).toBe(before - 1);
    // The bookmarklet opens the current page in the reader.
    await page.goto(`${address}/another`);
    await page.evaluate(decodeURIComponent(bookmark!.slice('javascript:'.length)));
    await page.waitForURL(`**/#/read?url=${encodeURIComponent(`${address}/another`)}`);
    await expect.poll(() => articleText(page)).toContain('the quay');
    await context.close();
  });

  itInRelease(
    'remembers typography, paper and options, and shows an outline and the reading progress',
    async () => {
      const headings = newsPage().replaceAll('<p>Paragraph', '<h2>A part of it</h2><p>Paragraph');
      const { page, context } = await paste(headings);
      await page.getByText('Typography').click({ force: true });
      await page.getByRole('radio', { name: 'Sepia' }).check({ force: true });
      await page.getByRole('radio', { name: 'Sans', exact: true }).check({ force: true });
      await page.getByRole('radio', { name: 'Large', exact: true }).check({ force: true });
      await page.getByRole('radio', { name: 'Narrow' }).check({ force: true });
      const set = () =>
        page.locator('.prose').evaluate(own => {
          const { fontFamily, fontSize, maxWidth } = getComputedStyle(own);
          return [fontFamily.split(', ').at(-1), fontSize, maxWidth];
        });
      await expect.poll(set).toEqual(['sans-serif', '21px', '450px']);
      const outline = page.getByRole('navigation', { name: 'Outline' });
      expect(await outline.getByRole('button').count()).toBe(4);
      // The background is that of the whole page, not of a box.
      const paper = () =>
        page.evaluate(() => getComputedStyle(document.querySelector('[data-paper]')!).backgroundColor);
      expect(await paper()).not.toBe('rgb(251, 251, 249)');
      await expect.poll(() => page.locator('.byline').innerText()).toMatch(/1 minute$/);
      expect(await accessibilityFaults(page)).toEqual([]);
      // A click outside closes the choices.
      await page.locator('.byline').click();
      await expect.poll(() => page.locator('.reading-choices').isVisible()).toBe(false);
      const progress = () =>
        page.locator('.reading-progress').evaluate(own => Number(own.style.getPropertyValue('--share')));
      await page.setViewportSize({ width: 1280, height: 500 });
      await page.evaluate(() => scrollTo(0, 0));
      await expect.poll(progress).toBe(0);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await expect.poll(progress).toBeGreaterThan(0.95);
      await expect.poll(() => outline.locator('[aria-current=location]').count()).toBe(1);
      await page.reload();
      await page.locator('[data-paper=sepia] .prose').waitFor();
      await expect.poll(set).toEqual(['sans-serif', '21px', '450px']);
      // The options apply to the next page too.
      await page.getByText('Options', { exact: true }).click();
      await page.getByLabel('Title on top').check();
      await page.locator('.prose h1').waitFor();
      await page.getByRole('link', { name: 'Another page' }).click();
      await page.getByLabel('Address or HTML of a page').fill(newsPage('the mole'));
      await page.getByRole('button', { name: 'Read', exact: true }).click();
      await page.locator('.prose h1').waitFor();
      await page.getByText('Options', { exact: true }).click();
      await expect.poll(() => page.getByLabel('Title on top').isChecked()).toBe(true);
      await context.close();
    },
  );

  itInRelease('keeps highlights and exports them with their position', async () => {
    const { page, context } = await paste(newsPage());
    await page
      .locator('.prose p')
      .nth(1)
      .evaluate(own => getSelection()!.selectAllChildren(own));
    await page.keyboard.press('h');
    const marks = page.getByRole('region', { name: 'Highlights' });
    await marks.getByRole('button', { name: /^Paragraph 2 says/ }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      marks.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toMatch(
      /^---\ntitle:.*> Paragraph 2 says.*— Low water/s,
    );
    await page.reload();
    await marks.getByRole('button', { name: /^Paragraph 2 says/ }).waitFor();
    // The list may be drawn before the text is highlighted.
    await expect.poll(() => page.evaluate(() => CSS.highlights.get('pith')?.size)).toBe(1);
    await context.close();
  });

  itInRelease('opens a discussion with replies that can be folded', async () => {
    const { page, context } = await app.open();
    await page.getByRole('button', { name: 'a discussion' }).click();
    await page.locator('.thread > li').first().waitFor();
    expect(await page.getByRole('tab', { name: /Posts/ }).getAttribute('aria-selected')).toBe('true');
    await context.close();
  });

  itInRelease('extracts again when the options change', async () => {
    const { page, context } = await paste(newsPage());
    await page.getByText('Options', { exact: true }).click();
    await page.getByLabel('Title on top').check();
    await page.locator('.prose h1').first().waitFor();
    await context.close();
  });

  itInRelease('requests the page again if the server no longer has it', async () => {
    const { page, context } = await app.open('#/read?view=00000000-0000-4000-8000-000000000000');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Address or HTML of a page').fill(newsPage());
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await page.locator('.prose').waitFor();
    await context.close();
  });
});
