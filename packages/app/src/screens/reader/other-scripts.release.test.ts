import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from '../../../../render/src/testing/chromium.js';
import { testPage } from '../../testing/every-screen.js';
import { type OpenedApp, openApp } from '../../testing/opened-app.js';

/** A Chinese page whose template declares English. */
const CHINESE_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>旧港口的渡轮</title>
<nav><a href="/">首页</a> <a href="/news">新闻</a></nav><article><h1>旧港口的渡轮</h1>${[1, 2, 3, 4]
  .map(
    number =>
      `<p>　　旧港口的渡轮今天早上又开始运行了，第${number}班船七点离开码头。船长说：“今年的雨水很多，我们终于可以再次开船。”乘客很高兴，他们等了三个月。</p>`,
  )
  .join('\n')}</article><footer>版权所有</footer></html>`;

describe.runIf(hasChromium)('the reader in other scripts', () => {
  let app: OpenedApp;
  beforeAll(async () => {
    app = await openApp();
  });
  afterAll(() => app?.close());

  async function read(html: string) {
    const answer = await app.server.post('/v1/extract', { html, keepView: true });
    const { view } = (await answer.json()) as { view: string };
    const opened = await app.open(`#/read?view=${view}`);
    await opened.page.locator('.prose p').first().waitFor();
    return opened;
  }

  /** Distance between paragraphs, direction, and the bar of a quotation: [right, left]. */
  const typeset = (page: Page) =>
    page.locator('.prose').evaluate(prose => {
      const first = [...prose.querySelectorAll('p')].find(own => own.nextElementSibling?.localName === 'p')!;
      const quote = document.createElement('blockquote');
      first.before(quote);
      const { borderRightWidth, borderLeftWidth } = getComputedStyle(quote);
      return {
        gap: first.nextElementSibling!.getBoundingClientRect().top - first.getBoundingClientRect().bottom,
        direction: getComputedStyle(first).direction,
        bar: [borderRightWidth, borderLeftWidth],
      };
    });

  it('sets Arabic from right to left, with room between its paragraphs', async () => {
    const { page, context } = await read(testPage('arabic-right-to-left'));
    const { gap, direction, bar } = await typeset(page);
    expect(direction).toBe('rtl');
    expect(gap).toBeGreaterThan(8);
    expect(bar).toEqual(['3px', '0px']);
    expect(await page.locator('.byline').evaluate(own => getComputedStyle(own).direction)).toBe('rtl');
    expect(await page.locator('.byline bdi').count()).toBeGreaterThan(0);
    const gutter = page.locator('.correctable');
    expect(await gutter.evaluate(own => getComputedStyle(own).paddingLeft)).not.toBe('0px');
    await context.close();
  });

  it('sets Chinese as Chinese, even if its template is labelled English', async () => {
    const { page, context, errors } = await read(CHINESE_PAGE);
    expect(await page.locator('.head h1').innerText()).toBe('旧港口的渡轮');
    await expect.poll(() => page.locator('.about').innerText()).toMatch(/Language\s+Chinese/);
    for (const part of ['.head h1', '.prose']) {
      expect(await page.locator(part).getAttribute('lang')).toMatch(/^zh/);
    }
    const paragraphs = await page.locator('.prose p').allInnerTexts();
    expect(paragraphs).toHaveLength(4);
    // Quotation marks stay as written, and no spaces appear between characters.
    expect(paragraphs[0]).toContain('船长说：“今年的雨水很多，我们终于可以再次开船。”乘客很高兴');
    const { gap, direction, bar } = await typeset(page);
    expect(direction).toBe('ltr');
    expect(gap).toBeGreaterThan(8);
    expect(bar).toEqual(['0px', '3px']);
    expect(errors).toEqual([]);
    await context.close();
  });
});
