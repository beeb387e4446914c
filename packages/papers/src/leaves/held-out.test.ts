import { visibleLeaves } from '@webpith/lab';
import { describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import { calibrateLabels, foldOfPages } from './held-out.js';
import type { LabelledPage } from './labelled-pages.js';
import { calibrated, labelNumber } from './labels.js';
import { leafText } from './leaf-text.js';
import { fitLeaves, labelLeaves, leavesFromJSON, leavesToJSON } from './model.js';
import { generatedLabel, generatedPage } from './testing/generated-corpus.js';
import { prepareLeaves } from './vectors.js';

const OPTIONS = {
  vectors: { leaves: 1, pages: 1, scale: 'numbers', emphasis: 1 },
  variance: 10,
  maxIterations: 30,
  prune: 0,
  minWeight: 0,
} as const;

/** With careless readers, the links of every third page have another label, although their features are the same. */
function pagesWith(readers: 'careful' | 'careless', count = 12): LabelledPage[] {
  return Array.from({ length: count }, (_, i) => {
    const tree = treeFromHtml(generatedPage(i));
    const labels = visibleLeaves(tree).map(leaf => generatedLabel(leafText(tree, leaf)));
    const said = labels.map(label => (label === 'none' && i % 3 === 2 ? 'recommendation' : label));
    const y = Int32Array.from(readers === 'careful' ? labels : said, label => labelNumber(label));
    return { key: `made/p${i}`, site: `site${i % 4}.example`, side: 'train', tree, y } as LabelledPage;
  });
}

describe('calibration', () => {
  it('is learned from pages of held-out sites', async () => {
    const pages = pagesWith('careless');
    const { calibration } = await calibrateLabels(pages, OPTIONS);
    expect(calibration?.slope).toBeLessThan(0);
    const [low, high] = calibrated(calibration, Float64Array.of(0.6, 0.999));
    expect(low).toBeLessThan(high!);
    const model = fitLeaves(prepareLeaves(pages, 'rich'), 'rich', OPTIONS);
    const whole = { ...model, calibration: calibration! };
    const again = leavesFromJSON(JSON.parse(JSON.stringify(leavesToJSON(whole))));
    const plain = labelLeaves(model, pages[0]!.tree);
    const given = labelLeaves(again, pages[0]!.tree);
    expect(given.labels).toEqual(plain.labels);
    expect([...given.probabilities]).not.toEqual([...plain.probabilities]);
    const file = leavesToJSON(whole) as { readonly weights: object };
    const broken = { ...file, weights: { ...file.weights, calibration: { slope: -1 } } };
    expect(() => leavesFromJSON(broken)).toThrow(/expected a calibration with slope and offset/);
  });

  it('weights labels that are predicted too rarely', async () => {
    const pages = pagesWith('careless');
    const { weights } = await calibrateLabels(pages, OPTIONS);
    const model = fitLeaves(prepareLeaves(pages, 'rich'), 'rich', OPTIONS);
    const { tree } = pages[0]!;
    const read = (own: Record<string, number>) => labelLeaves({ ...model, weights: own }, tree).labels;
    expect(read({})).toEqual(labelLeaves(model, tree).labels);
    expect(read({ recommendation: 1e9 })).toContain('recommendation');
    const again = leavesFromJSON(JSON.parse(JSON.stringify(leavesToJSON({ ...model, weights: weights! }))));
    expect(again.weights).toEqual(weights);
    const file = leavesToJSON(model) as { readonly weights: object };
    const broken = { ...file, weights: { ...file.weights, labelWeights: { title: '3' } } };
    expect(() => leavesFromJSON(broken)).toThrow(/expected weights of labels above 0/);
  });

  it('is undefined if all predictions are correct', async () => {
    expect((await calibrateLabels(pagesWith('careful'), OPTIONS)).calibration).toBeUndefined();
    const probabilities = Float64Array.of(0.25, 1);
    expect(calibrated(undefined, probabilities)).toBe(probabilities);
  });

  it('never splits a site across folds', () => {
    const pages = pagesWith('careful');
    const folds = foldOfPages(pages, 3);
    expect(new Set(folds).size).toBe(3);
    for (const [i, { site }] of pages.entries())
      expect(folds[pages.findIndex(page => page.site === site)]).toBe(folds[i]);
  });
});
