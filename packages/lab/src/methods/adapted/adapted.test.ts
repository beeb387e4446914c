import { describe, expect, it } from 'vitest';
import { extract, loadModel } from 'webpith';
import { analyse } from 'webpith/stages';
import { type Page, pageTree } from '../../corpora/corpus.js';
import { pageDigest } from '../../corpora/labels.js';
import type { Example } from '../../extractor.js';
import { shareOfBlocks } from '../default/labels.js';
import { fitAdapted, labelledPage } from './fit.js';
import {
  adapted,
  adaptedExtractor,
  adaptedFromJSON,
  adaptedToJSON,
  modelFileOf,
  NO_CORRECTION,
} from './model.js';
import { learningCurve, trainOwn } from './train.js';

const WORDS =
  'The keeper of the lighthouse wrote every evening what the sea had brought to the rocks below'.split(' ');
const sentence = (seed: number) =>
  Array.from({ length: 24 }, (_, i) => WORDS[(seed * 5 + i * (1 + (seed % 3))) % 17]).join(' ');
const paragraphs = (seed: number, count: number) =>
  Array.from(
    { length: count },
    (_, i) => `<p>${sentence(seed + i)}, and on day ${seed * 10 + i} it was calm.</p>`,
  ).join('');

const NOTICE = 'whoever finds a mistake in our tables is sent a small barometer by post';

/** A story, followed by a notice in the same style. */
function page(number: number, site = 'sea.example'): Page {
  const html = `<title>Day ${number}</title><main><div class="story">${paragraphs(number, 5)}</div><div class="box">
    <p>This paper is written by people who live by the sea, and ${NOTICE} in the same week, as has been the custom for years.</p>
    <p>The press is in the cellar of the old customs house, and the paper for it comes by boat, before the storms.</p></div></main>`;
  const text = paragraphs(number, 5).replace(/<[^>]*>/g, ' ');
  return { id: `p${number}`, url: `https://${site}/${number}`, html: new TextEncoder().encode(html), text };
}
const examples = [1, 2, 3].map((number): Example => ({ page: page(number) }));
const textOf = async (model: unknown, on: Page) => (await (await adapted.load(model)).extract(on)).text;
const fit = (from: readonly Example[]) => fitAdapted(from.flatMap(each => labelledPage(each) ?? []));

describe('adapted', () => {
  it('corrects the default on an unseen page of the site', async () => {
    const unseen = page(7);
    expect(await textOf(adaptedToJSON(NO_CORRECTION), unseen)).toContain(NOTICE);
    const model = adaptedToJSON(fit(examples));
    const text = await textOf(JSON.parse(JSON.stringify(model)), unseen);
    expect(text).not.toContain(NOTICE);
    expect(text).toContain('and on day 70 it was calm');
  });

  it('exports a model file for the library', async () => {
    const unseen = page(7);
    const file = modelFileOf(fit(examples), 'mine');
    const model = loadModel(JSON.parse(JSON.stringify(file)));
    const options = { url: unseen.url! };
    expect(extract(unseen.html, options).text).toContain(NOTICE);
    expect(extract(unseen.html, { ...options, model }).text).not.toContain(NOTICE);
    expect(model.name).toBe('mine');
  });

  it('changes pages of other sites by a fraction only', async () => {
    const model = fit(examples);
    expect(model.sites).toEqual(['sea.example']);
    expect(model.elsewhere).toBeLessThan(model.shrink / 2);
    const score = (own: typeof model, site: string) => {
      const { html, url } = page(7, site);
      const decisions = adaptedExtractor(own).article(html, { url: url! }).explain();
      return decisions.find(({ text }) => text.includes(NOTICE))!.score;
    };
    const before = score(NO_CORRECTION, 'land.example');
    const [there, here] = [score(model, 'land.example'), score(model, 'sea.example')];
    expect(here).toBeLessThan(there);
    expect(there).toBeLessThanOrEqual(before);
    expect(before - there).toBeLessThan((before - here) / 2);
  });

  it('is deterministic', async () => {
    expect(JSON.stringify(adaptedToJSON(fit(examples)))).toBe(JSON.stringify(adaptedToJSON(fit(examples))));
  });

  it('learns from node labels as from gold text', async () => {
    const labelled = examples.map(({ page: { text: _, ...own } }): Example => {
      const tree = pageTree(own);
      const story = Array.from({ length: tree.count }, (_, n) => n).find(n =>
        tree.attributes(n).some(([key, value]) => key === 'class' && value === 'story'),
      )!;
      return {
        page: own,
        labels: { id: own.id, digest: pageDigest(own.html), nodes: { [story]: 'main content' } },
      };
    });
    const { blocks } = analyse(labelled[0]!.page.html, {});
    expect([...shareOfBlocks(blocks, labelled[0]!)!]).toEqual([1, 1, 1, 1, 1, 0, 0]);
    expect(await textOf(adaptedToJSON(fit(labelled)), page(7))).not.toContain(NOTICE);
  });

  it('refuses pages without gold and models of other features', async () => {
    const { text: _, ...bare } = page(1);
    expect(() => fit([{ page: bare }])).toThrow(/Label the content/);
    const file = adaptedToJSON(fit(examples));
    const changed = (weights: object) => ({ ...file, weights: { ...file.weights, ...weights } });
    expect(() => adaptedFromJSON(changed({ features: 'other' }))).toThrow(
      /columns of this version.*those of another/s,
    );
    expect(() => adaptedFromJSON({ ...file, version: 9 })).toThrow(/version 1/);
    expect(() => adaptedFromJSON(changed({ shrink: 'x' }))).toThrow(/“shrink”/);
    expect(() => adaptedFromJSON(null)).toThrow(/expected a model file/);
  });

  it('computes its learning curve on held-out pages', () => {
    const curve = learningCurve(examples.map(example => labelledPage(example)!));
    expect(curve.map(({ pages }) => pages)).toEqual([0, 1, 2]);
    expect(curve.at(-1)!.f1).toBeGreaterThan(curve[0]!.f1);
  });

  it('records the score on held-out pages in the model', async () => {
    const { model } = await trainOwn(examples);
    expect(model.card.metrics).toMatchObject({ learnedFrom: 2, heldOut: 3, f1: expect.any(Number) });
    const { model: ofOne } = await trainOwn(examples.slice(0, 1));
    expect(ofOne.card.metrics).toBeUndefined();
  });
});
