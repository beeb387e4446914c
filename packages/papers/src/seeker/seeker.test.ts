import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { bagOfWords, type Extractor, type Page, pageDigest, writeCorpus, writeLabels } from '@webpith/lab';
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
    expect(() => modelFromJSON({ format: 'other' })).toThrow(
      /expected format “pith-seeker”.*pith train seeker/,
    );
    expect(() => modelFromJSON(null)).toThrow(/to be an object/);
    const broken = { ...(modelToJSON(model) as object), genre: {} };
    expect(() => modelFromJSON(broken)).toThrow(/genre.*Train it/);
  });
});

describe('training from a folder', () => {
  const train = (corpus: string, root: string, signal?: AbortSignal) =>
    seeker.train!({ corpora: folder, corpus, root, ...(signal && { signal }) });
  const modelFile = (root: string) => join(root, 'packages/papers/models/seeker.json.gz');

  it('writes a model that loads', async () => {
    const corpus = join(folder, 'own');
    await writeCorpus(corpus, pages);
    const root = join(folder, 'root');
    expect(await train(corpus, root)).toContain(`${pages.length} pages`);
    const json: unknown = JSON.parse(gunzipSync(await readFile(modelFile(root))).toString());
    expect(modelFromJSON(json).card).toMatchObject({ pages: { news: 9, blog: 9, forum: 9 } });
  });

  it('trains on manual labels without gold text', async () => {
    const corpus = join(folder, 'labelled');
    await writeCorpus(
      corpus,
      pages.map(({ text: _, ...page }) => page),
    );
    for (const page of pages)
      await writeLabels(corpus, { id: page.id, digest: pageDigest(page.html), nodes: mainNodes(page) });
    const root = join(folder, 'labelled-root');
    expect(await train(corpus, root)).toContain('Wrote');
    const learnt = modelFromJSON(JSON.parse(gunzipSync(await readFile(modelFile(root))).toString()));
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

  it('names a folder without a corpus or training pages, and keeps the existing model', async () => {
    const root = join(folder, 'kept');
    const file = modelFile(root);
    await mkdir(join(root, 'packages/papers/models'), { recursive: true });
    await writeFile(file, 'the model before');
    await mkdir(join(folder, 'nothing'));
    await expect(train(join(folder, 'nothing'), root)).rejects.toThrow(/nothing” is not a corpus/);
    const products = join(folder, 'products');
    await writeCorpus(products, [{ ...newsPage(1), type: 'product' }]);
    await expect(train(products, root)).rejects.toThrow(/products” has no pages to train on/);
    expect(await readFile(file, 'utf8')).toBe('the model before');
  });

  it('writes nothing when it is stopped', async () => {
    const root = join(folder, 'stopped');
    await expect(train(join(folder, 'own'), root, AbortSignal.abort())).rejects.toThrow();
    await expect(readFile(modelFile(root))).rejects.toThrow(/ENOENT/);
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
    expect(card).toMatchObject({
      name: 'Content Seeker',
      corpora: [{ name: 'newspapers' }, { name: 'wcxb' }],
    });
  });
});
