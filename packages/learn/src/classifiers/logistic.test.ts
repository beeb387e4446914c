import { describe, expect, it } from 'vitest';
import { type Dataset, numericAttributes } from '../data/dataset.js';
import { denseMatrix } from '../data/matrix.js';
import { selectRows } from '../data/subset.js';
import { seededRandom } from '../random.js';
import { spirals, twoMoons } from '../testing/generated-data.js';
import { toSparse } from '../testing/sparse-matrix.js';
import { LogisticRegression, logisticLoss, logisticOutputs } from './logistic.js';

describe('logistic regression', () => {
  it.each([2, 3, 5])('has the gradient of finite differences for %i classes', classes => {
    const random = seededRandom(classes);
    const x = toSparse(denseMatrix(Array.from({ length: 20 }, () => [random.normal(), 0, random.normal()])));
    const problem = {
      rows: x,
      y: Int32Array.from({ length: 20 }, (_, row) => row % classes),
      weights: Float64Array.from({ length: 20 }, () => random.next()),
      classes,
      l2: 0.7,
    };
    const at = Float64Array.from({ length: 4 * logisticOutputs(classes) }, () => random.normal());
    const gradient = new Float64Array(at.length);
    const unused = new Float64Array(at.length);
    logisticLoss(problem, at, gradient);
    for (let i = 0; i < at.length; i++) {
      const value = (by: number) => logisticLoss(problem, at.with(i, at[i]! + by), unused);
      expect(gradient[i]).toBeCloseTo((value(1e-5) - value(-1e-5)) / 2e-5, 6);
    }
  });

  it('finds the closed-form solution of a two-value table', () => {
    // With a negligible penalty, the odds in each cell equal the ratio of its counts: 3 : 1 and 1 : 4.
    const cells = [0, 0, 0, 0, 1, 1, 1, 1, 1].map(value => [value]);
    const data: Dataset = {
      attributes: numericAttributes(1),
      classes: ['no', 'yes'],
      x: denseMatrix(cells),
      y: Int32Array.from([1, 1, 1, 0, 0, 0, 0, 0, 1]),
    };
    const model = new LogisticRegression({ l2: 1e-9, standardise: false, tolerance: 1e-9 }).fit(data);
    const p = model.probabilities(denseMatrix([[0], [1]]));
    expect(p[1]).toBeCloseTo(3 / 4, 5);
    expect(p[3]).toBeCloseTo(1 / 5, 5);
  });

  it('has zero gradient at its optimum, so mean probabilities equal the class shares', () => {
    const data = spirals(300, 3, 0.1, 2);
    const p = new LogisticRegression({ tolerance: 1e-9 }).fit(data).probabilities(data.x);
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (let row = 0; row < 300; row++) sum += p[row * 3 + k]!;
      expect(sum / 300).toBeCloseTo(1 / 3, 6);
    }
  });

  it('treats a weight as copies of the row', () => {
    const data = twoMoons(60, 0.2, 3);
    const copies = Array.from(data.y, (_, row) => row % 3);
    const repeated = selectRows(
      data,
      copies.flatMap((count, row) => new Array<number>(count).fill(row)),
    );
    const logistic = new LogisticRegression({ tolerance: 1e-10 });
    const a = logistic.fit({ ...data, weights: Float64Array.from(copies) }).probabilities(data.x);
    const b = logistic.fit(repeated).probabilities(data.x);
    for (let i = 0; i < a.length; i++) expect(a[i]).toBeCloseTo(b[i]!, 7);
  });

  it('finds the same optimum for sparse rows as for dense ones, up to centring', () => {
    const data = twoMoons(100, 0.2, 4);
    const logistic = new LogisticRegression({ standardise: false, tolerance: 1e-10 });
    const dense = logistic.fit(data).probabilities(data.x);
    const sparse = logistic.fit({ ...data, x: toSparse(data.x) }).probabilities(toSparse(data.x));
    for (let i = 0; i < dense.length; i++) expect(dense[i]).toBeCloseTo(sparse[i]!, 9);
  });

  it('shrinks its coefficients as the penalty grows', () => {
    const data = twoMoons(100, 0.2, 5);
    const size = (l2: number) => {
      const { parameters } = new LogisticRegression({ l2 }).fit(data);
      return Math.hypot(parameters[0]!, parameters[1]!);
    };
    expect(size(0.01)).toBeGreaterThan(size(1));
    expect(size(1)).toBeGreaterThan(size(100));
  });
});
