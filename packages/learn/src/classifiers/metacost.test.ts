import { describe, expect, it } from 'vitest';
import { type Dataset, numericAttributes } from '../data/dataset.js';
import { denseMatrix } from '../data/matrix.js';
import { seededRandom } from '../random.js';
import { createClassifier, loadModel } from '../registry.js';
import { costMatrix, leastCostly, MetaCost } from './metacost.js';

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

function costOf(model: { predict(x: Dataset['x']): Int32Array }, data: Dataset): number {
  const predicted = model.predict(data.x);
  return data.y.reduce((sum, truth, row) => sum + costs[truth]![predicted[row]!]!, 0);
}

const [train, test] = [overlapping(600, 1), overlapping(600, 2)];
const classifiers = [
  { classifier: 'c45', classifierOptions: {} },
  { classifier: 'logistic', classifierOptions: {} },
];

describe.each(classifiers)('MetaCost around $classifier', wrapped => {
  it('lowers the cost of the errors', () => {
    const plain = createClassifier(wrapped.classifier, wrapped.classifierOptions).fit(train);
    const model = new MetaCost({ ...wrapped, costs }).fit(train);
    expect(costOf(model, test)).toBeLessThan(0.6 * costOf(plain, test));
  });

  it('predicts the same after a round trip through JSON', () => {
    const model = new MetaCost({ ...wrapped, costs, bags: 3 }).fit(train);
    const again = loadModel(JSON.stringify(model));
    expect(again.predict(test.x)).toEqual(model.predict(test.x));
  });
});

describe('cost matrix', () => {
  it('selects the class of least expected cost, not the most probable one', () => {
    const matrix = costMatrix(costs, ['no', 'yes']);
    // Predicting `no` costs 10 p(yes), predicting `yes` costs p(no): equal at p(yes) = 1/11.
    expect([...leastCostly(Float64Array.from([0.95, 0.05, 0.85, 0.15]), matrix, 2)]).toEqual([0, 1]);
    const even = costMatrix([], ['a', 'b', 'c']);
    expect([...leastCostly(Float64Array.from([0.2, 0.5, 0.3]), even, 3)]).toEqual([1]);
  });

  it('relabels every row when one class is always the cheapest', () => {
    const all = new MetaCost({
      costs: [
        [0, 1],
        [1e6, 0],
      ],
    }).fit(train);
    expect(all.predict(test.x).every(label => label === 1)).toBe(true);
    expect(loadModel(JSON.stringify(all)).probabilities(test.x)).toEqual(all.probabilities(test.x));
  });

  it('must be square, non-negative and as large as the number of classes', () => {
    expect(() => new MetaCost({ costs: [[0, 1]] })).toThrow(/square/);
    expect(
      () =>
        new MetaCost({
          costs: [
            [0, -1],
            [1, 0],
          ],
        }),
    ).toThrow(/at least 0/);
    const three = [
      [0, 1, 1],
      [1, 0, 1],
      [1, 1, 0],
    ];
    expect(() => new MetaCost({ costs: three }).fit(train)).toThrow(/3 × 3; the data has 2 classes/);
    expect(() => new MetaCost({ classifier: 'nobody' }).fit(train)).toThrow(/no algorithm “nobody”/);
  });
});
