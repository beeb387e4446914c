import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCorpus } from '@webpith/lab';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import { learnCase, learnPages, scoreByGold, scoreByLabel, testCase } from './experiment/cases.js';
import { measureOneSite, oneSiteTable } from './experiment/transfer.js';
import { wrapperExtractor } from './extractor.js';
import { fitWrapper, labelPage } from './fit.js';
import { squeezedView } from './layout.js';
import { generatedPages } from './made-up-sites.js';
import { wrapper } from './method.js';
import { chooseSubtrees, type WrapperModel, wrappersFromJSON, wrappersToJSON } from './model.js';
import { choosePlus, fitPlus, plusModelsFromJSON, plusModelsToJSON } from './plus/model.js';
import { shortText, textOf } from './view.js';

const bytes = (html: string) => new TextEncoder().encode(html);
const pageTreeOf = (html: Uint8Array) => treeFromHtml(new TextDecoder().decode(html));
const learned = (site: number, count: number) =>
  generatedPages(site, count).map(page => learnCase(page, pageTreeOf(page.html), squeezedView)!);

let model: WrapperModel;
beforeAll(() => {
  model = fitWrapper([...learned(1, 8), ...learned(3, 8)].map(page => page.training));
});

describe('labels', () => {
  it('are the deepest subtrees with the gold', () => {
    const html =
      '<body><div><h1><span>Boats return</span></h1><main><div><p>Ten boats came back.</p><p>Two did not.</p></div></main></div><div>Other words</div></body>';
    const view = squeezedView(treeFromHtml(html));
    const labels = labelPage(view, { text: 'Ten boats came back.\nTwo did not.', title: 'Boats return' })!;
    expect(view.tree.path(labels.body)).toMatch(/main:\d+ > div:1$/);
    expect(view.tree.path(labels.title!)).toMatch(/h1:1 > span:1$/);
    expect(labels.coverage).toBe(1);
  });

  it('omit a missing title, and pages without text', () => {
    expect(
      labelPage(squeezedView(treeFromHtml('<p>Ten boats came back.</p>')), {
        text: 'Ten boats came back.',
        title: 'Unsaid thing',
      })!.title,
    ).toBeUndefined();
    expect(labelPage(squeezedView(treeFromHtml('<p></p>')), { text: 'x', title: 'y' })).toBeUndefined();
  });
});

describe('correctness', () => {
  const words = Array.from({ length: 100 }, (_, i) => `w${i}`);
  const truth = {
    goldText: words.slice(10).join(' '),
    goldTitle: 'A title',
    bodyText: words.join(' '),
    titleText: 'A Title!',
  };

  it('by label accepts text of the subtree that is not in the gold; by gold does not', () => {
    expect(scoreByLabel(truth, truth.bodyText, 'a title')).toEqual({ body: 1, title: 1, news: 1 });
    expect(scoreByGold(truth, truth.bodyText, 'a title')).toEqual({ body: 0, title: 1, news: 0 });
    expect(scoreByGold(truth, truth.goldText, 'a title')).toEqual({ body: 1, title: 1, news: 1 });
  });

  it('is 0 without a label', () => {
    expect(scoreByLabel({ goldText: 'x', goldTitle: 'y' }, 'x', 'y')).toEqual({ body: 0, title: 0, news: 0 });
  });
});

