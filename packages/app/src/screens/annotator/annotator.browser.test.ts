import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itInRelease } from '../../../../../test/tiers.js';
import { hasChromium } from '../../../../render/src/testing/chromium.js';
import { accessibilityFaults } from '../../testing/accessibility.js';
import {
  addCorpus,
  goToPage,
  HOSTILE_PAGE,
  labellingReady,
  NEWS_PAGE,
  nodeWith,
  OTHER_PAGE,
  openLabelling,
  press,
  saved,
  selectedNode,
  shownMarks,
  storedLabels,
} from '../../testing/annotation.js';
import { counting } from '../../testing/counting.js';
import { type OpenedApp, openApp } from '../../testing/opened-app.js';

/** The content of the news page, one entry per text. */
const CONTENT = [
  'Ferry returns',
  'The first ferry',
  'The boat takes',
  'A long wait',
  'The line had',
  'believing',
  'First boat',
  'Six crossings',
  'on its first crossing',
];

/**
 * Estimated time of a person on any machine: every word of the page is read once, and keys and decisions take the times
 * of the keystroke-level model (Card, Moran & Newell 1980).
 */
const SECONDS = { word: 60 / 230, key: 0.28, decision: 1.35 };
const GUIDE = new URL('../../../../../docs/guides/annotator.md', import.meta.url);

/** Checks the guide against the numbers counted here; `UPDATE=1` rewrites it. */
async function recordInGuide(line: string): Promise<void> {
  const guide = await readFile(GUIDE, 'utf8');
  const marked = /(<!-- one page labelled -->\n).*?(\n<!-- \/one page labelled -->)/s;
  if (process.env.UPDATE === '1') await writeFile(GUIDE, guide.replace(marked, `$1${line}$2`));
  expect(await readFile(GUIDE, 'utf8')).toContain(line);
}

