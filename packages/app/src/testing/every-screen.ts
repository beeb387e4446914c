import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { finishedJob } from '../../../server/src/testing/follow-job.js';
import { labelTides } from '../../../server/src/testing/labelled-tides.js';
import { tidePage, tideUrl } from '../../../server/src/testing/tide-site.js';
import { addCorpus, disagree, labellingReady, NEWS_PAGE, OTHER_PAGE } from './annotation.js';
import type { OpenedApp } from './opened-app.js';
import { newsPage } from './pages.js';

/** A page of the project's test collection. */
export const testPageBytes = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../test/pages/${name}/source.html`, import.meta.url)));
export const testPage = (name: string) => testPageBytes(name).toString();

/** Ids of the content of the screens: read pages, corpora with labels of two people, a model, a run, a report, a rule. */
export interface Shown {
  readonly article: string;
  readonly tide: string;
  readonly listing: string;
  readonly product: string;
  readonly forum: string;
  readonly labelled: string;
  readonly leaves: string;
}

/** Fills a server with content for every screen. */
export async function fill(app: OpenedApp): Promise<Shown> {
  const { server } = app;
  const posted = async <T>(path: string, body: object, init: RequestInit = {}) => {
    const answer = await server.post(path, body, init);
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const read = async (html: string, url: string) =>
    (await posted<{ view: string }>('/v1/extract', { html, url, keepView: true })).view;
  const job = async (body: object) => {
    const { id } = await posted<{ id: string }>('/v1/jobs', body);
    await finishedJob(server.address, id);
  };
  const [labelled] = await addCorpus(app, { name: 'news', title: 'News, May' }, [NEWS_PAGE, OTHER_PAGE]);
  const [leaves] = await addCorpus(app, { name: 'leaves', title: 'Thirty labels', task: 'leaves' }, [
    NEWS_PAGE,
  ]);
  await disagree(app, labelled!);
  await labelTides(server, 'tides', [1, 2, 3]);
  await job({ kind: 'train', method: 'adapted', corpus: 'tides', name: 'Tides' });
  await job({ kind: 'evaluate', corpus: 'tides', methods: ['default', 'readability'], models: [] });
  const tide = await read(tidePage(5), tideUrl(5));
  await takeNoticeOut(app, tide);
  await posted('/v1/site-rules', { site: 'example.org', rules: { keep: [], drop: ['aside.related'] } });
  return {
    labelled: labelled!,
    leaves: leaves!,
    tide,
    article: await read(newsPage(), 'https://ebb.example/harbour'),
    listing: await read(testPage('product-grid'), 'https://www.tarntrail.example/tents'),
    product: await read(testPage('product'), 'https://www.tarntrail.example/p/1'),
    forum: await read(testPage('forum-nested-replies'), 'https://forum.example/t/1'),
  };
}

/** Drops the notice of a read page, which also makes a report. */
export async function takeNoticeOut({ server }: OpenedApp, view: string): Promise<void> {
  const answer = await server.post('/v1/extract', { view, explain: 'brief' });
  const { decisions } = (await answer.json()) as { decisions: { text: string; textFirst: number }[] };
  const notice = decisions.filter(({ text }) => /^(?:The Tide Table is|We answer|Whoever)/.test(text));
  await server.get(`/v1/views/${view}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ corrections: { keep: [], drop: notice.map(({ textFirst }) => textFirst) } }),
  });
}

/** A distinct state of a screen: its hash, and the steps to reach it. */
export type ScreenState = readonly [
  name: string,
  hash: (shown: Shown) => string,
  prepare: (page: Page) => Promise<unknown>,
];

const sees = (selector: string) => (page: Page) => page.locator(selector).first().waitFor();
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();
const presses = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const painted = (page: Page) =>
  page.frameLocator('iframe').last().locator('[data-pith-mark-block]').first().waitFor();
const then =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };
const takeOut = async (page: Page) => {
  await page.locator('.prose p').first().hover();
  await page
    .getByRole('button', { name: /^Remove: / })
    .first()
    .click();
  await sees('.corrections-bar')(page);
};
const read = (view: keyof Shown) => (shown: Shown) => `#/read?view=${shown[view]}`;
const inspect =
  (more = '') =>
  ({ article }: Shown) =>
    `#/inspect?view=${article}${more}`;
const at = (hash: string) => () => hash;

/** Every state of every screen. */
export const SCREEN_STATES: readonly ScreenState[] = [
  ['welcome', at('#/read'), sees('.history')],
  ['keys', at('#/read'), presses('Keyboard shortcuts')],
  ['name', at('#/read'), presses('local')],
  ['problem', at('#/read?view=none'), sees('[role=alert]')],
  ['article', read('article'), sees('.prose p')],
  ['outputs', read('article'), tab('Copy and download')],
  ['options', read('article'), page => page.getByText('Options', { exact: true }).click()],
  ['type and paper', read('article'), page => page.getByText('Typography').click({ force: true })],
  ['corrected', read('article'), then(sees('.prose p'), takeOut)],
  [
    'letters',
    read('article'),
    then(sees('.prose p'), page => page.keyboard.press('x'), sees('.hint-letter')),
  ],
  [
    'rule for a site',
    read('tide'),
    then(sees('.corrections-bar'), page => page.keyboard.press('s'), sees('.rule-changes')),
  ],
  ['another method', ({ article }) => `#/read?view=${article}&method=swarm`, sees('.badge')],
  ['thread', read('forum'), sees('.thread > li')],
  ['cards', read('listing'), sees('.card')],
  ['product', read('product'), sees('.price')],
  ['inspect', at('#/inspect'), sees('h1')],
  ['blocks', inspect(), painted],
  ['tree', inspect(), then(painted, tab('Tree'))],
  ['nothing found', inspect(), then(painted, page => page.getByLabel('Search blocks').fill('no such words'))],
  ['comparison', inspect('&with=tb&paint=heat'), painted],
  ['facts of a method', inspect('&method=density'), then(painted, sees('[aria-label=Why] .step-facts'))],
  ['corpora', at('#/annotate'), sees('table')],
  ['new corpus', at('#/annotate'), presses('New corpus')],
  ['pages', at('#/annotate/news'), sees('table')],
  ['addresses', at('#/annotate/news'), presses('Paste addresses')],
  [
    'labelling',
    ({ labelled }) => `#/annotate/news/${labelled}`,
    then(labellingReady, sees('.waiting-labels')),
  ],
  [
    'no content',
    ({ labelled }) => `#/annotate/news/${labelled}`,
    then(labellingReady, page => page.keyboard.press('D'), sees('dialog[open]')),
  ],
  ['thirty labels', ({ leaves }) => `#/annotate/leaves/${leaves}`, labellingReady],
  ['two annotators', at('#/annotate/news?compare='), sees('.decision')],
  ['experiments', at('#/experiments'), then(sees('table'), sees('.job'))],
  ['evaluate', at('#/experiments'), then(tab('Evaluate'), sees('.method-choices'))],
  ['runs', at('#/experiments'), then(tab('Evaluate'), sees('.plots img'))],
  ['model', at('#/experiments'), then(presses('Tides'), sees('.plots img'))],
  ['guided example', at('#/experiments/example'), sees('.example')],
  ['feedback', at('#/feedback'), then(sees('.rules'), sees('.sites'), sees('table'))],
  ['learned rules', at('#/feedback'), then(presses(/^Learn/), sees('.rule-changes'))],
  ['question', at('#/feedback'), then(presses(/^Remove the report/), sees('dialog[open]'))],
];
