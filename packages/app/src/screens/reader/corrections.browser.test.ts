import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itInRelease } from '../../../../../test/tiers.js';
import { hasChromium } from '../../../../render/src/testing/chromium.js';
import { tidePage, tideUrl } from '../../../../server/src/testing/tide-site.js';
import { accessibilityFaults } from '../../testing/accessibility.js';
import { counting } from '../../testing/counting.js';
import { type OpenedApp, openApp } from '../../testing/opened-app.js';

/** A boilerplate paragraph in the article. */
const NOTICE = /^Whoever finds a mistake in our tables/;
/** All paragraphs of the notice. */
const NOTICES = ['Whoever finds', 'We answer', 'The Tide Table is written'];

describe.runIf(hasChromium)('correcting in the clean article', () => {
  let app: OpenedApp;
  beforeAll(async () => {
    app = await openApp({ corpora: '/nowhere' });
  });
  afterAll(() => app?.close());

  const keepView = async (number: number, paragraphs?: number) => {
    const body = { html: tidePage(number, paragraphs), url: tideUrl(number), keepView: true };
    const answer = await app.server.post('/v1/extract', body);
    return ((await answer.json()) as { view: string }).view;
  };
  const read = async (number: number) => {
    const view = await keepView(number);
    const opened = await app.open(`#/read?view=${view}`, { viewport: { width: 1280, height: 1400 } });
    await opened.page.locator('.prose p').first().waitFor();
    return { ...opened, view };
  };
  const paragraph = (page: Page) => page.locator('.prose p').filter({ hasText: NOTICE });
  /** The letter shown beside or below an element. */
  const letterAt = async (page: Page, target: Locator, edge: 'top' | 'bottom') => {
    const hints = page.locator('.hint-letter');
    await hints.first().waitFor();
    const box = (await target.boundingBox())!;
    const wanted = edge === 'top' ? box.y : box.y + box.height;
    let nearest = { letter: '', distance: Number.POSITIVE_INFINITY };
    for (const hint of await hints.all()) {
      const distance = Math.abs((await hint.boundingBox())!.y - wanted);
      if (distance < nearest.distance) nearest = { letter: (await hint.innerText()).trim(), distance };
    }
    return nearest.letter;
  };
  const reports = async () => {
    const { items } = (await (await app.server.get('/v1/feedback')).json()) as {
      items: { extra: number[]; missing: number[] }[];
    };
    return items;
  };

  it('drops a block with one click, saves a report, and restores it with another click', async () => {
    const { page, context, errors } = await read(1);
    const hand = counting(page);
    await paragraph(page).hover();
    await hand.click(page.getByRole('button', { name: /^Remove: Whoever finds/ }));
    await paragraph(page).waitFor({ state: 'detached' });
    expect(hand.clicks).toBe(1);
    await page.getByText('1 part removed. Saved as a report.').waitFor();
    // The parts that were left out are listed above the bar of corrections, also at the end of the window.
    const bar = (await page.locator('.corrections-bar').boundingBox())!;
    await page.setViewportSize({ width: 1280, height: 700 });
    await page.locator('.prose p').last().hover();
    await page.getByRole('button', { name: /left out below/ }).click();
    const list = page.getByRole('region', { name: 'What was left out here' });
    expect((await list.boundingBox())!.height).toBeGreaterThan(bar.height);
    await list.getByRole('button').nth(1).click({ trial: true });
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await reports()).length).toBe(1);
    expect((await reports())[0]).toMatchObject({ missing: [] });

    await page.reload();
    await page.locator('.prose p').first().waitFor();
    expect(await paragraph(page).count()).toBe(0);
    await hand.click(page.getByRole('button', { name: 'Undo all' }));
    await paragraph(page).waitFor();
    expect(hand.clicks).toBe(2);
    await expect.poll(reports).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  });

  itInRelease('drops a block with two keys and restores it with one', async () => {
    const { page, context } = await read(2);
    const hand = counting(page);
    await paragraph(page).scrollIntoViewIfNeeded();
    await hand.press('x');
    await hand.press(await letterAt(page, paragraph(page), 'top'));
    await paragraph(page).waitFor({ state: 'detached' });
    expect(hand.keys).toBe(2);
    await hand.press('u');
    await paragraph(page).waitFor();
    expect(hand.keys).toBe(3);
    await context.close();
  });

  itInRelease('adds a dropped block with two clicks or three keys', async () => {
    const { page, context } = await read(3);
    const hand = counting(page);
    await page.locator('.prose p').last().hover();
    await hand.click(page.getByRole('button', { name: /left out below/ }));
    await hand.click(
      page.getByRole('region', { name: 'What was left out here' }).getByText('© The Tide Table'),
    );
    await page.locator('.prose').getByText('© The Tide Table').waitFor();
    expect(hand.clicks).toBe(2);
    await page.getByText('1 part added.').waitFor();
    await page.keyboard.press('u');
    await page.locator('.prose').getByText('© The Tide Table').waitFor({ state: 'detached' });
    const last = page.locator('.prose p').last();
    await last.scrollIntoViewIfNeeded();
    await hand.press('+');
    await hand.press(await letterAt(page, last, 'bottom'));
    await page.getByRole('region', { name: 'What was left out here' }).waitFor();
    await hand.press('1');
    await page.locator('.prose').getByText('© The Tide Table').waitFor();
    expect(hand.keys).toBe(3);
    await context.close();
  });

  itInRelease('handles a key pressed at the moment its target appears', async () => {
    const { page, context } = await read(6);
    const last = page.locator('.prose p').last();
    await last.scrollIntoViewIfNeeded();
    await page.evaluate(() => {
      const pressed = new MutationObserver(() => {
        if (document.querySelector('.left-out') === null) return;
        pressed.disconnect();
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '1', bubbles: true }));
      });
      pressed.observe(document.body, { childList: true, subtree: true });
    });
    await page.keyboard.press('+');
    await page.keyboard.press(await letterAt(page, last, 'bottom'));
    await page.getByText('1 part added.').waitFor({ timeout: 60_000 });
    await context.close();
  });

  it('makes a rule for the site in three clicks, with a preview, and removes it in one', async () => {
    await keepView(4);
    const { page, context, errors } = await read(5);
    const hand = counting(page);
    await paragraph(page).hover();
    await hand.click(page.getByRole('button', { name: /^Remove: Whoever finds/ }));
    // A rule needs a class: the paragraph has none, but its box has one, so all of the box is removed.
    for (const words of NOTICES.slice(1)) {
      await page.locator('.prose p').filter({ hasText: words }).hover();
      await page.getByRole('button', { name: `Remove: ${words}` }).click();
      await page.locator('.prose p').filter({ hasText: words }).waitFor({ state: 'detached' });
    }
    await hand.click(page.getByRole('button', { name: 'Apply to all of tide-table.example' }));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('div.house-notice').waitFor();
    await expect.poll(() => dialog.innerText()).toMatch(/Tested on \d+ stored pages of this site/);
    await expect.poll(() => dialog.locator('.page-changes li').count()).toBeGreaterThanOrEqual(2);
    await expect.poll(() => dialog.locator('.figure').first().innerText()).toMatch(/\d+ → \d+ words/);
    expect(await accessibilityFaults(page)).toEqual([]);
    await hand.click(dialog.getByRole('button', { name: 'Activate' }));
    await dialog.waitFor({ state: 'detached' });
    expect(hand.clicks).toBe(3);

    const other = await read(6);
    expect(await paragraph(other.page).count()).toBe(0);
    const back = counting(other.page);
    await back.click(other.page.getByRole('button', { name: 'Remove the rules' }));
    await paragraph(other.page).waitFor();
    expect(back.clicks).toBe(1);
    expect(errors).toEqual([]);
    await context.close();
    await other.context.close();
  });

  itInRelease('makes a rule with one key, confirmed by another', async () => {
    const { page, context } = await read(7);
    const hand = counting(page);
    const notice = page.locator('.prose p').filter({ hasText: new RegExp(NOTICES.join('|')) });
    for (let left = await notice.count(); left > 0; left--) {
      await notice.first().scrollIntoViewIfNeeded();
      await hand.press('x');
      await hand.press(await letterAt(page, notice.first(), 'top'));
      await expect.poll(() => notice.count()).toBe(left - 1);
    }
    await hand.press('s');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Activate' }).and(page.locator(':focus')).waitFor();
    await hand.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(hand.keys).toBe(3 * 2 + 2);
    const other = await read(8);
    expect(await paragraph(other.page).count()).toBe(0);
    await other.page.getByRole('button', { name: 'Remove the rules' }).click();
    await paragraph(other.page).waitFor();
    await context.close();
    await other.context.close();
  });

  itInRelease('makes no rule that would drop most of a page, and reports it', async () => {
    // On a page with a short story the notice is most of the text.
    await keepView(10, 1);
    const { page, context } = await read(9);
    for (const words of NOTICES) {
      await page.locator('.prose p').filter({ hasText: words }).hover();
      await page.getByRole('button', { name: `Remove: ${words}` }).click();
      await page.locator('.prose p').filter({ hasText: words }).waitFor({ state: 'detached' });
    }
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog');
    await expect
      .poll(() => dialog.innerText())
      .toMatch(/The selector div\.house-notice was not used\.\s+It would remove most of “.*stories\/10”/);
    await expect.poll(() => dialog.getByRole('button', { name: 'Activate' }).isDisabled()).toBe(true);
    await context.close();
  });

  it('corrects a copy of a page that somebody else opened first', async () => {
    const view = await keepView(11);
    const { page, context } = await app.open('');
    await page.evaluate(() => localStorage.setItem('pith-annotator', 'mara'));
    await page.goto('about:blank');
    await page.goto(`${app.server.address}/#/read?view=${view}`);
    await paragraph(page).hover();
    await page.getByRole('button', { name: /^Remove: Whoever finds/ }).click();
    await page.getByText('Your corrections are saved in a copy of your own.').waitFor();
    await page.getByText('1 part removed. Saved as a report.').waitFor();
    await paragraph(page).waitFor({ state: 'detached' });
    expect(page.url()).not.toContain(view);
    const shared = (await (await app.server.get(`/v1/views/${view}`)).json()) as { corrections?: unknown };
    expect(shared.corrections).toBeUndefined();
    await context.close();
  });
});
