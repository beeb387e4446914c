import { describe, expect, it } from 'vitest';
import { type Dataset, numericAttributes } from '../data/dataset.js';
import { denseMatrix } from '../data/matrix.js';
import type { Predictor } from '../estimator.js';
import { seededRandom } from '../random.js';
import { leastCostly, metaCost } from './metacost.js';
import { createClassifier } from './table.js';

/** Two overlapping clouds; a missed `yes` costs ten times a false alarm. */
function overlapping(rows: number, seed: number): Dataset {
  const random = seededRandom(seed);
  const y = Int32Array.from({ length: rows }, (_, row) => (row % 4 === 0 ? 1 : 0));
  const cells = Array.from(y, label => [1.2 * label + random.normal(), random.normal()]);
  return { attributes: numericAttributes(2), classes: ['no', 'yes'], x: denseMatrix(cells), y };
}

const costs = [
  [0, 1],
  [10, 0],
];

const predicted = (model: Predictor, data: Dataset) => {
  const probabilities = model.probabilities(data.x);
  return data.y.map((_, row) => Number(probabilities[2 * row + 1]! > probabilities[2 * row]!));
};

function costOf(model: Predictor, data: Dataset): number {
  const labels = predicted(model, data);
  return data.y.reduce((sum, truth, row) => sum + costs[truth]![labels[row]!]!, 0);
}

const [train, test] = [overlapping(600, 1), overlapping(600, 2)];

describe('MetaCost', () => {
  it.each(['c45', 'logistic'])('lowers the cost of the errors of %s', algorithm => {
    const plain = createClassifier(algorithm);
    const model = metaCost(plain, costs).fit(train);
    expect(costOf(model, test)).toBeLessThan(0.6 * costOf(plain.fit(train), test));
  });

  it('chooses the class of least expected cost, not the most probable one', () => {
    // Predicting `no` costs 10 p(yes), predicting `yes` costs p(no): equal at p(yes) = 1/11.
    const matrix = Float64Array.from(costs.flat());
    expect([...leastCostly(Float64Array.from([0.95, 0.05, 0.85, 0.15]), matrix, 2)]).toEqual([0, 1]);
    const even = Float64Array.of(0, 1, 1, 1, 0, 1, 1, 1, 0);
    expect([...leastCostly(Float64Array.from([0.2, 0.5, 0.3]), even, 3)]).toEqual([1]);
  });

  it('relabels every row when one class is always the cheapest', () => {
    const cheap = [
      [0, 1],
      [1e6, 0],
    ];
    const model = metaCost(createClassifier('c45'), cheap).fit(train);
    expect(predicted(model, test).every(label => label === 1)).toBe(true);
  });

  it('refuses costs that are negative or not one row and column per class', () => {
    const fit = (rows: number[][]) => () => metaCost(createClassifier('c45'), rows).fit(train);
    expect(fit([[0, 1]])).toThrow(/2 rows of 2, one per class \(no, yes\)/);
    expect(
      fit([
        [0, -1],
        [1, 0],
      ]),
    ).toThrow(/at least 0/);
  });

  it('stops on request', () => {
    const stopped = () => metaCost(createClassifier('c45'), costs).fit(train, { stopped: () => true });
    expect(stopped).toThrow(expect.objectContaining({ code: 'stopped' }));
  });
});