describe.skipIf(!hasChromium)('the annotator', () => {
  let app: OpenedApp;
  beforeAll(async () => {
    app = await openApp();
  });
  afterAll(() => app?.close());

  it('labels a page with the keyboard alone, and shows every label after a reload', async () => {
    const [first, second] = await addCorpus(app, { name: 'keys', title: 'By key' }, [NEWS_PAGE, OTHER_PAGE]);
    const { page, errors } = await app.open('#/annotate/keys');
    await page.getByRole('link', { name: 'Label the next page' }).waitFor();
    const isFocused = () =>
      page.evaluate(() => document.activeElement?.textContent === 'Label the next page');
    for (let i = 0; i < 30 && !(await isFocused()); i++) await press(page, 'Tab');
    await press(page, 'Enter');
    await labellingReady(page);

    // From the first leaf up to the header: noise. Then the article: content, except its advertisement.
    await press(page, 'ArrowLeft', 'ArrowLeft', 'n');
    await press(page, 'ArrowDown', 'ArrowRight', 'ArrowRight', 'm');
    const advertisement = await nodeWith(page, 'Advertisement');
    for (let i = 0; i < 40 && (await selectedNode(page)) !== advertisement; i++)
      await press(page, 'Shift+ArrowRight');
    await press(page, 'n');
    // Comments, teasers and footer have no labels yet.
    await press(page, 'Shift+ArrowDown', 'ArrowLeft', 'ArrowLeft', 'n');
    await saved(page);

    const stored = await storedLabels(app.server.address, first!, 'local');
    expect(stored.map(line => line.replace(/^\d+ /, ''))).toEqual([
      'noise subtree',
      'main content subtree',
      'noise node',
      'noise subtree',
    ]);
    expect(stored).toContain(`${advertisement} noise node`);
    const shown = await shownMarks(page, 'tint');
    expect(shown.length).toBeGreaterThan(20);
    await page.reload();
    await labellingReady(page);
    expect(await shownMarks(page, 'tint')).toEqual(shown);
    await press(page, 'D');
    await page.waitForURL(`**/#/annotate/keys/${second}`);
    await saved(page);
    const list = (await (await app.server.get('/v1/corpora/keys/pages')).json()) as {
      items: { labels: unknown }[];
    };
    expect(list.items[0]!.labels).toEqual({ local: { count: 4, done: true } });
    expect(errors).toEqual([]);
  });

  itInRelease(
    'does not finish an unviewed page, and needs a confirmation if nothing is content',
    async () => {
      const [first, second] = await addCorpus(app, { name: 'unseen' }, [NEWS_PAGE, OTHER_PAGE]);
      const { page } = await openLabelling(app, 'unseen', first!);
      const states = async () => {
        const answer = await app.server.get('/v1/corpora/unseen/pages');
        const { items } = (await answer.json()) as {
          items: { id: string; labels: Record<string, { done: boolean }> }[];
        };
        return items.map(({ labels }) => labels.local?.done ?? false);
      };
      await press(page, 'm');
      await page.keyboard.press('D');
      await page.keyboard.press('D');
      await page.waitForURL(`**/#/annotate/unseen/${second}`);
      await page.keyboard.press('D');
      await labellingReady(page);
      await saved(page);
      expect(await states()).toEqual([true, false]);

      // However early the keys were pressed, the page is still open and there is no dialog.
      await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 500)));
      const dialog = page.locator('dialog', { hasText: 'Does this page have no content?' });
      if ((await dialog.count()) > 0) await page.keyboard.press('Escape');
      // A closed dialog loses its role at once; the dialog is done when its element is gone.
      await dialog.waitFor({ state: 'detached' });
      await press(page, 'D');
      const question = page.getByRole('dialog', { name: 'Does this page have no content?' });
      await question.waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await saved(page);
      expect(await states()).toEqual([true, false]);
      await press(page, 'D');
      await question.getByRole('button', { name: 'Done, no content' }).click();
      await expect.poll(states).toEqual([true, true]);
    },
  );

  itInRelease(
    'labels a page in a few keys with suggestions from the start, and shows the time spent',
    async () => {
      const [id] = await addCorpus(app, { name: 'quick' }, [NEWS_PAGE]);
      const { page } = await openLabelling(app, 'quick', id!);
      await page.getByText(/^Time on this page: \d+:[0-5]\d$/).waitFor();
      await page.getByRole('button', { name: /^Accept all \d+/ }).waitFor();
      expect((await shownMarks(page, 'suggested')).length).toBeGreaterThan(20);
      const hand = counting(page);
      // The whole article in three keys: to its first content, the enclosing element, content.
      await hand.press('C', 'W', 'm');
      const labelled = await heldAfter(page, id!);
      expect(labelled).toHaveLength(1);
      expect(labelled[0]).toMatch(/main content subtree$/);
      // Uncertain leaves come first; one letter labels each.
      await hand.press('Q', 'n', 'X', 'A', 'D');
      await saved(page);
      const { labels, done } = (await (await app.server.get(`/v1/pages/${id}/labels`)).json()) as {
        labels: unknown[];
        done: boolean;
      };
      expect(done).toBe(true);
      expect(labels.length).toBeGreaterThan(5);
      expect(hand.keys).toBeLessThanOrEqual(8);
    },
  );

  const heldAfter = async (page: Page, id: string) => {
    await saved(page);
    return await storedLabels(app.server.address, id, 'local');
  };

  itInRelease(
    'accepts titles in any script, keeps file names, and removes pages and corpora after a confirmation',
    async () => {
      const { page, errors } = await app.open('#/annotate');
      await page.getByRole('button', { name: 'New corpus' }).click();
      await page.getByLabel('Title').fill('新闻 三月');
      await page.getByRole('button', { name: 'Create corpus' }).click();
      await page.getByRole('heading', { name: '新闻 三月' }).waitFor();
      expect(decodeURIComponent(page.url())).toContain('/annotate/新闻-三月');
      await page
        .getByLabel('Choose files')
        .setInputFiles([{ name: 'ferry story.html', mimeType: 'text/html', buffer: Buffer.from(NEWS_PAGE) }]);
      await page.getByRole('table', { name: 'Pages' }).waitFor();
      const answer = await app.server.get(`/v1/corpora/${encodeURIComponent('新闻-三月')}/pages`);
      const { items } = (await answer.json()) as { items: { name: string }[] };
      expect(items.map(({ name }) => name)).toEqual(['ferry-story']);

      await page.getByRole('radio', { name: 'Least certain first' }).check({ force: true });
      await expect
        .poll(() => page.evaluate(() => localStorage.getItem('pith-queue-新闻-三月')))
        .toMatch(/^\{"ids":\["/);

      const hand = counting(page);
      await hand.click(page.getByRole('button', { name: /^Remove the page/ }));
      await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Remove page' }));
      await page.getByText('There are no pages yet. Drop some above.').waitFor();
      await page.goto(`${app.server.address}/#/annotate`);
      await hand.click(page.getByRole('button', { name: 'Remove the corpus 新闻 三月' }));
      await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Remove corpus' }));
      await page.getByRole('link', { name: '新闻 三月' }).waitFor({ state: 'detached' });
      expect(hand.clicks).toBe(4);
      expect(errors).toEqual([]);
    },
  );

  itInRelease(
    'orders the pages by the uncertainty of the default method, and opens the first in one click',
    async () => {
      await addCorpus(app, { name: 'queue' }, [
        NEWS_PAGE,
        OTHER_PAGE.replace('<article>', '<div>'),
        HOSTILE_PAGE,
      ]);
      const answer = await app.server.get('/v1/corpora/queue/uncertainty');
      const doubted = ((await answer.json()) as { items: { page: string }[] }).items.map(({ page }) => page);
      expect(doubted).toHaveLength(3);
      const { page, context } = await app.open('#/annotate/queue');
      await page.getByRole('table', { name: 'Pages' }).waitFor();
      const hand = counting(page);
      await hand.click(page.getByRole('radio', { name: 'Least certain first' }));
      expect(hand.clicks).toBe(1);
      const rows = () =>
        page.locator('tbody .page-cell a').evaluateAll(links => links.map(link => link.getAttribute('href')));
      await expect.poll(rows).toEqual(doubted.map(id => `#/annotate/queue/${id}`));
      await hand.click(page.getByRole('link', { name: 'Label the next page' }));
      await page.waitForURL(`**/#/annotate/queue/${doubted[0]}`);
      await labellingReady(page);
      await press(page, 'N');
      await page.waitForURL(`**/#/annotate/queue/${doubted[1]}`);
      await context.close();
    },
  );

  itInRelease('undoes and redoes, and updates the server', async () => {
    const [id] = await addCorpus(app, { name: 'undo' }, [NEWS_PAGE]);
    const { page } = await openLabelling(app, 'undo', id!);
    await press(page, 'm', 'ArrowLeft', 'n');
    await saved(page);
    const after = await storedLabels(app.server.address, id!, 'local');
    expect(after).toHaveLength(1);
    await press(page, 'Control+z', 'U', 'U');
    await saved(page);
    expect(await storedLabels(app.server.address, id!, 'local')).toEqual([]);
    await press(page, 'R', 'Control+y');
    await saved(page);
    expect(await storedLabels(app.server.address, id!, 'local')).toEqual(after);
  });

  it('labels a range of text, selected by key and by mouse, and shows it after a reload', async () => {
    const [id] = await addCorpus(app, { name: 'ranges', task: 'leaves' }, [NEWS_PAGE]);
    const { page } = await openLabelling(app, 'ranges', id!);
    await page.getByLabel('Suggestions by').selectOption({ label: 'None' });
    await expect.poll(() => shownMarks(page, 'suggested')).toEqual([]);
    const caption = page.frameLocator('iframe').locator('figcaption pith-text');
    await caption.click();
    await press(page, 'T', 'End', 'Control+Shift+ArrowLeft', 'Control+Shift+ArrowLeft', 'm', 'c');
    // The frame may still be scrolling to the last label: until it stops, another word is at this position.
    const heading = page.frameLocator('iframe').locator('h1');
    const selected = () =>
      page.evaluate(() => `${document.querySelector('iframe')!.contentWindow!.getSelection()}`.trim());
    await expect
      .poll(async () => {
        await heading.dblclick({ position: { x: 20, y: 20 } });
        return await selected();
      })
      .toBe('Ferry');
    await press(page, 't', 'i');
    await saved(page);
    const [node, title] = [await nodeWith(page, 'Photo:'), await nodeWith(page, 'Ferry returns')];
    const stored = await storedLabels(app.server.address, id!, 'local');
    expect(stored).toEqual([`${title} title node 0 5`, `${node} media credit node 44 52`]);
    await page.reload();
    await labellingReady(page);
    const highlights = await page.evaluate(() => {
      const view = document.querySelector('iframe')!.contentWindow as Window & typeof globalThis;
      return [...view.CSS.highlights.values()].flatMap(each =>
        [...each].map(range => (range as Range).toString()),
      );
    });
    expect(highlights.map(text => text.trim()).sort()).toEqual(['Ferry', 'Tom Lake']);
  });

  itInRelease(
    'accepts suggestions, allows corrections, and needs less than two minutes per page',
    async () => {
      const [id] = await addCorpus(app, { name: 'suggested' }, [NEWS_PAGE]);
      const { page } = await openLabelling(app, 'suggested', id!);
      await page.getByLabel('Suggestions by').selectOption('default');
      await page.getByRole('button', { name: /Accept all/ }).waitFor();
      await page.getByRole('application').focus();
      const waiting = await shownMarks(page, 'suggested');
      const words = (await page.frameLocator('iframe').locator('body').innerText())
        .trim()
        .split(/\s+/).length;
      expect(waiting.length).toBeGreaterThan(20);
      expect(await storedLabels(app.server.address, id!, 'local')).toEqual([]);
      let keys = await press(page, 'A');
      let decisions = 2; // to accept all, and to mark the page as done
      await saved(page);
      const accepted = await storedLabels(app.server.address, id!, 'local');
      expect(accepted).toHaveLength(waiting.length);
      // Every leaf is visited once, and corrected if the reader disagrees.
      for (let i = 0; i < waiting.length; i++) {
        const node = await selectedNode(page);
        const text = await page.frameLocator('iframe').locator(`[data-pith-node="${node}"]`).innerText();
        const isContent = CONTENT.some(part => text.includes(part));
        if (!accepted.includes(`${node} ${isContent ? 'main content' : 'noise'} node`)) {
          keys += await press(page, isContent ? 'm' : 'n');
          decisions++;
        }
        keys += await press(page, 'Shift+ArrowRight');
      }
      keys += await press(page, 'D');
      await saved(page);
      const stored = await storedLabels(app.server.address, id!, 'local');
      expect(stored.filter(line => line.includes('main content'))).toHaveLength(CONTENT.length);
      expect(stored).toHaveLength(waiting.length);
      const reading = words * SECONDS.word;
      const seconds = Math.round(reading + keys * SECONDS.key + decisions * SECONDS.decision);
      expect(seconds).toBeLessThan(120);
      await recordInGuide(
        `The page above, ${words} words, is labelled correctly with ${keys} keys, including a look at every part of it. That is ${seconds} seconds
of a person's time: ${Math.round(reading)} to read it once (230 words a minute), 0.28 for each key and 1.35 for each of ${decisions} decisions.`,
      );
    },
  );

  itInRelease(
    'imports dropped or chosen files, and exports them again',
    async () => {
      await addCorpus(app, { name: 'own', title: 'My own' }, []);
      const { page } = await app.open('#/annotate/own');
      const line = JSON.stringify({ id: 'b', url: 'https://courier.example/b', html: OTHER_PAGE });
      const dropped = await page.evaluateHandle(html => {
        const carried = new DataTransfer();
        carried.items.add(new File([html], 'ferry.html', { type: 'text/html' }));
        return carried;
      }, NEWS_PAGE);
      await page.locator('.drop-zone').dispatchEvent('drop', { dataTransfer: dropped });
      await page.getByText('1 file imported').waitFor();
      await page.locator('input[type=file]').setInputFiles({
        name: 'more.jsonl',
        mimeType: 'application/jsonl',
        buffer: Buffer.from(`${line}
`),
      });
      // The job runs in its own thread, which starts slowly.
      await page.getByText('2 files imported').waitFor({ timeout: 60_000 });
      await page.getByRole('link', { name: /Library opens/ }).waitFor();
      await expect.poll(() => page.getByRole('link', { name: /Ferry returns/ }).count()).toBe(1);
      await page.getByRole('link', { name: /Ferry returns/ }).click();
      await labellingReady(page);
      await press(page, 'm');
      await saved(page);
      await page.goBack();
      for (const format of ['Corpus folder', 'ARFF', 'JSONL', 'Gold text']) {
        const href = await page.getByRole('link', { name: format, exact: true }).getAttribute('href');
        const answer = await app.server.get(href!);
        expect([format, answer.status]).toEqual([format, 200]);
      }
    },
    120_000,
  );

  it('shows a hostile page without running, sending or leaving anything', async () => {
    const [id] = await addCorpus(app, { name: 'trap' }, [HOSTILE_PAGE]);
    const { page, context, errors } = await app.open('');
    await context.addCookies([{ name: 'secret', value: 'of-the-annotator', url: app.server.address }]);
    const responses: string[] = [];
    // Blocked requests are issued in the browser but never get a response.
    page.on('response', response => responses.push(response.url()));
    await goToPage(page, app.server.address, 'trap', id!);
    const frame = page.frameLocator('iframe');
    await frame.locator('h1').hover();
    await frame.locator('h1').click();
    await frame.getByText('press me').click();
    await press(page, 'n');
    await saved(page);
    await expect.poll(() => page.evaluate(() => 'pwned' in window)).toBe(false);
    expect(
      responses.filter(address => !address.startsWith(app.server.address) || address.includes('steal')),
    ).toEqual([]);
    expect(page.url()).toBe(`${app.server.address}/#/annotate/trap/${id}`);
    await expect
      .poll(() => frame.locator('script, iframe, object, [onload], [onclick], [onerror], base').count())
      .toBe(0);
    const policy = (await app.server.get(`/frame/pages/${id}`)).headers.get('content-security-policy');
    expect(policy).toMatch(/sandbox allow-same-origin(;|$)/);
    await expect.poll(() => page.locator('iframe').getAttribute('sandbox')).toBe('allow-same-origin');
    expect(await storedLabels(app.server.address, id!, 'local')).toHaveLength(1);
    expect(errors).toEqual([]);
  });
});
