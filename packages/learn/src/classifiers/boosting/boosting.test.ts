import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Dataset, numericAttributes } from '../../data/dataset.js';
import { denseMatrix, type Matrix } from '../../data/matrix.js';
import { selectRows } from '../../data/subset.js';
import { LearnError } from '../../errors.js';
import { seededRandom } from '../../random.js';
import { exclusiveOr, spirals, twoMoons } from '../../testing/generated-data.js';
import { BoostingClassifier } from './boosting.js';

function accuracy(model: { predict(x: Dataset['x']): Int32Array }, data: Dataset): number {
  const predicted = model.predict(data.x);
  return data.y.filter((label, row) => label === predicted[row]).length / data.y.length;
}

/** Classes by a smooth rule of the first three of `columns`, with noise. */
function noisy(rows: number, columns: number, seed: number): Dataset {
  const random = seededRandom(seed);
  const cells = Array.from({ length: rows }, () => Array.from({ length: columns }, () => random.normal()));
  const y = Int32Array.from(cells, ([a, b, c]) =>
    a! + b! * b! - 1 + (c! > 0 ? 1 : -1) + random.normal() > 0 ? 1 : 0,
  );
  return { attributes: numericAttributes(columns), classes: ['no', 'yes'], x: denseMatrix(cells), y };
}

