import { describe, expect, it } from 'vitest';
import { datasetFromRows, numericAttributes } from '../data/dataset.js';
import { crossValidate } from '../evaluation/cross-validation.js';
import { seededRandom } from '../random.js';
import { loadModel } from '../registry.js';
import { AttributeSelected } from './attribute-selected.js';

/** Noise in many columns: selecting before splitting would appear to find a signal. */
function noise(rows: number, columns: number) {
  const random = seededRandom(21);
  return datasetFromRows({
    attributes: numericAttributes(columns),
    rows: Array.from({ length: rows }, () => Array.from({ length: columns }, () => random.below(2))),
    labels: Array.from({ length: rows }, (_, i) => (i % 2 ? 'a' : 'b')),
  });
}

function signal() {
  const data = noise(80, 12);
  if (data.x.kind !== 'dense') throw new Error('the rows are dense');
  for (let row = 0; row < 80; row++) data.x.data[row * 12 + 7] = row % 2;
  return data;
}

describe('AttributeSelected', () => {
  it('fits on the selected attributes only', () => {
    const data = signal();
    const model = new AttributeSelected({ selectorOptions: { keep: 1 } }).fit(data);
    expect(model.selection).toMatchObject({ kind: 'columns', columns: [7] });
    expect(model.model.attributes.map(attribute => attribute.name)).toEqual(['x7']);
    expect(model.predict(data.x)).toEqual(data.y);
  });

  it('selects inside each fold, so noise predicts nothing', () => {
    const classifier = new AttributeSelected({
      selector: 'relieff',
      selectorOptions: { keep: 3 },
      classifier: 'logistic',
    });
    const { accuracy } = crossValidate(classifier, noise(60, 80), { folds: 5 });
    expect(accuracy).toBeLessThan(0.65);
  });

  it.each(['information-gain', 'principal-components', 'cfs', 'consistency', 'wrapper'] as const)(
    'round-trips with %s',
    selector => {
      const data = signal();
      const selectorOptions = selector === 'wrapper' ? { classifier: 'logistic', folds: 2 } : {};
      const model = new AttributeSelected({ selector, selectorOptions, classifier: 'logistic' }).fit(data);
      const loaded = loadModel(JSON.stringify(model));
      expect(loaded.probabilities(data.x)).toEqual(model.probabilities(data.x));
    },
  );

  it('rejects unknown selectors and classifiers', () => {
    expect(() => new AttributeSelected({ selector: 'best' as 'cfs' })).toThrow(/“selector” must be one of/);
    expect(() => new AttributeSelected({ classifier: 'none' }).fit(signal())).toThrow(/no algorithm “none”/);
  });

  it('reports progress over both halves', () => {
    const shares: number[] = [];
    new AttributeSelected({ classifier: 'logistic' }).fit(signal(), {
      onProgress: s => void shares.push(s),
    });
    expect(shares[0]).toBe(0);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares[shares.length - 1]).toBeGreaterThanOrEqual(0.5);
  });
});
