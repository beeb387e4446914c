import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bagOfWords,
  type Example,
  type Extractor,
  type MethodModel,
  type Page,
  pageDigest,
  readModelFile,
  type TrainableMethod,
  trainToFile,
  writeCorpus,
  writeLabels,
} from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readModel } from '../model-file.js';
import { seeker } from './method.js';
import { modelFromJSON, modelToJSON, type SeekerModel, seekerExtractor } from './model.js';
import { blogPage, forumPage, newsPage } from './testing/pages.js';
import { trainSeeker } from './train.js';
import { trainingPage } from './training-pages.js';

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);
const pages: Page[] = [
  ...numbers(1, 9).map(seed => newsPage(seed, 4 + (seed % 4))),
  ...numbers(1, 9).map(blogPage),
  ...numbers(1, 9).map(seed => forumPage(seed, 4 + (seed % 5))),
];

let model: SeekerModel;
let folder: string;

beforeAll(async () => {
  model = trainSeeker(
    pages.flatMap(page => trainingPage({ page }, 'examples') ?? []),
    undefined,
  );
  folder = await mkdtemp(join(tmpdir(), 'seeker-'));
});

afterAll(async () => rm(folder, { recursive: true, force: true }));

describe.each([
  ['news', newsPage(77)],
  ['blog', blogPage(77)],
  ['forum', forumPage(77)],
])('a %s page of an unseen site', (genre, page) => {
  it('is classified by genre and extracted', async () => {
    const { text, type } = await seekerExtractor(model).extract(page);
    expect(type).toBe(genre === 'forum' ? 'forum' : 'article');
    expect(bagOfWords(page.text!, text).f1).toBeGreaterThan(0.85);
    expect(text).not.toContain('Section 1');
  });
});

describe('the extractor', () => {
  it('returns nothing for an empty page, and handles deep nesting', async () => {
    const extractor: Extractor = seekerExtractor(model);
    const page = (html: string): Page => ({ id: 'x', html: new TextEncoder().encode(html) });
    expect((await extractor.extract(page(''))).text).toBe('');
    const deep = `${'<div>'.repeat(20_000)}some text at the bottom`;
    expect((await extractor.extract(page(deep))).text).toContain('bottom');
  });

  it('is the same after a round trip of the model through JSON', async () => {
    const again = modelFromJSON(JSON.parse(JSON.stringify(modelToJSON(model))));
    const page = newsPage(50);
    expect(await seekerExtractor(again).extract(page)).toEqual(await seekerExtractor(model).extract(page));
  });

  it('refuses invalid models', () => {
    expect(() => modelFromJSON({ format: 'other' })).toThrow(/expected a model file.*pith train seeker/);
    const json = modelToJSON(model);
    const broken = { ...json, weights: { ...json.weights, genre: {} } };
    expect(() => modelFromJSON(broken)).toThrow(/genre.*Train it/);
  });
});

describe('training from a folder', () => {
  const train = (corpus: string, out: string, signal?: AbortSignal) =>
    trainToFile(seeker as TrainableMethod, { corpora: folder, root: folder, corpus, out, signal });

  it('writes a model that loads', async () => {
    const corpus = join(folder, 'own');
    await writeCorpus(corpus, pages);
    const out = join(folder, 'own.json');
    expect(await train(corpus, out)).toMatch(/Trained on 27 pages; F1 0\.\d+ on \d held-out pages/);
    const { card, name } = (await readModelFile(out)) as MethodModel;
    expect([name, card.training?.pages, card.training?.corpora[0]?.name]).toEqual(['own', 27, 'own']);
  });

  it('trains on manual labels without gold text', async () => {
    const corpus = join(folder, 'labelled');
    await writeCorpus(
      corpus,
      pages.map(({ text: _, ...page }) => page),
    );
    for (const page of pages)
      await writeLabels(corpus, { id: page.id, digest: pageDigest(page.html), nodes: mainNodes(page) });
    const out = join(folder, 'labelled.json');
    expect(await train(corpus, out)).toContain('Wrote');
    const learnt = modelFromJSON(await readModelFile(out));
    const page = forumPage(60);
    expect(bagOfWords(page.text!, (await seekerExtractor(learnt).extract(page)).text).f1).toBeGreaterThan(
      0.85,
    );
  });

  it('treats labelled pages without a type as articles, and those with posts as forums', () => {
    const made = (page: Page, label: string) => {
      const { type: _, ...untyped } = page;
      const labels = { id: page.id, digest: pageDigest(page.html), nodes: { 1: label } };
      return [trainingPage({ page: untyped, labels }, 'own')?.genre, trainingPage({ page: untyped }, 'own')];
    };
    expect(made(newsPage(1), 'main content')).toEqual(['news', undefined]);
    expect(made(forumPage(1), 'post')).toEqual(['forum', undefined]);
  });

  it('refuses a folder without a corpus or training pages, and keeps an earlier file', async () => {
    const out = join(folder, 'kept.json');
    await writeFile(out, 'the model before');
    await mkdir(join(folder, 'nothing'));
    await expect(train(join(folder, 'nothing'), out)).rejects.toThrow(/nothing” is not a corpus/);
    const products = join(folder, 'products');
    await writeCorpus(products, [{ ...newsPage(1), type: 'product' }]);
    await expect(train(products, out)).rejects.toThrow(
      /at least 3 pages with main content or segments, all of one genre.*; 0 of 1 have it/,
    );
    expect(await readFile(out, 'utf8')).toBe('the model before');
  });

  it('ignores labels of leaves, whose names resemble those of segments', () => {
    const page = newsPage(1);
    const labels = { id: page.id, digest: pageDigest(page.html), nodes: { 1: 'related article' } };
    const own = (example: Example) => trainingPage(example, 'own')?.instances?.labels;
    expect(own({ page, labels })).toEqual(own({ page }));
  });

  it('writes nothing when it is stopped', async () => {
    const out = join(folder, 'stopped.json');
    await expect(train(join(folder, 'own'), out, AbortSignal.abort())).rejects.toThrow();
    await expect(readFile(out)).rejects.toThrow(/ENOENT/);
  });
});

/** Manual labels of the content elements. */
function mainNodes(page: Page): Record<number, string> {
  const tree = pageTree(page);
  const nodes: Record<number, string> = {};
  for (let node = 1; node < tree.count; node++) {
    const name = tree.attributes(node).find(([key]) => key === 'class')?.[1];
    if (name !== undefined && ['text', 'entry-content', 'message reply'].includes(name))
      nodes[node] = 'main content';
  }
  return nodes;
}

describe('the shipped model', () => {
  it.each([
    ['news', newsPage(3, 8), 'article'],
    ['blog', blogPage(3), 'article'],
    ['forum', forumPage(3, 8), 'forum'],
  ])('classifies a %s page and extracts it', async (_, page, type) => {
    const extractor = await seeker.load();
    const extraction = await extractor.extract(page);
    expect(extraction.type).toBe(type);
    expect(bagOfWords(page.text!, extraction.text).f1).toBeGreaterThan(0.8);
  });

  it('needs no address', async () => {
    const { url: _, ...page } = forumPage(5, 9);
    expect((await (await seeker.load()).extract(page)).type).toBe('forum');
  });

  it('names its training corpora', async () => {
    const { card } = modelFromJSON(await readModel('seeker'));
    expect(card.training).toMatchObject({ corpora: [{ name: 'newspapers' }, { name: 'wcxb' }] });
  });
});