describe('boosting', () => {
  it('learns classes that are not linearly separable', () => {
    const options = { rounds: 60, minLeafRows: 5 };
    const boost = new BoostingClassifier(options);
    expect(accuracy(boost.fit(twoMoons(600, 0.15, 1)), twoMoons(400, 0.15, 2))).toBeGreaterThan(0.96);
    expect(accuracy(boost.fit(spirals(1500, 3, 0.02, 1)), spirals(600, 3, 0.02, 2))).toBeGreaterThan(0.93);
    expect(accuracy(boost.fit(exclusiveOr(800, 2, 1)), exclusiveOr(400, 2, 2))).toBeGreaterThan(0.97);
  });

  it('gives the exact optimum of a single split', () => {
    const data: Dataset = {
      attributes: numericAttributes(1),
      classes: ['a', 'b'],
      x: denseMatrix([[0], [0], [0], [0], [1], [1], [1], [1]]),
      y: Int32Array.from([0, 0, 0, 1, 1, 1, 1, 0]),
    };
    const model = new BoostingClassifier({ rounds: 1, learningRate: 1, l2: 0.5, minLeafRows: 1 }).fit(data);
    // p = 1/2 everywhere: gradients ±1/2, second derivatives 1/4; left G = 1, H = 1, so −1/(1 + 0.5).
    expect(model.ensemble.trees.threshold[0]).toBe(0.5);
    expect([...model.ensemble.trees.value]).toEqual([-0.666667, 0.666667]);
    // Gain: G²/(H + λ) on both sides, less the parent's 0.
    expect(model.importance()).toEqual([{ name: 'x0', gain: 2 / 1.5, count: 1 }]);
  });

  it('learns the residual of another model from its scores', () => {
    const data = noisy(400, 4, 5);
    const boost = new BoostingClassifier({ rounds: 30, minLeafRows: 5 });
    const first = boost.fit(data);
    const started = boost.fit(data, { startScores: first.scores(data.x) });
    expect([...started.ensemble.start]).toEqual([0]);
    // Together, the models are at least as accurate as the first one, and the second adds only small scores.
    const [one, two] = [first.scores(data.x), started.scores(data.x)];
    const right = (scores: ArrayLike<number>) =>
      data.y.filter((label, row) => scores[row]! > 0 === (label === 1)).length;
    expect(right(one.map((score, row) => score + two[row]!))).toBeGreaterThanOrEqual(right(one));
    const size = (scores: Float64Array) => scores.reduce((sum, score) => sum + Math.abs(score), 0);
    expect(size(two)).toBeLessThan(size(one));
    expect(() => boost.fit(data, { startScores: [1, 2] })).toThrow(/400 finite start scores/);
  });

  it('treats a weight as copies of the row', () => {
    const base = noisy(150, 4, 2);
    // Few distinct values, so that bins do not depend on their frequency.
    const coarse = {
      ...base,
      x: { ...base.x, data: (base.x as Matrix).data.map(cell => Math.round(cell * 10)) } as Matrix,
    };
    const copies = Array.from(coarse.y, (_, row) => row % 3);
    const repeated = selectRows(
      coarse,
      copies.flatMap((count, row) => new Array<number>(count).fill(row)),
    );
    const boost = new BoostingClassifier({ rounds: 20, minLeafRows: 1, minLeafHessian: 1 });
    const byWeight = boost.fit({ ...coarse, weights: Float64Array.from(copies) });
    const byCopies = boost.fit(repeated);
    const [a, b] = [byWeight.probabilities(coarse.x), byCopies.probabilities(coarse.x)];
    for (let i = 0; i < a.length; i++) expect(a[i]).toBeCloseTo(b[i]!, 6);
  });

  it('learns the side of missing values, also alone', () => {
    const random = seededRandom(4);
    const cells = Array.from({ length: 400 }, (_, i) => [
      i % 4 === 0 ? Number.NaN : random.next(),
      random.next(),
    ]);
    const y = Int32Array.from(cells, ([a]) => (Number.isNaN(a!) || a! > 0.7 ? 1 : 0));
    const data = { attributes: numericAttributes(2), classes: ['no', 'yes'], x: denseMatrix(cells), y };
    expect(accuracy(new BoostingClassifier({ rounds: 10 }).fit(data), data)).toBe(1);
    const onlyMissing = Int32Array.from(cells, ([a]) => (Number.isNaN(a!) ? 1 : 0));
    const stump = new BoostingClassifier({ rounds: 1, maxLeaves: 2 }).fit({ ...data, y: onlyMissing });
    expect(stump.ensemble.trees.threshold[0]).toBe(Number.MAX_VALUE);
    expect(stump.ensemble.trees.missingLeft[0]).toBe(0);
  });

  it('keeps a monotone column monotone for any other columns', () => {
    const data = noisy(500, 4, 3);
    const model = new BoostingClassifier({ rounds: 40, minLeafRows: 3, monotone: { x0: 1, x1: -1 } }).fit(
      data,
    );
    const coordinate = fc.double({ min: -4, max: 4, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(coordinate, { minLength: 4, maxLength: 4 }),
        coordinate,
        coordinate,
        (row, a, b) => {
          const [low, high] = a < b ? [a, b] : [b, a];
          const [, b1, c, d] = row as [number, number, number, number];
          const rising = model.scores(
            denseMatrix([
              [low, b1, c, d],
              [high, b1, c, d],
            ]),
          );
          expect(rising[0]).toBeLessThanOrEqual(rising[1]!);
          const falling = model.scores(
            denseMatrix([
              [b1, low, c, d],
              [b1, high, c, d],
            ]),
          );
          expect(falling[0]).toBeGreaterThanOrEqual(falling[1]!);
        },
      ),
      { numRuns: 300 },
    );
    // The unconstrained model is not monotone in x1, so the constraint has an effect.
    const free = new BoostingClassifier({ rounds: 40, minLeafRows: 3 }).fit(data);
    const scores = free.scores(denseMatrix([-2, 0, 2].map(value => [0, value, 0, 0])));
    expect(scores[2]).toBeGreaterThan(scores[1]!);
  });

  it('finds the columns that matter', () => {
    const importance = new BoostingClassifier({ rounds: 30 }).fit(noisy(1000, 10, 7)).importance();
    expect(new Set(importance.slice(0, 3).map(column => column.name))).toEqual(new Set(['x0', 'x1', 'x2']));
    expect(importance[2]!.gain).toBeGreaterThan(3 * importance[3]!.gain);
    expect(importance.every(column => column.gain >= 0 && Number.isInteger(column.count))).toBe(true);
  });

  it('is deterministic, and depends on the seed when sampling', () => {
    const data = noisy(300, 6, 8);
    const options = { rounds: 10, rowShare: 0.5, columnShare: 0.5 };
    const file = (seed: number) =>
      JSON.stringify(new BoostingClassifier({ ...options, seed }).fit(data).toJSON().parameters);
    expect(file(1)).toBe(file(1));
    expect(file(1)).not.toBe(file(2));
  });

  it('predicts the same after a round trip', () => {
    const data = spirals(300, 3, 0.05, 3);
    const model = new BoostingClassifier({ rounds: 8, minLeafRows: 3 }).fit(data);
    const again = BoostingClassifier.load(JSON.parse(JSON.stringify(model.toJSON())));
    expect(again.probabilities(data.x)).toEqual(model.probabilities(data.x));
    expect(again.importance()).toEqual(model.importance());
  });

  it('respects maxLeaves', () => {
    const data = noisy(600, 4, 9);
    const small = new BoostingClassifier({ rounds: 5, maxLeaves: 5 }).fit(data).ensemble.trees;
    expect(small.value.length).toBe(25);
  });

  it('reports progress and stops on request', () => {
    const shares: number[] = [];
    const data = noisy(200, 3, 10);
    const boost = new BoostingClassifier({ rounds: 6 });
    boost.fit(data, { onProgress: share => shares.push(share) });
    expect(shares).toEqual([1, 2, 3, 4, 5, 6].map(round => round / 6));
    let asked = 0;
    const stop = () => boost.fit(data, { stopped: () => ++asked > 3 });
    expect(stop).toThrow(expect.objectContaining({ code: 'stopped' }));
    expect(asked).toBe(4);
  });

  it('rejects invalid options', () => {
    expect(() => new BoostingClassifier({ rounds: 0 })).toThrow(LearnError);
    expect(() => new BoostingClassifier({ leaves: 3 } as object)).toThrow(/no option “leaves”/);
    expect(() => new BoostingClassifier({ monotone: { x0: 2 } } as object)).toThrow(/monotone/);
    const data = noisy(50, 2, 11);
    expect(() => new BoostingClassifier({ monotone: { z: 1 } }).fit(data)).toThrow(
      /“z”, which is not a column/,
    );
    expect(() => new BoostingClassifier({ monotone: { x: 1 } }).fit(spirals(60, 3, 0.1))).toThrow(
      /two classes/,
    );
  });
});