describe('the wrapper', () => {
  it('finds body and title on pages of an unseen site', () => {
    const pages = generatedPages(5, 6).map(page => testCase(page, pageTreeOf(page.html), squeezedView));
    const right = pages.filter(({ view, truth }) => {
      const chosen = chooseSubtrees(view, model)!;
      return scoreByLabel(truth, textOf(view, chosen.body), shortText(view, chosen.title!)).news === 1;
    });
    expect(right.length).toBeGreaterThanOrEqual(5);
  });

  it('round-trips through JSON, and refuses invalid models', () => {
    const json = wrappersToJSON({ rendered: model, estimated: model }, {});
    const again = wrappersFromJSON(JSON.parse(JSON.stringify(json))).estimated;
    const [page] = generatedPages(5, 1);
    const view = squeezedView(pageTreeOf(page!.html));
    expect(chooseSubtrees(view, again)).toEqual(chooseSubtrees(view, model));
    const broken = (weights: object) => () => wrappersFromJSON({ ...json, weights });
    expect(broken({ rendered: { body: {} } })).toThrow(/columns of the body.*pith train wrapper/);
    expect(broken({ rendered: 1 })).toThrow(/the machines of a layout to be an object, got number/);
  });

  it('finds exactly one body and one title, and nothing without text', () => {
    const extractor = wrapperExtractor({ rendered: model, estimated: model });
    const [page] = generatedPages(5, 1);
    expect(extractor.extract(page!)).toMatchObject({ title: page!.title });
    expect(extractor.extract({ id: 'x', html: bytes('<img src=x>') })).toEqual({ text: '' });
    expect(extractor.extract({ id: 'x', html: bytes('') })).toEqual({ text: '' });
    expect(extractor.extract({ id: 'x', html: bytes('<p>Hi') })).toMatchObject({ text: 'Hi' });
  });

  it('handles nesting of any depth', () => {
    const extractor = wrapperExtractor({ rendered: model, estimated: model });
    const html = bytes(`${'<div>'.repeat(20_000)}<p>${'Words and more of them. '.repeat(100)}`);
    expect(extractor.extract({ id: 'x', html })).toMatchObject({
      text: expect.stringContaining('Words and more'),
    });
  });
});

describe('the variant by blocks', () => {
  it('finds and prunes the body, and round-trips through JSON', () => {
    const plus = fitPlus([...learned(1, 6), ...learned(3, 6)].map(page => page.plus));
    const json = plusModelsToJSON({ rendered: plus, estimated: plus }, {});
    const again = plusModelsFromJSON(JSON.parse(JSON.stringify(json))).rendered;
    const [page] = generatedPages(5, 1);
    const view = squeezedView(pageTreeOf(page!.html));
    const choice = choosePlus(view, again)!;
    expect(choice.body).toEqual(choosePlus(view, plus)!.body);
    expect(shortText(view, choice.title!)).toBe(page!.title);
    expect(choice.pruned.replace(/\s+/g, ' ')).toContain(page!.text!.split('\n')[1]);
    const { blocks, title } = JSON.parse(JSON.stringify(json)).weights.rendered;
    const [first, ...rest] = blocks.attributes;
    const older = { title, blocks: { ...blocks, attributes: [{ ...first, name: 'gone' }, ...rest] } };
    const weights = { rendered: older, estimated: older };
    expect(() => plusModelsFromJSON({ ...json, weights })).toThrow(
      /expected columns that blocks have now, got gone/,
    );
  });
});

describe('training', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pith-wrapper-'));
    await writeCorpus(join(folder, 'portals'), [...generatedPages(1, 10), ...generatedPages(3, 10)]);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('uses only the given corpus if there is one', async () => {
    const corpus = join(folder, 'portals');
    const pages = await learnPages({ corpora: corpus, corpus, root: folder }, 50);
    expect(pages).toHaveLength(20);
  });

  it('transfers from one site to others, by wrapper and variant', async () => {
    const tested = generatedPages(5, 3).map(page => testCase(page, pageTreeOf(page.html), squeezedView));
    const rows = await measureOneSite({ corpora: folder, root: folder }, 'estimated', tested);
    expect(rows.map(({ site, pages }) => [site, pages])).toEqual([
      ['site-1.example', 10],
      ['site-3.example', 10],
    ]);
    for (const { wrapper: paper, variant } of rows) {
      expect([paper.tested.pages, paper.others.pages, variant.others.pages]).toEqual([3, 10, 10]);
      expect(paper.others.byLabel.title).toBeGreaterThan(0.5);
    }
    expect(oneSiteTable(rows)).toContain('| site-1.example | 10 |');
  });

  it('records which layouts a model was trained on', async () => {
    const examples = generatedPages(1, 4).map(page => ({ page }));
    const { model: trained } = await wrapper.own!.train(examples);
    expect(trained).toMatchObject({ card: { layouts: { rendered: 0, estimated: 4 } } });
    expect((await wrapper.load(trained)).extract(examples[0]!.page)).toMatchObject({
      title: examples[0]!.page.title,
      nodes: { body: expect.any(Number), title: expect.any(Number) },
    });
  });
});
