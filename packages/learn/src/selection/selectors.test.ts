import { describe, expect, it } from 'vitest';
import { createClassifier } from '../classifiers/table.js';
import { datasetFromRows, numericAttributes } from '../data/dataset.js';
import type { Matrix } from '../data/matrix.js';
import { crossValidate } from '../evaluation/cross-validation.js';
import { seededRandom } from '../random.js';
import { withSelection } from './selectors.js';

/** Noise in many columns: selecting before splitting would appear to find a signal. */
function noise(rows: number, columns: number) {
  const random = seededRandom(21);
  return datasetFromRows({
    attributes: numericAttributes(columns),
    rows: Array.from({ length: rows }, () => Array.from({ length: columns }, () => random.below(2))),
    labels: Array.from({ length: rows }, (_, i) => (i % 2 ? 'a' : 'b')),
  });
}

const logistic = createClassifier('logistic');

describe('withSelection', () => {
  const selectors = ['information-gain', 'principal-components', 'cfs', 'consistency', 'wrapper'] as const;
  it.each(selectors)('keeps a column that decides the class, by %s', selector => {
    const data = noise(80, 12);
    for (let row = 0; row < 80; row++) (data.x as Matrix).data[row * 12 + 7] = row % 2;
    const options = selector === 'wrapper' ? { classifier: 'logistic', folds: 2 } : {};
    const probabilities = withSelection(logistic, selector, options).fit(data).probabilities(data.x);
    const right = data.y.filter((label, row) => probabilities[2 * row + label]! > 0.5);
    expect(right.length).toBeGreaterThan(75);
  });

  it('selects inside each fold, so noise predicts nothing', () => {
    const learner = withSelection(logistic, 'relieff', { keep: 3 });
    expect(crossValidate(learner, noise(60, 80), { folds: 5 }).accuracy).toBeLessThan(0.65);
  });

  it('rejects unknown selectors', () => {
    expect(() => withSelection(logistic, 'best' as 'cfs').fit(noise(10, 2))).toThrow(/no selector “best”/);
  });
});
