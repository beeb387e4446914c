import { describe, expect, it } from 'vitest';
import { type Dataset, numericAttributes } from '../../data/dataset.js';
import { denseMatrix } from '../../data/matrix.js';
import { seededRandom } from '../../random.js';
import { loadModel } from '../../registry.js';
import { costMatrix, leastCostly } from './cost-matrix.js';
import { CostWeighted, costWeights } from './cost-weighted.js';
import { MetaCost } from './metacost.js';

/** Two overlapping clouds; to miss a `yes` costs ten times a false alarm. */
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
  const said = model.predict(data.x);
  return data.y.reduce((sum, truth, row) => sum + costs[truth]![said[row]!]!, 0);
}

const [train, test] = [overlapping(600, 1), overlapping(600, 2)];
const classifiers = [
  { classifier: 'c45', classifierOptions: {} },
  { classifier: 'logistic', classifierOptions: {} },
];

describe.each(classifiers)('costs around $classifier', wrapped => {
  const plain = costOf(new CostWeighted({ ...wrapped, method: 'decision' }).fit(train), test);

  it('save money over a classifier that knows of none', () => {
    const ignorant = costOf(new CostWeighted({ ...wrapped }).fit(train), test);
    const weighted = costOf(new CostWeighted({ ...wrapped, costs }).fit(train), test);
    const decided = costOf(new CostWeighted({ ...wrapped, costs, method: 'decision' }).fit(train), test);
    const meta = costOf(new MetaCost({ ...wrapped, costs }).fit(train), test);
    expect(ignorant).toBe(plain);
    for (const cost of [weighted, decided, meta]) expect(cost).toBeLessThan(0.6 * ignorant);
  });

  it('come back from their files', () => {
    for (const model of [
      new MetaCost({ ...wrapped, costs, bags: 3, allBags: false }).fit(train),
      new CostWeighted({ ...wrapped, costs, method: 'decision' }).fit(train),
    ]) {
      const again = loadModel(JSON.stringify(model));
      expect(again.predict(test.x)).toEqual(model.predict(test.x));
    }
  });
});

describe('cost matrix', () => {
  it('chooses by expected cost, not by probability', () => {
    const matrix = costMatrix(costs, ['no', 'yes']);
    // Saying `no` costs 10 p(yes), saying `yes` costs p(no): equal at p(yes) = 1/11.
    expect([...leastCostly(Float64Array.from([0.95, 0.05, 0.85, 0.15]), matrix, 2)]).toEqual([0, 1]);
    const even = costMatrix([], ['a', 'b', 'c']);
    expect([...leastCostly(Float64Array.from([0.2, 0.5, 0.3]), even, 3)]).toEqual([1]);
  });

  it('weighs rows by what mistaking them costs, and all rows as before', () => {
    const weights = costWeights(train, costMatrix(costs, train.classes));
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(600, 9);
    expect(weights[0]! / weights[1]!).toBeCloseTo(10, 9);
  });

  it('relabels every row where one answer is always the cheapest', () => {
    const all = new MetaCost({
      costs: [
        [0, 1],
        [1e6, 0],
      ],
    }).fit(train);
    expect(all.predict(test.x).every(label => label === 1)).toBe(true);
    expect(loadModel(JSON.stringify(all)).probabilities(test.x)).toEqual(all.probabilities(test.x));
  });

  it('is refused where it is none, or of other classes', () => {
    expect(() => new MetaCost({ costs: [[0, 1]] })).toThrow(/square/);
    expect(
      () =>
        new CostWeighted({
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
    expect(() =>
      new CostWeighted({
        costs: [
          [0, 0],
          [1, 0],
        ],
      }).fit(train),
    ).toThrow(/“no” costs nothing/);
    expect(() => new MetaCost({ classifier: 'nobody' }).fit(train)).toThrow(/no algorithm “nobody”/);
  });
});
