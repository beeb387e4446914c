import { type Extraction, type Page, scaledCosine } from '@webpith/lab';
import { describe, expect, it } from 'vitest';
import { keepByTree, learnTree } from './experiment/classifiers.js';
import { FEATURES, keptText } from './features.js';
import { preparePages } from './fitness.js';
import { modelFromJSON, modelToJSON, type SwarmModel, swarmExtractor } from './model.js';
import { newsPage } from './testing/news-page.js';
import { trainOn } from './train.js';

const PAGES: readonly Page[] = Array.from({ length: 8 }, (_, i) => newsPage(i));
const QUICK = { particles: 15, generations: 12 };
const extract = (model: SwarmModel, page: Page) => swarmExtractor(model).extract(page) as Extraction;

describe('the swarm', () => {
  const fit = (options = {}, train = PAGES.slice(0, 6)) =>
    trainOn({ name: 'own', digest: '', train, test: [] }, { ...QUICK, ...options }).model;

  it('learns to separate articles from boilerplate on unseen pages', () => {
    const model = fit();
    for (const page of PAGES.slice(6)) {
      const { text, language } = extract(model, page);
      expect(scaledCosine(page.text!, text)).toBeGreaterThan(0.95);
      expect(language).toBe('en');
    }
  });

  it('is deterministic, and its model round-trips through JSON', () => {
    const model = fit();
    const again = modelFromJSON(JSON.parse(JSON.stringify(modelToJSON(model))));
    expect(fit()).toEqual(model);
    expect(again).toEqual(model);
    expect(extract(again, PAGES[7]!)).toEqual(extract(model, PAGES[7]!));
    expect(fit({ seed: 9 }).thresholds).not.toEqual(model.thresholds);
  });

  it('extracts nothing from a page without text, and the block of a one-block page', () => {
    const model = fit();
    const page = (html: string) => ({ id: 'p', html: new TextEncoder().encode(html) });
    expect(extract(model, page(''))).toEqual({ text: '' });
    expect(extract(model, page('<script>let text = 1</script>'))).toEqual({ text: '' });
    const alone = PAGES[0]!.text!;
    expect(extract(model, page(`<p>${alone.replaceAll('\n', '</p><p>')}</p>`)).text).toBe(
      alone.replaceAll('\n', ' '),
    );
    expect(extract(model, page(`${'<div>'.repeat(9_000)}deep`)).text).not.toContain('<');
  });

  it('refuses pages without gold and invalid models', () => {
    expect(() => fit({}, [])).toThrow(/No page has a gold text/);
    expect(() => fit({ particles: 0 })).toThrow(/“particles” must be/);
    expect(() => modelFromJSON({ format: 'other' })).toThrow(/swarm: expected a model file/);
    const json = modelToJSON(fit());
    const thresholds = { ...(json.weights.thresholds as object), anchors: 'x' };
    expect(() => modelFromJSON({ ...json, weights: { ...json.weights, thresholds } })).toThrow(
      /a finite number for “anchors”/,
    );
    expect(() => modelFromJSON(null)).toThrow(/got something else/);
  });
});

describe('the decision tree', () => {
  it('also separates articles from boilerplate', () => {
    const pages = Array.from({ length: 32 }, (_, i) => newsPage(i));
    const prepared = preparePages(pages, { html5: true, divs: true });
    const tree = learnTree(prepared.slice(0, 30), FEATURES);
    for (const page of prepared.slice(30)) {
      expect(scaledCosine(page.gold, keptText(page, keepByTree(tree, page)))).toBeGreaterThan(0.95);
    }
    expect(keepByTree(tree, { measurements: [] })).toHaveLength(0);
  });
});
