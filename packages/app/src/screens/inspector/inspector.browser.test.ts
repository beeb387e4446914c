import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itInRelease } from '../../../../../test/tiers.js';
import { hasChromium } from '../../../../render/src/testing/chromium.js';
import type { Decision } from '../../client/api.js';
import { heatOf } from '../../frame/mark-styles.js';
import { accessibilityFaults } from '../../testing/accessibility.js';
import { counting } from '../../testing/counting.js';
import { testPage } from '../../testing/every-screen.js';
import { type OpenedApp, openApp } from '../../testing/opened-app.js';
import { largePage, newsPage } from '../../testing/pages.js';

describe.runIf(hasChromium)('the inspector', () => {
  let app: OpenedApp;
  beforeAll(async () => {
    app = await openApp();
  });
  afterAll(() => app?.close());

  async function keepView(html: string): Promise<string> {
    const answer = await app.server.post('/v1/extract', { html, keepView: true });
    return ((await answer.json()) as { view: string }).view;
  }
  async function decisionsOf(view: string, method = 'default'): Promise<Decision[]> {
    const answer = await app.server.post('/v1/extract', { view, method, explain: true });
    return ((await answer.json()) as { decisions: Decision[] }).decisions;
  }
  async function inspect(view: string, query = '') {
    const opened = await app.open(`#/inspect?view=${view}${query}`, { reducedMotion: 'reduce' });
    await opened.page.frameLocator('iframe').first().locator('[data-pith-mark-block]').first().waitFor();
    return { ...opened, frame: frameAt(opened.page, 0) };
  }
  const frameAt = (page: Page, at: number): Frame =>
    page.frames().filter(each => each !== page.mainFrame())[at]!;

  /** The mark of each block's texts in the frame; different marks are joined. */
  function marksIn(frame: Frame, decisions: readonly Decision[]): Promise<string[]> {
    const ranges = decisions.map(({ textFirst, textEnd }) => [textFirst, textEnd] as const);
    return frame.evaluate(blocks => {
      const texts = [...document.querySelectorAll('pith-text')].map(
        text => [Number(text.getAttribute('data-pith-node')), text] as const,
      );
      return blocks.map(([first, end]) => {
        const inside = texts.filter(([id]) => id >= first && id < end);
        const marks = inside.map(([, text]) =>
          text.closest('[data-pith-mark-block]')?.getAttribute('data-pith-mark-block'),
        );
        return [...new Set(marks)].join('+');
      });
    }, ranges);
  }

  it('tints kept blocks and hatches dropped ones, exactly as decided', async () => {
    const view = await keepView(newsPage());
    const decisions = await decisionsOf(view);
    const { page, context, frame, errors } = await inspect(view);
    expect(decisions.filter(({ kept }) => kept).length).toBeGreaterThan(3);
    expect(decisions.filter(({ kept }) => !kept).length).toBeGreaterThan(3);
    expect(await marksIn(frame, decisions)).toEqual(decisions.map(({ kept }) => (kept ? 'kept' : 'dropped')));
    const kept = decisions.filter(decision => decision.kept).length;
    await expect
      .poll(() => page.locator('.side-filter').innerText())
      .toMatch(new RegExp(`All ${decisions.length}\\s+Kept ${kept}\\s+Dropped ${decisions.length - kept}`));
    const styles = await frame.evaluate(() =>
      ['kept', 'dropped'].map(
        name => getComputedStyle(document.querySelector(`[data-pith-mark-block="${name}"]`)!).backgroundImage,
      ),
    );
    expect(styles[0]).toMatch(/^linear-gradient/);
    expect(styles[1]).toMatch(/^repeating-linear-gradient/);
    expect(errors).toEqual([]);
    await context.close();
  });

  itInRelease('shows the reason on hover', async () => {
    const view = await keepView(newsPage());
    const [dropped] = (await decisionsOf(view)).filter(({ kept }) => !kept);
    const { page, context } = await inspect(view);
    await page.frameLocator('iframe').getByText(dropped!.text, { exact: true }).first().hover();
    const note = await page.getByRole('tooltip').innerText();
    expect(note).toContain('Dropped');
    expect(note.toLowerCase()).toContain(dropped!.summary!.toLowerCase().replace('dropped: ', ''));
    await page.mouse.move(5, 5);
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    await context.close();
  });

  it('is navigated by key, with list, tree and page in sync', async () => {
    const view = await keepView(newsPage());
    const decisions = await decisionsOf(view);
    const { page, context, frame } = await inspect(view);
    const current = () =>
      frame.evaluate(() => document.querySelector('[data-pith-mark-current]')?.textContent?.trim() ?? '');
    const details = () => page.getByRole('region', { name: 'Decision' }).innerText();
    const first = decisions.findIndex(({ kept }) => kept);
    await expect.poll(current).toBe(decisions[first]!.text);
    await page.keyboard.press('j');
    await expect.poll(current).toBe(decisions[first + 1]!.text);
    await page.getByRole('listbox', { name: 'Blocks' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(current).toBe(decisions[first + 2]!.text);
    const { summary, evidence } = decisions[first + 2]!;
    await expect.poll(details).toContain(summary!.replace(/^.*?: ./, ''));
    // Groups expand to their evidence; that of the page is the same for all blocks.
    const why = page.getByRole('region', { name: 'Why' });
    const group = evidence.find(own => own.facts.length > 1)!;
    await why.getByText(group.group, { exact: true }).click();
    await expect.poll(() => why.innerText()).toContain(group.facts[1]!.fact);
    await why.getByText(/^An average block of this page/).click();
    await expect.poll(() => why.innerText()).toMatch(/the page: |the page /);

    await page.getByRole('tab', { name: 'Tree' }).click();
    const tree = page.getByRole('tree', { name: 'Tree of the page' });
    const chosen = () => tree.locator('[aria-selected=true]').innerText();
    await tree.focus();
    const before = await chosen();
    await expect.poll(() => tree.locator('[aria-selected=true]').getAttribute('aria-level')).toMatch(/^\d+$/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(chosen).not.toBe(before);
    // Left moves to the parent, and then closes it.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(chosen).toBe(before);
    await context.close();
  });

  itInRelease.each([
    ['an article', newsPage(), false],
    ['a listing decided by its entries', testPage('product-grid'), true],
  ])('explains every block of %s with numbers that add up to the decision', async (_, html, byRecords) => {
    const view = await keepView(html);
    const decisions = await decisionsOf(view);
    expect(decisions.some(({ account }) => account!.records !== 0)).toBe(byRecords);
    const { page, context } = await inspect(view);
    const why = page.getByRole('region', { name: 'Why' });
    await page.getByRole('listbox', { name: 'Blocks' }).focus();
    await page.keyboard.press('Home');
    for (const { account, kept, stage, text } of decisions) {
      await expect.poll(() => page.locator('.details-text').innerText()).toContain(text.slice(0, 40));
      const shown = await why.locator('.step-weight').allInnerTexts();
      const figures = shown.map(figure => Number(figure.replace('−', '-')));
      const [score, cut] = figures.splice(-2) as [number, number];
      // Each figure is rounded to two digits.
      expect(Math.abs(figures.reduce((sum, own) => sum + own, 0) - score)).toBeLessThan(
        0.005 * (figures.length + 2),
      );
      expect(score).toBeCloseTo(account!.score, 1);
      if (stage === 'scores') expect(account!.score >= account!.cut).toBe(kept);
      expect(cut).toBeCloseTo(account!.cut, 1);
      const words = await why.locator('.step-words').allInnerTexts();
      expect(words.includes('its position in the posts or entries of the page')).toBe(account!.records !== 0);
      await page.keyboard.press('ArrowDown');
    }
    await context.close();
  });

  itInRelease('shows no sum for a text that was not decided by blocks', async () => {
    const view = await keepView(testPage('content-in-data'));
    const { page, context } = await app.open(`#/inspect?view=${view}`);
    await page.getByText('the page shows no text of its own, and its data hold one').first().waitFor();
    await page.getByRole('listbox', { name: 'Blocks' }).focus();
    await page.keyboard.press('End');
    await expect
      .poll(() => page.getByRole('region', { name: 'Decision' }).innerText())
      .toContain('its data hold one');
    expect(await page.getByRole('region', { name: 'Why' }).count()).toBe(0);
    await context.close();
  });

  itInRelease('moves the threshold with a slider and shows the added and removed blocks', async () => {
    const view = await keepView(testPage('news-article'));
    const { page, context, frame } = await inspect(view);
    const cut = () => page.locator('.step-cut .step-weight').innerText();
    const marked = () => frame.evaluate(() => document.querySelectorAll('[data-pith-mark-different]').length);
    const usual = await cut();
    expect(await marked()).toBe(0);
    const slider = page.getByLabel('Less or more text');
    const kept = () =>
      page.getByRole('radio', { name: /^Kept \d/ }).evaluate(own => own.parentElement!.innerText);
    const before = await kept();
    await slider.fill('1');
    await expect.poll(() => page.locator('#lean-says').innerText()).toMatch(/^\d+ added, \d+ removed$/);
    const summary = await page.locator('#lean-says').innerText();
    const [come, go] = summary.match(/\d+/g)!.map(Number);
    const count = (text: string) => Number(/\d+/.exec(text)![0]);
    await expect.poll(async () => count(await kept()) - count(before)).toBe(come! - go!);
    expect(come! + go!).toBeGreaterThan(0);
    await expect.poll(marked).toBeGreaterThanOrEqual(come! + go!);
    expect(await cut()).not.toBe(usual);
    await slider.fill('0');
    await expect.poll(() => page.locator('#lean-says').innerText()).toBe('Balanced');
    await expect.poll(kept).toBe(before);
    await expect.poll(marked).toBe(0);
    await context.close();
  });

  it('links to the reader at the same place and back, and toggles a block by one key or click', async () => {
    const view = await keepView(newsPage());
    const { page, context } = await inspect(view);
    const hand = counting(page);
    await page.frameLocator('iframe').getByText('Paragraph 3').click();
    const selected = () => page.locator('.virtual-row[aria-selected=true]').innerText();
    await expect.poll(selected).toContain('Paragraph 3');
    await hand.press('r');
    await page.locator('.prose').waitFor();
    expect(page.url()).toMatch(/at=\d+/);
    await page.getByRole('button', { name: /^Remove: Paragraph 3/ }).waitFor();
    await hand.press('i');
    await expect.poll(selected).toContain('Paragraph 3');
    expect(hand.keys).toBe(2);
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).innerText())
      .toBe('Low water at the harbour');
    await hand.press('x');
    await expect
      .poll(() => page.getByRole('region', { name: 'Decision' }).innerText())
      .toContain('removed by a reader');
    await hand.click(page.getByRole('button', { name: 'Keep this block' }));
    await expect
      .poll(() => page.getByRole('region', { name: 'Decision' }).innerText())
      .not.toContain('removed by a reader');
    expect([hand.keys, hand.clicks]).toEqual([3, 1]);
    await context.close();
  });

  itInRelease(
    'jumps to kept, dropped and least certain blocks, and cross-highlights list and page',
    async () => {
      const view = await keepView(newsPage());
      const decisions = await decisionsOf(view);
      const { page, context, frame } = await inspect(view);
      const details = () => page.locator('.details-text').innerText();
      const first = decisions.findIndex(({ kept }) => kept);
      const next = (from: number, kept: boolean) => {
        const ahead = decisions.findIndex((own, block) => block > from && own.kept === kept);
        return ahead >= 0 ? ahead : decisions.findIndex(own => own.kept === kept);
      };
      await page.keyboard.press('m');
      await expect.poll(details).toBe(decisions[next(first, false)]!.text);
      await page.keyboard.press('n');
      await expect.poll(details).toBe(decisions[next(next(first, false), true)]!.text);
      const doubt = ({ score, cut = 0.5 }: Decision) => Math.abs(score - cut);
      const least = decisions.toSorted((a, b) => doubt(a) - doubt(b))[0]!;
      await page.keyboard.press('c');
      await expect.poll(details).toBe(least.text);
      await page.locator('.virtual-row').first().hover();
      await expect
        .poll(() =>
          frame.evaluate(() => document.querySelector('[data-pith-mark-pointed]')?.textContent?.trim()),
        )
        .toBe((await page.locator('.virtual-row .block-words').first().innerText()).trim());
      await page.frameLocator('iframe').getByText('Paragraph 2').hover();
      await expect
        .poll(() => page.locator('.virtual-row.pointed .block-words').innerText())
        .toContain('Paragraph 2');
      await context.close();
    },
  );

  it('shows the candidates of each metadata field on the page', async () => {
    const shown = '<p>By Ada Fenn</p><p>3 May 2025</p>';
    const view = await keepView(newsPage().replace('</h1>', `</h1>${shown}`));
    const { page, context, frame } = await inspect(view);
    const marked = (name: string) =>
      frame.evaluate(
        mark => [...document.querySelectorAll(`[data-pith-mark-fact="${mark}"]`)].map(own => own.textContent),
        name,
      );
    expect(await marked('chosen')).toEqual([]);
    await page.getByRole('tab', { name: 'Metadata' }).click();
    await expect.poll(() => marked('chosen')).toContain('Low water at the harbour');
    expect(await marked('chosen')).toContain('By Ada Fenn');
    // One of the two dates is chosen; the other is shown on the page, or listed without a place.
    const dates = page.getByRole('region', { name: 'Published' });
    expect(await dates.locator('.fact-row').count()).toBe(2);
    const [byline, stated] = ['2025-05-03', '2025-05-02'].map(day =>
      dates.getByRole('button', { name: day }),
    );
    expect(await stated!.isDisabled()).toBe(true);
    await byline!.click();
    await expect
      .poll(() =>
        frame.evaluate(() => document.querySelector('[data-pith-mark-current]')?.textContent?.trim()),
      )
      .toBe('3 May 2025');
    expect(await byline!.getAttribute('aria-current')).toBe('true');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Blocks' }).click();
    await expect.poll(() => marked('chosen')).toEqual([]);
    await context.close();
  });

  itInRelease('unpins elements that cover the text', async () => {
    const banner = '<div style="position:fixed;inset:0;background:#fff">Take our cookies, all of them</div>';
    const view = await keepView(newsPage().replace('<nav>', `${banner}<nav>`));
    const { page, context, frame } = await inspect(view);
    const position = () =>
      frame.evaluate(() => {
        const texts = [...document.querySelectorAll('div')];
        return getComputedStyle(texts.find(own => own.textContent?.startsWith('Take our'))!).position;
      });
    await expect.poll(position).toBe('static');
    await page.getByLabel('Unpin banners').uncheck();
    await expect.poll(position).toBe('fixed');
    await context.close();
  });

  itInRelease('selects the clicked block', async () => {
    const view = await keepView(newsPage());
    const { page, context } = await inspect(view);
    await page.frameLocator('iframe').getByText('Paragraph 3').click();
    await expect
      .poll(() => page.locator('.virtual-row[aria-selected=true]').innerText())
      .toContain('Paragraph 3');
    await context.close();
  });

  itInRelease('lists the blocks that match the filter and the search', async () => {
    const view = await keepView(newsPage());
    const decisions = await decisionsOf(view);
    const { page, context } = await inspect(view);
    const rows = () => page.locator('.virtual-row').evaluateAll(all => all.map(row => row.textContent ?? ''));
    await page.keyboard.press('f');
    expect(await rows()).toHaveLength(decisions.filter(({ kept }) => kept).length);
    await page.keyboard.press('f');
    await page.keyboard.press('/');
    await page.keyboard.type('buoy');
    const found = await rows();
    expect(found).toHaveLength(2);
    for (const row of found) expect(row).toContain('Dropped');
    await context.close();
  });

  itInRelease('shows the labels of methods that have labels', async () => {
    const view = await keepView(newsPage());
    const answer = await app.server.post('/v1/extract', { view, method: 'density', explain: true });
    const { labels = [] } = (await answer.json()) as { labels?: { node: number; label: string }[] };
    expect(labels.length).toBeGreaterThan(0);
    const { page, context } = await inspect(view, '&method=density');
    await page.frameLocator('iframe').getByText('Paragraph 3').click();
    await expect.poll(() => page.locator('.side-details .label-chip').first().innerText()).toBe('article');
    await context.close();
  });

  itInRelease('shows probabilities as a heat map', async () => {
    const view = await keepView(newsPage());
    const decisions = await decisionsOf(view);
    const { page, context, frame } = await inspect(view);
    await page.keyboard.press('h');
    await page.frameLocator('iframe').locator('[data-pith-mark-block^="heat-"]').first().waitFor();
    expect(await marksIn(frame, decisions)).toEqual(decisions.map(({ score }) => heatOf(score)));
    await context.close();
  });

  it('compares two methods, marks differences, and scrolls both', async () => {
    const view = await keepView(newsPage().replace('<aside', `<div>${'<br>'.repeat(150)}</div><aside`));
    const [one, other] = [await decisionsOf(view), await decisionsOf(view, 'tb')];
    const different = one.flatMap(({ kept }, block) => (other[block]!.kept === kept ? [] : [block]));
    expect(different.length).toBeGreaterThan(0);
    const { page, context } = await inspect(view, '&with=tb');
    await page.frameLocator('iframe').nth(1).locator('[data-pith-mark-different]').first().waitFor();
    const [left, right] = [frameAt(page, 0), frameAt(page, 1)];
    expect(await marksIn(left, one)).toEqual(one.map(({ kept }) => (kept ? 'kept' : 'dropped')));
    expect(await marksIn(right, other)).toEqual(other.map(({ kept }) => (kept ? 'kept' : 'dropped')));
    await page.getByRole('radio', { name: `Different ${different.length}` }).check({ force: true });
    await expect.poll(() => page.locator('.virtual-row').count()).toBe(different.length);
    // Polled from outside: waiting inside a frame depends on animation frames, which a busy browser may not draw.
    const topOf = (frame: Frame) => frame.evaluate(() => scrollY);
    await left.evaluate(() => scrollTo(0, 700));
    await expect.poll(() => topOf(right)).toBeGreaterThan(600);
    await right.evaluate(() => scrollTo(0, 0));
    await expect.poll(() => topOf(left)).toBe(0);
    await context.close();
  });

  itInRelease('scrolls through a page of 6,000 nodes', async () => {
    const view = await keepView(largePage(6_000));
    const decisions = await decisionsOf(view);
    const { page, context, frame } = await inspect(view);
    const counts = await frame.evaluate(() => [
      document.querySelectorAll('[data-pith-node]').length,
      document.querySelectorAll('[data-pith-mark-block]').length,
    ]);
    expect(counts[0]).toBeGreaterThan(6_000);
    expect(counts[1]).toBe(decisions.length);
    await expect.poll(() => page.locator('.virtual-row').count()).toBeLessThan(60);
    await page.getByRole('listbox', { name: 'Blocks' }).focus();
    await page.keyboard.press('End');
    await expect
      .poll(() => page.locator('.virtual-row[aria-selected=true]').innerText())
      .toContain(decisions.at(-1)!.text);
    await expect.poll(() => frame.evaluate(() => scrollY)).toBeGreaterThan(3_000);
    await context.close();
  });
});
