import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from '../../../render/src/testing/chromium.js';
import { accessibilityFaults, overflow } from '../testing/accessibility.js';
import { fill, SCREEN_STATES, type Shown } from '../testing/every-screen.js';
import { type OpenedApp, openApp } from '../testing/opened-app.js';

/** Combinations of theme, contrast and zoom. A window of 1280 pixels at 200 % has a width of 640. */
const LOOKS = ['light', 'dark'].flatMap(colorScheme =>
  (
    [
      ['', 1280, 'none'],
      [', forced colours', 1280, 'active'],
      [', 200 % zoom', 640, 'none'],
      [', 200 % zoom, forced colours', 640, 'active'],
    ] as const
  ).map(
    ([more, width, forcedColors]) =>
      [
        `${colorScheme}${more}`,
        width,
        { colorScheme: colorScheme as 'light' | 'dark', forcedColors },
      ] as const,
  ),
);
/** Widths of a phone, a tablet, and a tablet in landscape. */
const WIDTHS = [360, 768, 1024];
/** Every state is checked in these two looks; together they contain each theme, width and contrast once. */
const TWO_LOOKS = LOOKS.filter(([name]) => name === 'light' || name === 'dark, 200 % zoom, forced colours');
/** States that are checked in every look: the ones people spend their time in. */
const STATES_IN_ALL_LOOKS = new Set(['article', 'blocks', 'labelling']);

describe.runIf(hasChromium)('every screen', () => {
  let app: OpenedApp;
  let shown: Shown;
  beforeAll(async () => {
    app = await openApp({ corpora: '/nowhere' });
    shown = await fill(app);
  });
  afterAll(() => app?.close());

  it.each(SCREEN_STATES)('passes axe-core and fits the window: %s', async (name, hash, prepare) => {
    const { page, context, errors } = await app.open(hash(shown), { reducedMotion: 'reduce' });
    await prepare(page);
    const faults: string[] = [];
    for (const [look, width, media] of STATES_IN_ALL_LOOKS.has(name) ? LOOKS : TWO_LOOKS) {
      await page.setViewportSize({ width, height: (width * 5) / 8 });
      await page.emulateMedia(media);
      for (const fault of await accessibilityFaults(page)) faults.push(`${look}: ${fault}`);
      if ((await overflow(page)) > 0) faults.push(`${look}: ${await overflow(page)} pixels too wide`);
    }
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 });
      if ((await overflow(page)) > 0) faults.push(`${width}: ${await overflow(page)} pixels too wide`);
    }
    expect(faults).toEqual([]);
    // The browser logs answers such as 404, which the screen shows as a message.
    expect(errors.filter(error => !/status of 40/.test(error))).toEqual([]);
    await context.close();
  });

  /** Delays responses of the server from now on; the returned function releases them. */
  async function delayResponses(page: Page, what: RegExp): Promise<() => Promise<void>> {
    const delayed: Route[] = [];
    const isDelayed = (url: URL) => what.test(url.pathname);
    await page.route(isDelayed, route => void delayed.push(route));
    return async () => {
      await page.unroute(isDelayed);
      for (const route of delayed) await route.continue().catch(() => undefined);
    };
  }
  /** The loading messages on the screen. */
  const loadingMessages = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.waiting, .still-waiting p')]
        .filter(own => own.checkVisibility())
        .map(own => own.innerText.trim())
        .join(' | '),
    );

  it.each([
    ['the app itself', '#/read', /^\/assets\/.*\.js$/, /^Loading/],
    ['a page by its view', 'article', /^\/v1\/extract/, /Reading the page/],
    [
      'a page by its address',
      '#/read?url=https%3A%2F%2Fa.example%2F',
      /^\/v1\/views/,
      /Fetching https:\/\/a/,
    ],
    ['the inspector', 'inspect', /^\/v1\/extract/, /Analysing the page/],
    ['the page in the inspector', 'inspect', /^\/frame\//, /Loading the page/],
    ['corpora', '#/annotate', /^\/v1\/corpora/, /Loading corpora/],
    ['the user', '#/annotate', /^\/v1\/session/, /Loading/],
    ['pages of a corpus', '#/annotate/news', /^\/v1\/corpora\/news\/pages/, /Loading pages/],
    ['a page to label', 'labelled', /^\/v1\/label-sets/, /Loading the page/],
    ['the page to label itself', 'labelled', /^\/frame\//, /Loading the page/],
    ['suggestions', 'labelled', /suggestions$/, /Loading suggestions/],
    ['two annotators', '#/annotate/news?compare=', /agreement/, /Comparing/],
    ['models', '#/experiments', /^\/v1\/models$/, /Loading models/],
    ['jobs', '#/experiments', /^\/v1\/jobs$/, /Loading jobs/],
    ['reports', '#/feedback', /^\/v1\/feedback/, /Loading reports/],
    ['rules', '#/feedback', /^\/v1\/site-rules$/, /Loading site rules/],
  ])('shows what it is loading: %s', async (_, place, what, words) => {
    const hashes: Readonly<Record<string, string>> = {
      article: `#/read?view=${shown.article}`,
      inspect: `#/inspect?view=${shown.article}`,
      labelled: `#/annotate/news/${shown.labelled}`,
    };
    const page = await app.newPage();
    const letGo = await delayResponses(page, what);
    await page.goto(`${app.server.address}/${hashes[place] ?? place}`, { waitUntil: 'commit' });
    await expect.poll(() => loadingMessages(page), { timeout: 60_000 }).toMatch(words);
    await letGo();
    await expect.poll(() => loadingMessages(page), { timeout: 60_000 }).not.toMatch(words);
    await page.context().close();
  });

  it.each<[string, string, RegExp, RegExp, (page: Page) => Promise<unknown>]>([
    ['reading', '#/read', /^\/v1\/extract/, /Reading the page/, page => page.getByText('an article').click()],
    [
      'another method',
      'article',
      /^\/v1\/extract/,
      /Reading the page/,
      async page => {
        await page.getByText('Options', { exact: true }).click();
        await page.getByLabel('Title on top').check();
      },
    ],
    [
      'original style',
      'article',
      /^\/frame\//,
      /Rendering the page in a browser/,
      page => page.getByRole('radio', { name: 'Original style' }).check({ force: true }),
    ],
    [
      'a rule for the site',
      'tide',
      /^\/v1\/site-rules\/trial/,
      /Testing the rules on the stored pages/,
      page => page.keyboard.press('s'),
    ],
    [
      'learning rules',
      '#/feedback',
      /^\/v1\/site-rules\/trial/,
      /Testing the rules/,
      page =>
        page
          .getByRole('button', { name: /^Learn/ })
          .first()
          .click(),
    ],
    [
      'comparing',
      'inspect',
      /^\/v1\/extract/,
      /Reading the page/,
      page => page.getByLabel('Compare with').selectOption('tb'),
    ],
    [
      'one of the worst pages',
      '#/experiments',
      /^\/v1\/evaluations\/.*/,
      /Loading runs|Loading the run|Sending/,
      page => page.getByRole('tab', { name: 'Evaluate' }).click(),
    ],
    [
      'an order of pages',
      '#/annotate/news',
      /uncertain/,
      /Sorting pages by certainty/,
      page => page.getByRole('radio', { name: 'Least certain first' }).check({ force: true }),
    ],
  ])('shows what it is loading after a click: %s', async (_, place, what, words, act) => {
    const hashes: Readonly<Record<string, string>> = {
      article: `#/read?view=${shown.article}`,
      tide: `#/read?view=${shown.tide}`,
      inspect: `#/inspect?view=${shown.article}`,
    };
    const { page, context } = await app.open(hashes[place] ?? place);
    const there = { article: '.prose p', tide: '.corrections-bar', inspect: '.virtual-row' }[place] ?? 'h1';
    await page.locator(there).first().waitFor();
    await expect.poll(() => loadingMessages(page), { timeout: 60_000 }).toBe('');
    const letGo = await delayResponses(page, what);
    await act(page);
    await expect.poll(() => loadingMessages(page), { timeout: 60_000 }).toMatch(words);
    await letGo();
    await expect.poll(() => loadingMessages(page), { timeout: 120_000 }).toBe('');
    await context.close();
  });
});
